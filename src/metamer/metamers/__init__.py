"""Metamers of anything: the same statistics, without the rule that made them."""
