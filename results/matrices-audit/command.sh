#!/usr/bin/env bash
# Made the other files in this folder: 2 cores, about 2 minutes. Without the setting a context-blind ResNet is trained, too.
metamer run matrices-audit --scale small --out runs/matrices-audit \
  --set 'learners=["blind-medoid","blind-majority","blind-minority","blind-unique"]'
