"""`categories-plane` at paper scale against a plain loop over scikit-learn fits.

    python benchmarks/categories_plane.py [--units 200] [--loop-units 3]

The peer does the same work in one process: for every learner, condition and unit it draws
the same lesson, fits the scikit-learn estimator that the paper used and asks it the same
items. It does not write a run folder. Its time per unit does not depend on how many units
there are, so it runs a few (`--loop-units`) and is multiplied up; `--loop-units 200` runs
it whole. Our time is the whole run, compilation, run folder and table included.
"""

import argparse
import os
import tempfile
import time
import warnings
from dataclasses import replace
from typing import Any

import metamer
from metamer.core.jobs import unit_key
from metamer.core.study import Learner, Study
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.perceptron import Perceptron


def estimator(learner: Learner, seed: int) -> Any:
    """The scikit-learn estimator that a compiled learner stands for."""
    from sklearn.gaussian_process import GaussianProcessClassifier
    from sklearn.gaussian_process.kernels import RBF
    from sklearn.neural_network import MLPClassifier

    if isinstance(learner, GaussianProcess):
        if learner.length_scale == "fit":
            return GaussianProcessClassifier(RBF(), max_iter_predict=20)
        kernel = RBF(learner.length_scale, "fixed")
        return GaussianProcessClassifier(kernel, max_iter_predict=20)
    if isinstance(learner, Perceptron):
        hidden = (learner.width,) * learner.depth
        return MLPClassifier(hidden, max_iter=learner.epochs, random_state=seed)
    return None


def loop(study: Study) -> float:
    """Seconds that the plain loop takes."""
    started = time.perf_counter()
    for learner in study.learners:
        for condition in study.paradigm.conditions():
            for unit in range(study.units):
                key = unit_key(study.seed, unit)
                lesson = study.paradigm.lesson(condition, key)
                model = estimator(learner, unit)
                if model is None:
                    key = key.stream("learner")
                    compiled = getattr(learner, "compiled", False)
                    fitted = learner.fit(lesson.taught, key.jax if compiled else key)
                    learner.answer(fitted, lesson.asked.blind())
                    continue
                model.fit(lesson.taught.inputs, lesson.taught.labels)
                model.predict_proba(lesson.asked.inputs)
    return time.perf_counter() - started


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--units", type=int, default=200)
    options.add_argument("--loop-units", type=int, default=3)
    chosen = options.parse_args()
    study = replace(metamer.study("categories-plane")("paper"), units=chosen.units)
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        metamer.run(study, folder)
        ours = time.perf_counter() - started
    warnings.simplefilter("ignore")
    part = loop(replace(study, units=chosen.loop_units))
    theirs = part * chosen.units / chosen.loop_units
    fits = len(study.learners) * len(study.paradigm.conditions()) * chosen.units
    print(f"{fits:,} fits, {os.cpu_count()} cores")
    print(f"metamer run: {ours:.0f} s")
    print(
        f"scikit-learn loop: {theirs:.0f} s ({part:.0f} s for {chosen.loop_units} units)"
    )
    print(f"ratio: {theirs / ours:.1f}")


if __name__ == "__main__":
    main()
