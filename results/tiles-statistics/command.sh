#!/usr/bin/env bash
# Made quality.csv, on 2 busy CPU cores: 24 fits, each judged on 5,000 metamers. 6 minutes.
python benchmarks/tiles_metamer_quality.py --out results/tiles-statistics/quality.csv
