#!/usr/bin/env bash
# Made the other files in this folder: one H200, about 5 minutes, TF32.
# The times of fitting were read again from the curves, between their points, as the code does now.
metamer run pointers-holdout --scale paper --units 5 --out runs/pointers-holdout-m2 \
  --set 'learners=["token-mlp"]' \
  --set 'paradigm.complexities=[2]' \
  --set 'paradigm.sizes=[1000000]' \
  --set 'paradigm.trainings=["holdout-1","holdout-6","windows-10"]'
