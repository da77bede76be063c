"""What is to be learned: triples of relation, object and attribute, and their checks."""
