"""Names for things that can be added."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import wraps
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import signature
from threading import RLock
from typing import Any, Generic, TypeVar

from metamer.core.errors import Refusal, one_of, unknown

_LOADING = RLock()
"""Held while any registry imports: another thread must not see half of the names. There is
one for all of them, since what one imports may ask another."""

T = TypeVar("T")
Entry = TypeVar("Entry")

ENTRY_POINTS = "metamer"
"""Another package announces modules that add things under this entry point group."""

PARADIGMS = "metamer.paradigms"
"""Each package in here is a paradigm."""


class Registry(Generic[T]):
    """What some packages offer, found by importing those packages on first use.

    A package is named by its path, or by a pattern: `metamer.paradigms.*.measures` is the
    file or folder `measures` of every paradigm that has one. Packages that announce
    themselves as entry points are imported as well, whatever the registry. Names in
    `first` are listed before all others; `wrap` makes what is kept from a name and what
    was added under it.
    """

    def __init__(
        self,
        kind: str,
        *packages: str,
        first: tuple[str, ...] = (),
        wrap: Callable[[str, Any], Any] = lambda name, entry: entry,
    ):
        self.kind = kind
        self.packages = packages
        self.first = first
        self.wrap = wrap
        self._entries: dict[str, T] = {}
        self._loaded = False

    def add(self, name: str) -> Callable[[Entry], Entry]:
        """Keep what stands below this decorator under `name`."""

        def keep(entry: Entry) -> Entry:
            if name in self._entries:
                raise ValueError(f"there is already a {self.kind} {name!r}")
            self._entries[name] = self.wrap(name, entry)
            return entry

        return keep

    def __call__(self, name: str) -> T:
        self._load()
        if name not in self._entries:
            raise unknown(self.kind, name, self)
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        """All names: those of `first` in their order, then the others by alphabet."""
        self._load()
        others = sorted(name for name in self._entries if name not in self.first)
        return iter([*self.first, *others])

    def __contains__(self, name: object) -> bool:
        self._load()
        return name in self._entries

    def name_of(self, entry: object) -> str | None:
        """The name under which `entry` was added, if it was."""
        self._load()
        return next(
            (name for name, added in self._entries.items() if added is entry), None
        )

    def _load(self) -> None:
        with _LOADING:
            if self._loaded:
                return
            self._loaded = True  # before the imports, which may ask this registry
            for pattern in self.packages:
                for module in _matching(pattern):
                    importlib.import_module(module)
            _import_announced()


def _matching(pattern: str) -> list[str]:
    """The modules that a pattern names, with all that lies below them."""
    parent, star, file = pattern.partition(".*")
    if not star:
        return _with_all_below(parent)
    package = importlib.import_module(parent)
    found = pkgutil.iter_modules(package.__path__, f"{parent}.")
    inside = [module.name for module in found]
    if not file:
        return inside
    homes = [home for home in inside if find_spec(home + file)]
    return [name for home in homes for name in _with_all_below(home + file)]


def _with_all_below(name: str) -> list[str]:
    """A module, and all that it holds if it is a package."""
    paths = vars(importlib.import_module(name)).get("__path__", ())
    below = [module.name for module in pkgutil.walk_packages(paths, f"{name}.")]
    return [name, *(inner for inner in below if not inner.endswith(".__main__"))]


_begun: set[str] = set()
"""Entry points whose import has begun: they may ask registries on their way."""


def _import_announced() -> None:
    """Import what other packages announce, with all that lies below it."""
    for point in entry_points(group=ENTRY_POINTS):
        if point.value not in _begun:
            _begun.add(point.value)
            _import_point(point)


def _import_point(point: EntryPoint) -> None:
    try:
        for module in _with_all_below(point.module):
            importlib.import_module(module)
    except Exception as error:  # whatever a stranger's module raises
        owner = f"the package {point.dist.name}" if point.dist else "some package"
        raise Refusal(
            f"{owner} adds {point.value!r} to metamer, but it cannot be imported: "
            f"{type(error).__name__}: {error}"
        ) from error


def _refusing(name: str, measure: Callable[..., Any]) -> Callable[..., Any]:
    """The measure, which then refuses a table that lacks what it looks up."""

    @wraps(measure)
    def measured(table: Any, *settings: Any) -> Any:
        try:
            return measure(table, *settings)
        except KeyError as error:
            raise Refusal(
                f"{name} cannot be measured in these responses, where there is no "
                f"{error.args[0]!r}; their columns are: {', '.join(map(str, table))}"
            ) from error

    return measured


def _checking_scale(name: str, make: Callable[..., Any]) -> Callable[..., Any]:
    """The study, which then refuses a scale that no study has."""

    @wraps(make)
    def made(*given: Any, **settings: Any) -> Any:
        from metamer.core.study import SCALES  # which asks the registries

        bound = signature(make).bind_partial(*given, **settings).arguments
        if "scale" in bound:
            one_of("scale", bound["scale"], SCALES)
        return make(*given, **settings)

    return made


def _homes(*files: str) -> tuple[str, ...]:
    """Where each paradigm keeps things of one kind."""
    return tuple(f"{PARADIGMS}.*.{file}" for file in files)


paradigm: Registry = Registry("paradigm", f"{PARADIGMS}.*")
learner: Registry = Registry(
    "learner", "metamer.learners", *_homes("learners", "references")
)
measure: Registry = Registry(
    "measure", "metamer.statistics", *_homes("measures"), wrap=_refusing
)
study: Registry = Registry("study", *_homes("studies"), wrap=_checking_scale)
profile: Registry = Registry("paradigm in the profile", *_homes("profile"))
engine: Registry = Registry("engine", "metamer.engines")
test: Registry = Registry("test", "metamer.statistics")
figure: Registry = Registry("figure", "metamer.reports", *_homes("figures"))
finding: Registry = Registry("finding", "metamer.reports", *_homes("findings"))
