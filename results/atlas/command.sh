#!/usr/bin/env bash
# Made profile.csv. CPU time and the machine: results/README.md.
metamer profile rule statistics linear bayes svm nearest exemplars gp tree forest boosting \
  mlp nn lstm mixer resnet wren predrnet search \
  copy most-common neighbour marginal chance --scale small --out runs/atlas
