#!/usr/bin/env bash
# Made the other files in this folder: 2 cores.
metamer run tiles-statistics --scale paper --out runs/tiles-orders
