"""Boards to learn on and boards to play: drawn, held out, named and described."""
