#!/usr/bin/env bash
# Made the other files in this folder: one H200, four epochs, 7.4 minutes (445 s, of which 410 s are compiling and training),
# bf16, JAX 0.11.2.
metamer run results/matrices-predrnet/study.toml --out runs/matrices-predrnet
