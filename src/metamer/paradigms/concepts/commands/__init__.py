"""Grid tasks from the command line."""
