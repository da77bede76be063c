"""Players that another library has trained."""

from __future__ import annotations

import hashlib
import importlib
import inspect
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from metamer.core.errors import Refusal, unknown
from metamer.core.keys import Key
from metamer.core.play import GameView
from metamer.core.registry import learner
from metamer.learners.torch.making import reproducible
from metamer.paradigms.tiles.game.observation import observe

INSTALL = 'pip install "metamer[sb3]"'


class Memory(NamedTuple):
    """What a recurrent policy remembers; others remember nothing."""

    state: Any
    begun: bool


@learner.add("policy-player")
@dataclass(frozen=True)
class PolicyPlayer:
    """A saved policy of Stable-Baselines3 plays; it learns nothing more.

    It observes what the environment of `metamer.paradigms.tiles.gymnasium` shows. A policy
    that was trained with action masks clicks hidden tiles alone.

    Source: ours.
    """

    path: str = ""
    """The file that its `save` wrote (.zip). Loading it runs code of that file: take none
    from strangers. Source: ours."""
    algorithm: str = "PPO"
    """The class that loads it: one of `stable_baselines3`, or `package.module:Class`.
    Source: ours."""
    deterministic: bool = False
    """Whether it clicks its likeliest tile; otherwise tiles are drawn, as in its training.
    Such a policy may click one face-up tile again and again. Source: ours."""
    content: str = ""
    """A hash of the file, which is filled in. Source: ours."""
    label: str = ""
    """What tables call it; without one, its class and its file. Source: ours."""
    block: ClassVar[int] = 5

    def __post_init__(self) -> None:
        """Note what the file holds: that is a setting, as much as its path."""
        if not Path(self.path).is_file():
            return  # refused before a run; a finished one can be read without its file
        found = hashlib.blake2b(Path(self.path).read_bytes(), digest_size=8).hexdigest()
        if self.content not in ("", found):
            raise Refusal(
                f"{self.path} has changed: it was {self.content} and is {found}; leave out "
                "content to play with the new one"
            )
        object.__setattr__(self, "content", found)

    @property
    def name(self) -> str:
        return self.label or ":".join(
            ["policy", self.algorithm.rpartition(":")[2], Path(self.path).stem]
        ).rstrip(":")

    def suits(self, paradigm: Any) -> None:
        if not self.path:
            raise Refusal(f"{self.name} needs the path of a saved policy (.zip)")

    def check_files(self, paradigm: Any) -> None:
        """Refuse a file that is missing, or no policy."""
        load(self.path, self.algorithm, self.content)

    def fit(self, course: Any, key: Key) -> Any:
        """The policy; refuses one that was trained on other boards, or another game."""
        from gymnasium.spaces import Discrete

        model = load(self.path, self.algorithm, self.content)
        tiles = course.game.actions
        acts, sees = model.action_space, model.observation_space
        if not isinstance(acts, Discrete) or (acts.start, acts.n) != (0, tiles):
            raise Refusal(
                f"{self.name} acts in {acts}; needed: Discrete({tiles}), one action for "
                "each tile"
            )
        if sees.shape != (2 * tiles + 1,):
            raise Refusal(
                f"{self.name} observes an array of shape {sees.shape}; needed: "
                f"({2 * tiles + 1},), as metamer/Tiles-v0 shows it"
            )
        return model

    def start(self, fitted: Any, many: int) -> Memory:
        return Memory(None, False)

    def act(
        self, fitted: Any, view: GameView, memory: Memory, key: Key
    ) -> tuple[np.ndarray, Memory]:
        given: dict[str, Any] = {}
        if "action_masks" in inspect.signature(fitted.predict).parameters:
            given["action_masks"] = view.observation < 0
        first = np.full(len(view.observation), not memory.begun)
        with reproducible(key.integer, "cpu"):
            actions, state = fitted.predict(
                observe(view.observation, view.action, view.reward),
                state=memory.state,
                episode_start=first,
                deterministic=self.deterministic,
                **given,
            )
        return np.asarray(actions), Memory(state, True)


@lru_cache(maxsize=4)
def load(path: str, algorithm: str, content: str) -> Any:
    """The policy as it was saved; read again only if the file has other content."""
    kind = find_algorithm(algorithm)
    if not Path(path).is_file():
        raise Refusal(f"there is no policy {path!r}; give the path of its .zip")
    try:
        return kind.load(path, device="cpu")
    except Exception as error:  # a file of any kind may have that name
        raise Refusal(
            f"{path} is no policy that {algorithm} can load: "
            f"{type(error).__name__}: {str(error).splitlines()[0]:.200}"
        ) from error


def find_algorithm(name: str) -> Any:
    """The class that loads policies; refuses to go on without the package it needs."""
    if ":" in name:
        home, _, attribute = name.partition(":")
        try:
            kind = getattr(importlib.import_module(home), attribute)
        except Exception as error:  # importing runs a file, which may raise anything
            raise Refusal(f"cannot import the algorithm {name!r}: {error}") from None
        if not inspect.isclass(kind) or not {"load", "predict"} <= set(dir(kind)):
            raise Refusal(
                f"{name!r} loads no policies: it must be a class with `load` and `predict`"
            )
        return kind
    if find_spec("stable_baselines3") is None:
        raise Refusal(f"policy-player needs Stable-Baselines3: {INSTALL}")
    import stable_baselines3
    from stable_baselines3.common.base_class import BaseAlgorithm

    known = {
        each: kind
        for each, kind in vars(stable_baselines3).items()
        if inspect.isclass(kind) and issubclass(kind, BaseAlgorithm)
    }
    if name not in known:
        raise unknown("algorithm of stable_baselines3", name, known)
    return known[name]
