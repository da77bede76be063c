"""Ideal observers and the neighbour player: what they believe, click and turn up."""
