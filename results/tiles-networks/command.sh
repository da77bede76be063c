#!/usr/bin/env bash
# Made the other files in this folder: one H200, 5.5 minutes, JAX's default precision (TF32). Then the time was up:
# the repaired CoRelNet, metamers and the other rules were not run.
metamer run tiles-metamers --scale paper --units 5 --out runs/tiles-networks --set 'learners=[
  {name="epn-player", recipe={games=256, length=8000000, counted_in="steps"}},
  {name="transformer-player", recipe={masked=true, games=256, length=8000000, counted_in="steps"}},
  {name="corelnet-player", recipe={masked=true, games=256, length=8000000, counted_in="steps"}}]' \
  --set 'paradigm.taught=["abstract"]' --set 'paradigm.rules=["rectangle"]' --set paradigm.trials=1000 --set 'tests=[]'
