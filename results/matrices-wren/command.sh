#!/usr/bin/env bash
# Made curves.csv: one H200, 3 minutes of training each, bf16. Both trainings reached their last step, and were lost there:
# 28122 / 28122 is a little less than 1 on a GPU, so they waited for an end that had come. What is left is the loss of each
# window of the training, which a driver around this command printed with the time. The fault is repaired
# (`training/classes.py`, `share_done`), and these commands now end with accuracies.
metamer run results/matrices-wren/wren.toml --out runs/matrices-wren
metamer run results/matrices-wren/wren-meta.toml --out runs/matrices-wren-meta
