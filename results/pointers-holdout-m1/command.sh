#!/usr/bin/env bash
# Made the other files in this folder: one H200, about 60 s, TF32.
# The times of fitting were read again from the curves, between their points, as the code does now.
metamer run pointers-holdout --scale paper --units 5 --out runs/pointers-holdout-m1 \
  --set 'learners=["token-mlp"]' \
  --set 'paradigm.complexities=[1]' \
  --set 'paradigm.sizes=[100000]' \
  --set 'paradigm.trainings=["holdout-1","holdout-2","windows-10","multisets-4"]'
