#!/usr/bin/env bash
# Made speeds.json: one H200 with nothing else on it, JAX 0.11.2, PyTorch 2.11.0 (CUDA 13.0).
python benchmarks/pointers_training.py --seconds 0.7 --out results/pointers-training/speeds.json
