"""The training of one module, with checkpoints, a curve, and the same end if stopped."""

from __future__ import annotations

import io
import math
import pickle
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core import files
from metamer.core.checkpoints import REMEDY, Place
from metamer.core.errors import Refusal
from metamer.core.items import Items, Stream
from metamer.core.keys import Key
from metamer.learners.scikit import by_label
from metamer.learners.torch.making import (
    as_tensor,
    check_output,
    find_device,
    make_module,
    make_optimiser,
    reproducible,
)

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer

    from metamer.learners.torch import TorchModule
    from metamer.training.loading import Batch, Loader

POINTS = 50
"""Points of a curve. Source: ours; that of our networks."""

SAMPLE = 2
"""Items on which a module is tried before it is trained."""

CHUNK = 1024
"""Items that are answered at a time."""

CURVE = ("unit", "steps", "epochs", "loss", "accuracy")
"""Columns of a curve; the last two are means over the items since the row before."""


class Fitted(NamedTuple):
    """A trained module, and what its columns mean."""

    module: nn.Module
    labels: np.ndarray
    """The taught labels, in order."""


@dataclass
class Training:
    """A module in training."""

    module: nn.Module
    optimiser: Optimizer
    read: Callable[[Any], Tensor]
    update: int = 0
    loss: float = 0.0
    """Summed over the items since the last row of the curve, as are the next two."""
    right: float = 0.0
    seen: int = 0
    curve: list[list[float]] = field(default_factory=list)

    def learn(self, batch: Batch) -> None:
        """Update the weights once."""
        import torch
        from torch.nn.functional import cross_entropy

        inputs = self.read(batch.inputs)
        labels = torch.as_tensor(batch.labels, device=inputs.device)
        first: list[tuple[float, int]] = []

        def evaluate() -> Tensor:
            self.optimiser.zero_grad()
            logits = self.module(inputs)
            loss = cross_entropy(logits, labels)
            loss.backward()
            if not first:  # some optimisers, such as LBFGS, ask several times
                right = int((logits.argmax(dim=1) == labels).sum())
                first.append((loss.item(), right))
            return loss

        step: Any = self.optimiser.step
        step(evaluate)
        (loss, right), many = first[0], len(labels)
        self.loss += loss * many
        self.right += right
        self.seen += many
        self.update += 1

    def add_row(self, unit: int, per_epoch: int) -> None:
        """Close a row of the curve, and begin the sums of the next."""
        means = [self.loss / self.seen, self.right / self.seen]
        self.curve.append([unit, self.update, self.update / per_epoch, *means])
        self.loss, self.right, self.seen = 0.0, 0.0, 0

    def save(self, place: Place) -> None:
        """Write everything that the rest of the training depends on."""
        import torch

        on_gpu = torch.cuda.is_initialized()
        state = {
            "module": self.module.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "chance": torch.get_rng_state(),
            "gpu": torch.cuda.get_rng_state() if on_gpu else None,
            "update": self.update,
            "sums": [self.loss, self.right, self.seen],
            "curve": self.curve,
        }
        held = io.BytesIO()
        torch.save(state, held)
        place.save([np.frombuffer(held.getvalue(), np.uint8)])

    def restore(self, place: Place) -> None:
        """Go on from the checkpoint, if there is one."""
        import torch

        found = place.restore([np.zeros(0, np.uint8)])
        if found is None:
            return
        held = io.BytesIO(found[0].tobytes())
        try:
            # Nothing but numbers is read: a run folder may be a stranger's.
            state = torch.load(held, map_location="cpu", weights_only=True)
            self.module.load_state_dict(state["module"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.update, self.curve = state["update"], state["curve"]
            self.loss, self.right, self.seen = state["sums"]
            torch.set_rng_state(state["chance"])
            if state["gpu"] is not None:
                torch.cuda.set_rng_state(state["gpu"])
        except (RuntimeError, KeyError, ValueError, pickle.UnpicklingError) as error:
            raise Refusal(
                f"{place.checkpoint} belongs to another training: {REMEDY}"
            ) from error


def train(
    settings: TorchModule, taught: Items | Stream, key: Key, place: Place
) -> Fitted:
    """The module that the settings describe, trained on all that is taught."""
    from metamer.training.loading import Loader

    loader = Loader(taught, settings.batch, key.stream("order"))
    device = find_device(settings.device)
    with reproducible(key.stream("module").integer, device):
        training = _begin(settings, loader, device)
        training.restore(place)
        training.module.train()
        _go_on(training, loader, settings, place)
        return Fitted(training.module, loader.labels)


def train_on_items(settings: TorchModule, items: Items, key: Key) -> Fitted:
    """The same without checkpoints."""
    with tempfile.TemporaryDirectory() as folder:
        return train(settings, items, key, Place(Path(folder), "alone"))


def _begin(settings: TorchModule, loader: Loader, device: str) -> Training:
    """The untrained module, tried on a few items."""
    import torch

    who, labels = settings.title, len(loader.labels)
    (batch,) = loader.batches(0, 1)
    shape = tuple(batch.inputs.shape[1:])
    module = make_module(settings.module, shape, labels, who).to(device)
    read = partial(as_tensor, module=module, device=device, who=who)
    some = batch.inputs[:SAMPLE]
    # Before the optimiser is made: lazy layers get their weights here.
    module.eval()
    with torch.no_grad():
        check_output(module(read(some)), len(some), labels, who)
    optimiser = make_optimiser(
        settings.optimiser, settings.settings, settings.rate, module
    )
    return Training(module, optimiser, read)


def _go_on(
    training: Training, loader: Loader, settings: TorchModule, place: Place
) -> None:
    """Train to the end, with a checkpoint now and then."""
    from metamer.training import windows

    total = settings.epochs * loader.per_epoch
    window = -(-total // POINTS)
    saved, pause = time.monotonic(), windows.PAUSE
    for batch in loader.batches(training.update, total):
        training.learn(batch)
        if not math.isfinite(training.loss):
            raise Refusal(
                f"{settings.title}: its loss is no number any more after "
                f"{training.update} of {total} updates; a lower rate than "
                f"{settings.rate:g} may help"
            )
        if training.update % window == 0 or training.update == total:
            training.add_row(place.first, loader.per_epoch)
            place.progress(training.update / total)
        if (begun := time.monotonic()) - saved > pause:
            training.save(place)
            saved = time.monotonic()
            pause = max(windows.PAUSE, windows.SPARE * (saved - begun))
    files.write_text(place.curve, windows.curve_text(training.curve, CURVE, place))


def ask(settings: TorchModule, fitted: Fitted, inputs: Any) -> np.ndarray:
    """The probability of each label for each item."""
    import torch

    module, array = fitted.module.eval(), np.asarray(inputs)
    device = find_device(settings.device)
    answers = []
    with reproducible(0, device), torch.no_grad():
        for start in range(0, len(array), CHUNK):
            some = array[start : start + CHUNK]
            logits = module(as_tensor(some, module, device, settings.title))
            check_output(logits, len(some), len(fitted.labels), settings.title)
            answers.append(logits.float().softmax(dim=1).cpu().numpy())
    return by_label(np.concatenate(answers), fitted.labels)
