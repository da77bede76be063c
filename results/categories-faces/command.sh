#!/usr/bin/env bash
# Made the other files in this folder: one H200, JAX's default precision (TF32).
metamer run categories-faces --scale paper --units 10 --out runs/faces --set 'learners=[
  "rule", {name="sklearn", estimator="LogisticRegression", settings={max_iter=300}, label="logistic"}, "exemplars",
  {name="resnet", depth=10, width=2, epochs=15}, {name="resnet", depth=10, width=8, epochs=15}, {name="resnet", depth=10, width=32, epochs=15},
  {name="resnet", depth=18, width=2, epochs=15}, {name="resnet", depth=18, width=8, epochs=15}, {name="resnet", depth=18, width=32, epochs=15}]'
