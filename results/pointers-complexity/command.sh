#!/usr/bin/env bash
# Made means.csv: one H200, 8.4 minutes (506 s with compiling and the report), TF32. Only what the command
# printed was kept of this run (means and standard errors with 3 digits); times of fitting are those of the
# window of 2 % of the training in which 90 % was reached.
metamer run pointers-complexity --scale paper --out runs/pointers-complexity --set 'learners=["token-mlp"]'
