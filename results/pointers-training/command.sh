#!/usr/bin/env bash
# Made speeds.json: one H200 with nothing else on it, JAX 0.11.2, PyTorch 2.11.0 (CUDA 13.0).
python benchmarks/pointers_training.py --seconds 0.7 --out results/pointers-training/speeds.json
# Made speeds-cpu.json: 2 cores with no other work, JAX 0.10.2; PYTHON has PyTorch 2.13.0 (CPU).
python benchmarks/pointers_training.py --peer PYTHON --out results/pointers-training/speeds-cpu.json
