#!/usr/bin/env bash
# Made the other files in this folder: one H200, about 3 minutes, TF32. MNIST first: `metamer data mnist`.
metamer run pointers-images --scale paper --units 2 --out runs/pointers-images \
  --set 'learners=["image-resnet"]' \
  --set 'paradigm.trainings=["holdout","iid"]'
