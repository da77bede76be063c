#!/usr/bin/env bash
# 2 cores, PyTorch 2.13.0 (CPU) and JAX 0.10.2. Equal on both sides: items, sizes, initial
# distributions, optimiser, rate, batch, epochs. Different: random numbers, order of items.
python benchmarks/torch_agreement.py --units 40 --out results/torch-agreement
