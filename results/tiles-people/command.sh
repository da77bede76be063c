#!/usr/bin/env bash
# Made means.csv, means over participants (of the paper's agent: over passes) of the scores that kumar2022 released, and tests.csv.
# $1 is the folder of these (`metamer data tiles-people`).
# The scores themselves (performancedata.csv) and boards are not kept here.
metamer people import tiles "$1" --out runs/tiles-people
python -c "
import pandas as pd
measures = pd.read_csv('runs/tiles-people/measures.csv')
cells = measures.groupby(['measure', 'learner', 'condition', 'rule']).value
cells.agg(['mean', 'sem', 'count']).round(4).to_csv('means.csv')
"
cp runs/tiles-people/tests.csv tests.csv
