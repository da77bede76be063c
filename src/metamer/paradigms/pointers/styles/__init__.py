"""What an item looks like: digits as numbers, or as pictures."""
