#!/usr/bin/env bash
# Made the other files in this folder: one H200, one epoch of 500,000 matrices in each of three regimes, 3.5 minutes (210 s) for
# all three with compiling and 90,000 answers, bf16, JAX 0.11.2.
metamer run results/matrices-predrnet-regimes/study.toml --out runs/matrices-predrnet-regimes
