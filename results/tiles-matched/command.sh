#!/usr/bin/env bash
# Made the other files in this folder: one H200, 2 minutes, JAX's default precision (TF32).
metamer run tiles-metamers --scale paper --units 8 --out runs/tiles-matched --set 'learners=[
  {name="lstm-player", recipe={games=512, rate=0.002, length=2000000}}, "statistics-observer"]' \
  --set paradigm.matched=true --set 'paradigm.taught=["metamer"]' --set paradigm.trials=1000 --set 'tests=[]' \
  --set 'paradigm.rules=["pyramid", "tree", "zigzag", "rectangle", "symmetry"]'
