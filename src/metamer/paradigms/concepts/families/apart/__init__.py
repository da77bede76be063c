"""One family of each concept that the authors of the search's operations have not seen."""
