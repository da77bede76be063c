#!/usr/bin/env bash
# Made the figures of speeds.csv (the script writes them as JSON): one H200 with nothing else on it, 3.2 minutes, JAX 0.11.2,
# PyTorch 2.11.0 (CUDA 13.0).
python benchmarks/matrices_training.py --batch 512 --precision bf16 --networks wren predrnet --out speeds.json
