"""Items as pixels, for learners that are not compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import equinox as eqx
import jax
from jaxtyping import Array, Int, PRNGKeyArray

from metamer.core.items import Items


class Pictures(eqx.Module):
    """A source of items that become pixels as they are drawn."""

    source: Any
    see: Callable[[Array], Array] = eqx.field(static=True)

    def draw(self, key: PRNGKeyArray, places: Int[Array, " item"]) -> Items:
        """The items at these places."""
        items = self.source.draw(key, places)
        return items._replace(inputs=self.see(items.inputs))


@partial(jax.jit, static_argnums=0)
def draw(see: Callable[[Array], Array], symbols: Any) -> Array:
    """The pixels of some items."""
    return see(symbols)
