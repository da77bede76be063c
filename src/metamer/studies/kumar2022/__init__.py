"""Kumar, Dasgupta, Daw, Cohen and Griffiths (2023): studies with tiles."""
