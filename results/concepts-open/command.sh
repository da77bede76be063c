#!/usr/bin/env bash
# Made the other files in this folder: 2 cores, 3 minutes. conceptarc/ has the open half of ConceptARC (open/) and its published
# results (results/items_open.csv). by_concept.csv: accuracies with 95 % Wilson intervals. by_task.csv: the search, task by task.
metamer run concepts-corpus --scale paper --set folder=conceptarc/open \
  --set people=conceptarc/results/items_open.csv --out runs/concepts-open
