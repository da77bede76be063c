#!/usr/bin/env bash
# Made values.csv: seconds on one core.
python benchmarks/computed_values.py --out results/computed/values.csv
