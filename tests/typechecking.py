"""Every annotation of metamer is checked while testing; a whole number may be a float.

jaxtyping compares the axes of all arrays of a call, and that takes time at every call.
Functions without arrays are left to beartype alone: a third of the time of many tests.
"""

from dataclasses import is_dataclass
from functools import partial
from types import FunctionType
from typing import Any, get_type_hints

import jaxtyping
from beartype import BeartypeConf, beartype

# An error of types, as jaxtyping raises one too.
check = beartype(conf=BeartypeConf(is_pep484_tower=True, violation_type=TypeError))
compare_axes = jaxtyping.jaxtyped


def install() -> None:
    """Check what is imported from now on; the import hook looks the decorator up."""
    jaxtyping.jaxtyped = decorate
    jaxtyping.install_import_hook("metamer", "typechecking.check")


def decorate(thing: Any = None, *, typechecker: Any) -> Any:
    """A function or class whose annotations are checked at every call."""
    if thing is None:
        return partial(decorate, typechecker=typechecker)
    if isinstance(thing, FunctionType) and not has_axes(thing):
        return check_alone(thing)
    if is_plain_dataclass(thing):
        thing.__init__ = check_alone(thing.__init__)
        return thing
    return compare_axes(thing, typechecker=typechecker)


def has_axes(function: FunctionType) -> bool:
    """Whether an annotation may name axes: `Float[Array, "item label"]`, or an alias."""
    hints = function.__annotations__
    resolved = [resolve(hint, function.__globals__) for hint in hints.values()]
    told = f"{hints} {resolved}"
    return any(word in told for word in ("Array", "ndarray", "PyTree"))


def is_plain_dataclass(thing: Any) -> bool:
    """Whether it has an `__init__` of its own, without arrays and not yet checked."""
    if not (isinstance(thing, type) and is_dataclass(thing)):
        return False
    init = vars(thing).get("__init__")
    return (
        isinstance(init, FunctionType)
        and not hasattr(init, "__wrapped__")
        and not has_axes(init)
    )


def check_alone(function: FunctionType) -> Any:
    """The function with those of its annotations checked that can be resolved.

    The others are imported for type checkers only.
    """
    told = function.__annotations__
    function.__annotations__ = {
        name: resolve(hint, function.__globals__) for name, hint in told.items()
    }
    checked = check(function)
    function.__annotations__ = checked.__annotations__ = told
    return checked


def resolve(hint: Any, names: dict[str, Any]) -> Any:
    def bearer() -> None: ...

    bearer.__annotations__ = {"hint": hint}
    try:
        return get_type_hints(bearer, names, include_extras=True)["hint"]
    except Exception:  # as jaxtyping does: of whatever kind
        return Any
