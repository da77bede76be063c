#!/usr/bin/env bash
# Made the other files in this folder: 2 cores, 6 minutes.
metamer run matrices-models --scale small --out runs/matrices-models
