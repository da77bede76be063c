"""Families of generated tasks, one file for each of moskvichev2023's 16 concepts.

A family is a rule with parameters and a way of drawing inputs for it. Each concept has two
or more families here and a further one in `apart`, which serves as a test of the search
(`metamer.paradigms.concepts.search`) on rules it was not made for: its author had not seen
the operations of the search, and the authors of the operations have not seen it. Keep it
so: whoever writes operations does not look into `apart`.
"""
