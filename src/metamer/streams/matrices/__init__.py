"""Matrices of panels as whole numbers, drawn on the device, and as pixels."""
