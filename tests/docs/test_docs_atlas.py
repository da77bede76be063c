"""The page of the atlas says what its table says."""

import importlib

from pages import ROOT


def test_the_page_of_the_atlas_says_what_the_table_says(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    atlas = importlib.import_module("make_atlas")
    kept = atlas.PAGE.read_text(encoding="utf-8")
    assert atlas.page() == kept, "run `python docs/make_atlas.py`"
