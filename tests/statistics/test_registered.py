import subprocess
import sys

from metamer.core import study
from metamer.core.registry import test as registry

LOOK = """
import sys
from metamer.core.registry import test
before = set(sys.modules)
list(test)
new = set(sys.modules) - before
print(sorted(new & {"pandas", "scipy", "statsmodels", "patsy"}))
"""


def test_all_six_tests_have_their_names():
    names = {"interval", "t_test", "pairwise", "anova", "chi_square", "regression"}
    assert names <= set(registry)


def test_settings_with_a_measure_alone_can_be_called():
    for name in ("interval", "t_test", "pairwise", "anova", "chi_square"):
        assert isinstance(registry(name)("bias"), study.Test)
    assert isinstance(registry("regression")("flb", "evr"), study.Test)


def test_finding_the_tests_imports_no_heavy_package():
    command = [sys.executable, "-c", LOOK]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
