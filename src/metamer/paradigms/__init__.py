"""Five ways to tell a rule from its statistics."""
