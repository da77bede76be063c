#!/usr/bin/env bash
# Made the other files in this folder: one H200, 12 minutes (725 s), JAX's default precision (TF32).
metamer run tiles-metamers --scale paper --out runs/tiles-metamers --set 'learners=[
  {name="lstm-player", recipe={games=512, rate=0.002, length=2000000}}, "neighbour", "random-player",
  "rule-observer", {name="rule-observer", knows="family"}, {name="rule-observer", seeks="information"},
  "statistics-observer", {name="statistics-observer", seeks="information"}]'
