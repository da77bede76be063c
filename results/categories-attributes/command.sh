#!/usr/bin/env bash
# Made the other files in this folder: 2 CPU cores that other programs used heavily at the same time. units.csv has the values of
# every unit.
metamer run categories-attributes --scale small --out runs/categories-attributes
