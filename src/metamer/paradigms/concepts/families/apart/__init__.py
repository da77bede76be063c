"""One family of each concept that those who wrote the search's operations did not see."""
