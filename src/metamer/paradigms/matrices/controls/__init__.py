"""What training lacks and the test has: the eight regimes, and their held-out lists."""
