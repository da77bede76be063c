"""One study for each result in the papers."""
