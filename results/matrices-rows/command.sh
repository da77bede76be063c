#!/usr/bin/env bash
# Made the run whose measures.csv, without accuracies on taught items and some columns, is units.csv. On two busy CPU cores.
metamer run matrices-regimes --scale demo --set 'paradigm.regimes=["neutral", "interpolation", "extrapolation"]' --out runs/matrices-rows
