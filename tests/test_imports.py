"""`import metamer` stays light, and ten names are public."""

import subprocess
import sys

HEAVY = ("jax", "pandas", "matplotlib", "statsmodels", "sklearn", "scipy.stats")


def test_importing_metamer_imports_nothing_heavy():
    look = f"import sys, metamer; print([m for m in {HEAVY} if m in sys.modules])"
    command = [sys.executable, "-c", look]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_listing_everything_imports_nothing_heavy():
    look = (
        "import sys, metamer; "
        "[list(it) for it in (metamer.paradigm, metamer.learner, metamer.measure)]; "
        f"list(metamer.study); print([m for m in {HEAVY} if m in sys.modules])"
    )
    command = [sys.executable, "-c", look]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_ten_names_are_public():
    import metamer

    assert len(metamer.__all__) == 10
    assert all(hasattr(metamer, name) for name in metamer.__all__)
