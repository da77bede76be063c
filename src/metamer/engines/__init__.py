"""Where jobs run, and how many at a time."""
