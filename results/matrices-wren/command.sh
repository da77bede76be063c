#!/usr/bin/env bash
# Made the other files in this folder: one H200, bf16, JAX 0.11.2. Beta 0, five epochs: 3.2 minutes (194 s, of which 164 s are
# compiling and training). Beta 10, six epochs: 4.6 minutes (278 s, of which 211 s are compiling and training). The second of
# these was run first, and the first found some programs compiled. `means.csv` and `curves.csv` have both, beta 10 as `wren+meta`.
metamer run results/matrices-wren/wren.toml --out runs/matrices-wren
metamer run results/matrices-wren/wren-meta.toml --out runs/matrices-wren-meta
