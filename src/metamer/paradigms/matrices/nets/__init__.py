"""Networks that see matrices."""
