"""Panels as pixels, on the CPU and in JAX, and pixels read back into symbols."""
