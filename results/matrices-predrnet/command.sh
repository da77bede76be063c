#!/usr/bin/env bash
# Made the other files in this folder: one H200, 5.1 minutes (304 s, of which 195 s are training), bf16.
metamer run results/matrices-predrnet/study.toml --out runs/matrices-predrnet
