"""Families of generated tasks, one file for each of moskvichev2023's 16 concepts.

A family is a rule with parameters and a way of drawing inputs for it. Two or more of each
concept are here. A further one of each is in `apart`: it was written by somebody who had
not seen the operations of `metamer.programs`, and those were written without a look at it,
so that it says how a search does on rules it was not made for.
"""
