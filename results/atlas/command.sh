#!/usr/bin/env bash
# Made profile.csv, in two steps: the network that reads matrices as symbols came later. merge.py adds its rows, and refuses
# if the references' rows of both profiles differ in any digit. (The second profile was begun with more learners, stopped, and
# finished as it stands here.) CPU time and the machine: results/README.md.
metamer profile rule statistics linear bayes svm nearest exemplars gp tree forest boosting \
  mlp nn lstm mixer resnet wren predrnet search \
  copy most-common neighbour marginal chance --scale small --out runs/atlas
cp runs/atlas/profile.csv results/atlas/profile.csv
metamer profile rule statistics row-relations --scale small --out runs/atlas-more
python results/atlas/merge.py runs/atlas-more/profile.csv
