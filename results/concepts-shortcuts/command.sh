#!/usr/bin/env bash
# Made the other files in this folder: 2 busy cores, 20 minutes. units.csv: the values of every unit, without those by family.
metamer run concepts-shortcuts --scale small --out runs/concepts-shortcuts
