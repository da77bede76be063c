"""Numbers from responses, one for each learner and unit."""
