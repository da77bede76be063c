"""Write `docs/guides/matrices-held-out.md`: what some regimes of matrices hold out.

Made from `metamer.paradigms.matrices.controls.lists.derive`. Run it after changing that:

    python docs/make_lists.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from metamer.paradigms.matrices.controls.lists import (
    SEED,
    HeldOut,
    attribute_pairs,
    derive,
)
from metamer.paradigms.matrices.rules.vocabulary import (
    ATTRIBUTES,
    RELATIONS,
    TRIPLES,
    compatible_pairs,
)

PAGE = Path(__file__).resolve().parent / "guides" / "matrices-held-out.md"

MANY = len(TRIPLES), len(compatible_pairs()), len(attribute_pairs())
"""Of what lists are drawn: triples, pairs of them, pairs of attributes."""

INTRODUCTION = f"""# Held-out lists

Made from the code by `python docs/make_lists.py`; change that, not this.

Three regimes of [matrices](matrices.md#regimes) go by lists: which triples, which pairs of
triples and which pairs of attributes training never has. barrett2018 says how many there
are, and never which. These are ours, drawn from the seed {SEED}, and every study
has them unless `lists` names a file.

## How they were drawn

`numpy.random.Generator(numpy.random.PCG64({SEED})).random` gives a number to each of the
{MANY[0]} triples, then to each of the {MANY[1]} pairs of them that a matrix can have, then
to each of the {MANY[2]} pairs of attributes. Of each attribute the triple with the smallest
number is held out, and the 40 and the 4 pairs with the smallest ones. Triples are in the
order of the first table below, row by row; pairs are in the order of their first member,
then of their second.

This draws them again, and takes only the order of triples and pairs from us:

```python
import numpy as np

from metamer.paradigms.matrices.controls.lists import attribute_pairs
from metamer.paradigms.matrices.rules.vocabulary import TRIPLES, compatible_pairs

generator = np.random.Generator(np.random.PCG64({SEED}))
numbers = generator.random({MANY[0]})
triples = [
    min(
        (place for place in range({MANY[0]}) if TRIPLES[place].attribute == attribute),
        key=lambda place: numbers[place],
    )
    for attribute in range({len(ATTRIBUTES)})
]
smallest = np.argsort(generator.random({MANY[1]}))[:40]
both = [compatible_pairs()[place] for place in sorted(smallest)]
smallest = np.argsort(generator.random({MANY[2]}))[:4]
attributes = [attribute_pairs()[place] for place in sorted(smallest)]
print(triples, both, attributes)
```
"""

OWN = """## Lists of one's own

A TOML file with any of the three; what it does not have is as above. Triples and attributes
are written as in the tables.

```toml
triples = ["shape size XOR", "line type AND"]
triple_pairs = [["shape size progression", "line type OR"]]
attribute_pairs = [["shape size", "line type"]]
```

`metamer make matrices --lists FILE` and `--set paradigm.lists=FILE` take it.
`metamer make matrix-lists` writes one from released files, of which it reads labels only
([matrices](matrices.md#released-files)); another seed gives others:

```python
from metamer.paradigms.matrices.controls.list_files import write
from metamer.paradigms.matrices.controls.lists import derive

write("seed-7.toml", derive(seed=7))
```
"""


def page() -> str:
    """The whole page."""
    held = derive()
    parts = [INTRODUCTION, *_triples(held), *_pairs(held), *_attributes(held), OWN]
    return "\n".join(parts)


def _triples(held: HeldOut) -> Iterator[str]:
    yield "## Triples (`triples`)\n"
    yield "| attribute | all its triples, in order | held out |\n|---|---|---|"
    names = [RELATIONS[TRIPLES[place].relation] for place in held.triples]
    for attribute, name in zip(ATTRIBUTES, names, strict=True):
        every = ", ".join(RELATIONS[relation] for relation in attribute.relations)
        yield f"| {attribute} | {every} | **{name}** |"
    yield ""


def _pairs(held: HeldOut) -> Iterator[str]:
    yield "## Pairs of triples (`triple_pairs`)\n"
    yield "| | one | other |\n|---|---|---|"
    for count, (one, other) in enumerate(held.triple_pairs, start=1):
        yield f"| {count} | {TRIPLES[one]} | {TRIPLES[other]} |"
    yield ""


def _attributes(held: HeldOut) -> Iterator[str]:
    yield "## Pairs of attributes (`attribute_pairs`)\n"
    yield "| | one | other |\n|---|---|---|"
    for count, (one, other) in enumerate(held.attribute_pairs, start=1):
        yield f"| {count} | {ATTRIBUTES[one]} | {ATTRIBUTES[other]} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
