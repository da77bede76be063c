"""What everyone shares: studies, keys, the table of responses, run folders."""
