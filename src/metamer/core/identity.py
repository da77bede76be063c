"""What an object holds, as a short text that is the same in every process.

Numbers and texts in a learner's settings say what they are. Weights, tables and functions
do not: two learners that differ in these alone must not be taken for one, and one learner
must be the same in this process and in a worker. So their content is hashed.
"""

import functools
import hashlib
import types
from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from metamer.core.errors import Refusal

SIZE = 8
"""Bytes of a digest; it is written in twice as many digits."""

_EMPTY = types.CellType()


@runtime_checkable
class Tensor(Protocol):
    """An array of PyTorch: NumPy cannot read it while it takes part in gradients."""

    def detach(self) -> Any: ...

    def cpu(self) -> Any: ...


def content(value: object, where: str) -> str:
    """`value` in short: its type, and a hash of all that it holds.

    Refuses what has no content that could be compared, such as an open file; `where`
    names the attribute in that sentence.
    """
    digest = hashlib.blake2b(digest_size=SIZE)
    try:
        _Reader(digest).read(value, where)
    except RecursionError:
        raise Refusal(f"{where} is nested too deeply to be identified") from None
    return f"<{type(value).__name__} {digest.hexdigest()}>"


class _Reader:
    """Goes through an object and all that it holds, and updates a hash."""

    def __init__(self, digest: Any):
        self.digest = digest
        self.open: list[int] = []

    def read(self, value: Any, where: str) -> None:
        self._note(type(value).__module__, type(value).__qualname__)
        if value is None or isinstance(value, str | int | float | complex):
            self._note(repr(value))
        elif isinstance(value, bytes):
            self._note(len(value))
            self.digest.update(value)
        elif id(value) in self.open:  # it holds itself: say where, and do not go round
            self._note(self.open.index(id(value)))
        else:
            self.open.append(id(value))
            self._read_parts(value, where)
            self.open.pop()

    def _note(self, *words: object) -> None:
        for word in words:
            self.digest.update(f"{word}\0".encode())

    def _read_parts(self, value: Any, where: str) -> None:
        if isinstance(value, Tensor):
            value = _as_array(value)
        if isinstance(value, np.ndarray):
            self._read_array(value, where)
        elif isinstance(value, dict):
            for key, entry in value.items():
                self.read(key, where)
                self.read(entry, f"{where}.{key}")
        elif isinstance(value, list | tuple):
            self._read_all(value, where)
        elif isinstance(value, set | frozenset):
            # Their order depends on the process.
            self._note(*sorted(content(entry, where) for entry in value))
        elif isinstance(value, types.ModuleType):
            self._note(value.__name__)
        elif isinstance(value, type):
            self._note(value.__module__, value.__qualname__)
        elif isinstance(value, types.BuiltinFunctionType):
            self._note(value.__qualname__)
            self.read(value.__self__, where)
        elif isinstance(value, types.FunctionType):
            self._read_function(value, where)
        elif isinstance(value, types.CodeType):
            self._note(value.co_code.hex(), value.co_names, value.co_varnames)
            self._read_all(value.co_consts, where)
        elif isinstance(value, types.MethodType):
            self._read_all((value.__self__, value.__func__), where)
        elif isinstance(value, functools.partial):
            self._read_all((value.func, value.args, value.keywords), where)
        elif isinstance(value, _Wrapper):
            self.read(value.__wrapped__, where)
        else:
            self._read_object(value, where)

    def _read_all(self, values: Iterable[Any], where: str) -> None:
        for place, entry in enumerate(values):
            self.read(entry, f"{where}[{place}]")

    def _read_array(self, array: np.ndarray, where: str) -> None:
        self._note(array.dtype.str, array.shape)
        if array.dtype.hasobject:
            self._read_all(array.ravel().tolist(), where)
        else:
            self.digest.update(np.ascontiguousarray(array).tobytes())

    def _read_function(self, function: types.FunctionType, where: str) -> None:
        # A cell without contents belongs to a name that is not bound yet.
        cells = [cell for cell in function.__closure__ or () if cell != _EMPTY]
        contents = [cell.cell_contents for cell in cells]
        defaults = (function.__defaults__, function.__kwdefaults__)
        self._read_all((function.__code__, *defaults, *contents), where)

    def _read_object(self, value: Any, where: str) -> None:
        """Any other object, by what it takes to make it again."""
        try:
            recipe = value.__reduce_ex__(4)
        except (
            Exception
        ) as error:  # files, locks, generators: each has its own complaint
            raise Refusal(
                f"{where} is a {type(value).__name__}, and finished units could not be "
                "told from those of another learner: allowed are numbers, texts, arrays, "
                "functions, and objects that can be pickled; make it in `fit`"
            ) from error
        if isinstance(recipe, str):  # a name in its module
            self._note(recipe)
            return
        function, arguments, state, *entries = (*recipe, None, None, None)[:5]
        self._read_all((function, arguments), where)
        if isinstance(state, dict):
            for name, entry in state.items():
                self.read(entry, f"{where}.{name}")
        else:
            self.read(state, where)
        self._read_all([list(entry) for entry in entries if entry is not None], where)


@runtime_checkable
class _Wrapper(Protocol):
    """A function behind another one, such as what `jax.jit` returns."""

    @property
    def __wrapped__(self) -> Any: ...


def _as_array(tensor: Any) -> np.ndarray:
    numbers = tensor.detach().cpu()
    try:
        return numbers.numpy()
    except TypeError:  # a type that NumPy lacks, such as bfloat16: floats can hold it
        return numbers.float().numpy()
