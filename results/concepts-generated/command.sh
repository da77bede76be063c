#!/usr/bin/env bash
# Made the other files in this folder: 2 cores, 5 minutes.
metamer run concepts-corpus --scale small --out runs/concepts-generated
