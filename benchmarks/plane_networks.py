"""scikit-learn's own 16-unit network in the plane, without any of our drawing or training.

    python benchmarks/plane_networks.py [--units 60]

A check on `nn:16h1d` from outside: fresh data, `MLPClassifier((16,), max_iter=2000)`.
"""

import argparse
import warnings

import numpy as np
from sklearn.neural_network import MLPClassifier

PER_CLASS, ASKED = 300, 1000


def points(
    generator: np.random.Generator, corner: tuple[int, int], many: int
) -> np.ndarray:
    """Points around (+-3, +-3) with unit normal noise."""
    return 3.0 * np.array(corner) + generator.standard_normal((many, 2))


def accuracies(seed: int) -> tuple[float, float]:
    """Held-out accuracy under zero shot and partial exposure."""
    generator = np.random.default_rng(seed)
    half = PER_CLASS // 2
    none = points(generator, (-1, -1), PER_CLASS)
    one = points(generator, (1, -1), PER_CLASS)
    misleading = points(generator, (-1, 1), half)
    asked = points(generator, (1, 1), ASKED)
    labels = np.repeat([0, 1], PER_CLASS)

    def accuracy(zero: np.ndarray) -> float:
        network = MLPClassifier((16,), max_iter=2000, random_state=seed)
        network.fit(np.concatenate([zero, one]), labels)
        return float(network.predict(asked).mean())

    return accuracy(none), accuracy(np.concatenate([none[:half], misleading]))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--units", type=int, default=60)
    units = options.parse_args().units
    warnings.simplefilter("ignore")
    found = np.array([accuracies(1000 + unit) for unit in range(units)])
    rows = np.column_stack([found, found[:, 0] - found[:, 1]])
    for name, column in zip(
        ("zero shot", "partial exposure", "EVR"), rows.T, strict=True
    ):
        half = 1.96 * column.std(ddof=1) / np.sqrt(units)
        print(f"{name}: {column.mean():.3f} +- {half:.3f} ({units} units)")


if __name__ == "__main__":
    main()
