#!/usr/bin/env bash
# Made the other files in this folder: one H200, bf16, JAX 0.11.2, one seed. 44 epochs of 1.2 million matrices (52.8 million
# questions) in 23.6 minutes with compiling, evaluations and 60,000 answers, about 38,000 questions a second.
# `curve.csv` has loss and accuracy on taught, validation and test items after every epoch; `units.csv` the measures of the unit.
metamer run results/matrices-wren-long/study.toml --out runs/matrices-wren-long
