#!/usr/bin/env bash
# Made the other files in this folder: 2 busy cores, about half an hour of processor time.
metamer run concepts-shortcuts --scale small --out runs/concepts-shortcuts
