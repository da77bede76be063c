"""Networks that only pointers have."""
