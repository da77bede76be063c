"""Training loops that compile whole and map over seeds."""
