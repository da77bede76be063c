"""From settings to a module: finding it, what it reads, and what is refused."""

from __future__ import annotations

import copy
import importlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import FunctionType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from metamer.core.errors import Refusal, unknown

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer

INSTALL = 'pip install "metamer[torch]"'

SIGNATURE = "(shape, labels)"
"""What a function that makes a module is given: the shape of one item, and how many labels
there are."""

DEVICES = ("auto", "cpu", "cuda")


@runtime_checkable
class ReadsTokens(Protocol):
    """A module that wants whole numbers as they are, if `tokens` is true.

    Any other gets 32-bit fractions, of pictures from 0 to 1.
    """

    @property
    def tokens(self) -> bool: ...


def check_package(who: str) -> None:
    """Refuse to go on without PyTorch."""
    if find_spec("torch") is None:
        raise Refusal(f"{who} needs PyTorch: {INSTALL}")


def check_module(given: object) -> None:
    """Refuse what cannot be a module, or make one; a text is only looked up later."""
    if isinstance(given, str):
        # A finished run has a module that was no text by its content: `<function ...>`.
        if ":" not in given and not given.startswith("<"):
            raise Refusal(
                f"module must be a text such as my_package.nets:mlp, not {given!r}; in "
                f"Python also a module, or a function of {SIGNATURE} that makes one"
            )
    elif not callable(given):
        raise Refusal(
            f"module must be a torch.nn.Module, a function of {SIGNATURE} that makes one, "
            f"or a text that names either, not {given!r:.60}"
        )


def find_maker(given: Any) -> Any:
    """The module itself, or the function that makes it."""
    from torch import nn

    if not isinstance(given, str):
        found, what = given, called(given)
    else:
        what = given
        home, _, name = given.partition(":")
        try:
            found = getattr(importlib.import_module(home), name)
        except Exception as error:  # importing runs a file, which may raise anything
            raise Refusal(f"cannot import the module {given!r}: {error}") from None
    if not isinstance(found, nn.Module):
        _check_maker(found, what)
    return found


def _check_maker(found: Any, what: str) -> None:
    complaint = (
        f"{what!r} is no torch.nn.Module and no function of {SIGNATURE} that makes one"
    )
    if not callable(found):
        raise Refusal(f"{complaint}, but {found!r:.60}")
    try:
        inspect.signature(found).bind((1,), 2)
    except (TypeError, ValueError):
        raise Refusal(complaint) from None


def make_module(given: Any, shape: tuple[int, ...], labels: int, who: str) -> nn.Module:
    """The untrained module; one that was given with weights is copied with them."""
    from torch import nn

    maker = find_maker(given)
    if isinstance(maker, nn.Module):
        return copy.deepcopy(maker)
    made = maker(shape, labels)
    if not isinstance(made, nn.Module):
        raise Refusal(
            f"{who}: {called(given)} made {type(made).__name__}, not a torch.nn.Module"
        )
    return made


def called(given: Any) -> str:
    """A short name for a module."""
    if isinstance(given, str):
        return given.rpartition(":")[2] or given
    named = isinstance(given, type | FunctionType)
    return given.__name__ if named else type(given).__name__


def make_optimiser(
    name: str, settings: dict[str, Any], rate: float, module: nn.Module
) -> Optimizer:
    """An optimiser of `torch.optim` for the parameters of a module."""
    kind = find_optimiser(name, settings)
    try:
        return kind(module.parameters(), lr=rate, **settings)
    except (TypeError, ValueError) as error:
        raise Refusal(f"torch.optim.{name} refuses: {error}") from error


def find_optimiser(name: str, settings: dict[str, Any]) -> Callable[..., Any]:
    """A class of `torch.optim`; refuses what it has no setting for."""
    from torch import optim

    known = {
        each: kind
        for each, kind in vars(optim).items()
        if inspect.isclass(kind)
        and issubclass(kind, optim.Optimizer)
        and kind is not optim.Optimizer
    }
    if name not in known:
        raise unknown("optimiser", name, known)
    allowed = list(inspect.signature(known[name]).parameters)[2:]
    for setting in settings:
        if setting == "lr" or setting not in allowed:
            raise Refusal(
                f"torch.optim.{name} has no setting {setting!r} here; allowed: "
                f"{', '.join(allowed)}; the learning rate is `rate`"
            )
    return known[name]


def find_device(wanted: str) -> str:
    """The device to train on: with `auto`, a GPU if there is one."""
    from torch import cuda

    there = cuda.is_available()
    if wanted == "cuda" and not there:
        raise Refusal("PyTorch finds no GPU here: set device to 'auto' or 'cpu'")
    return "cuda" if there and wanted != "cpu" else "cpu"


def as_tensor(inputs: Any, module: nn.Module, device: str, who: str) -> Tensor:
    """Inputs as a module reads them.

    Whole numbers stay whole for a module with `tokens = True`. Every other module gets
    32-bit fractions: bytes with two axes or more in an item are pictures and go from 0 to
    1, all other numbers are as they are.
    """
    import torch

    array = np.asarray(inputs)
    if array.dtype.kind not in "biuf":
        raise Refusal(
            f"{who} reads numbers, and these items are texts: turn them into arrays in a "
            "learner of your own, or take sklearn or lstm"
        )
    if isinstance(module, ReadsTokens) and module.tokens:
        if array.dtype.kind == "f":
            raise Refusal(
                f"{who} reads whole numbers (its module has tokens = True), and these "
                "items are fractions"
            )
        return torch.tensor(array, dtype=torch.int64, device=device)
    numbers = torch.tensor(array, dtype=torch.float32, device=device)
    return numbers / 255 if array.dtype == np.uint8 and array.ndim > 2 else numbers


def check_output(found: object, items: int, labels: int, who: str) -> None:
    """Refuse what is not a row of numbers for each item, one for each label."""
    from torch import Tensor

    needed = (
        f"a tensor of shape ({items}, {labels}), for {items} items and {labels} labels"
    )
    if not isinstance(found, Tensor):
        raise Refusal(f"{who} gave {type(found).__name__}; needed: {needed}")
    if tuple(found.shape) != (items, labels) or not found.is_floating_point():
        raise Refusal(
            f"{who} gave {str(found.dtype).removeprefix('torch.')} of shape "
            f"{tuple(found.shape)}; needed: {needed}"
        )


@contextmanager
def reproducible(seed: int, device: str) -> Iterator[None]:
    """Chance from `seed` alone, and one thread: units run side by side on all cores."""
    import torch

    threads = torch.get_num_threads()
    devices = [torch.cuda.current_device()] if device == "cuda" else []
    try:
        torch.set_num_threads(1)
        with (
            torch.random.fork_rng(devices),
            torch.backends.cudnn.flags(deterministic=True, benchmark=False),
        ):
            torch.manual_seed(seed)
            yield
    finally:
        torch.set_num_threads(threads)
