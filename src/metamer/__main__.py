"""`python -m metamer` is `metamer`."""

from metamer.cli import main

main()
