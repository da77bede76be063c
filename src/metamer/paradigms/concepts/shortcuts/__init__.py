"""Rules with shortcuts, one for each of moskvichev2023's 16 concepts.

Each draws grids on which a rule of the concept and a shortcut give the same answer, or
part, or on which what the shortcut looks at does not vary.
"""
