"""The command line: whatever it does, a user can do from Python."""

from metamer.cli.app import main

__all__ = ["main"]
