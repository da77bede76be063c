"""What training leaves out, and what is asked because of it."""
