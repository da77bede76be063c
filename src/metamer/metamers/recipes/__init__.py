"""The ways to make metamers."""
