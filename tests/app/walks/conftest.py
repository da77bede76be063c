"""Short versions of the studies for people, served, and Chromium to walk through them."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from walker import Walker
from walking import App

import metamer
from metamer.paradigms.tiles import Tiles


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("there is no Chromium here (chromium or google-chrome)")
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    # A page that plays MTurk's may have a study of this machine in its frame.
    options += ["--disable-features=LocalNetworkAccessChecks"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=options)
        yield browser
        browser.close()


def released_matrices(folder):
    """A folder like the released ones: matrices of noise, since nobody must solve them."""
    rng = np.random.default_rng(0)
    for number, split in enumerate(4 * ("train", "val", "test")):
        np.savez_compressed(
            folder / f"PGM_neutral_{split}_{number}.npz",
            image=np.kron(rng.integers(0, 256, (16, 4, 4)), np.ones((40, 40))).astype(
                np.uint8
            ),
            target=number % 8,
            relation_structure=np.array([[b"shape", b"size", b"progression"]]),
            relation_structure_encoded=np.zeros((4, 12)),
            meta_target=np.zeros(12),
        )
    return str(folder)


def shorter(name, count=2, **fields):
    """A built-in study with few trials in each block."""
    study = metamer.study(f"{name}-people")(scale="demo")
    blocks = tuple(
        replace(block, count=count, criterion=0, passes=1)
        for block in study.people.blocks
    )
    people = replace(study.people, blocks=blocks, sets=1, quota=100)
    return replace(study, paradigm=replace(study.paradigm, **fields), people=people)


TEXTS = ("consent.md", "instructions.md", "debriefing.md")


def short_study(name, folder):
    if name == "test":  # trials without feedback, which need not wait for the server
        study = shorter("categories", count=3)
        people = replace(study.people, blocks=study.people.blocks[1:], questions=())
        return replace(study, people=people)
    if name == "mturk":
        study = short_study("test", folder)
        for text in TEXTS:
            (folder / text).write_text(f"# {text}")
        people = replace(study.people, recruitment="mturk", texts=str(folder))
        return replace(study, people=people)
    if name == "tiles":
        whole = shorter(name)
        paradigm = Tiles(("rectangle",), taught=("abstract",), boards=3, pool=64)
        return replace(whole, paradigm=paradigm)
    if name == "pointers":
        return shorter(name, sizes=(8,), asked=4, again=2)
    if name == "matrices":
        return shorter(name, folder=released_matrices(folder), asked=4, again=2)
    return shorter(name, count=1 if name == "concepts" else 2)


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """The app of a short study, by the name of its paradigm; each is started once."""
    apps = {}

    def serve(name):
        if name not in apps:
            folder = tmp_path_factory.mktemp(name)
            study = short_study(name, folder)
            apps[name] = App(study, str(folder / "answers.db")), study
        return apps[name]

    yield serve
    for app, _ in apps.values():
        app.close()


@pytest.fixture
def walker(chromium, served):
    """A participant of a short study, who has just opened its link."""
    contexts = []

    def walk(name, keyboard=False, **options):
        size = (390, 844) if keyboard else (1200, 800)
        shape = {"width": size[0], "height": size[1]}
        scheme = "dark" if keyboard else "light"
        context = chromium.new_context(viewport=shape, color_scheme=scheme, **options)
        context.set_default_timeout(20_000)
        contexts.append(context)
        return Walker(*served(name), context.new_page(), keyboard)

    yield walk
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()
