#!/usr/bin/env bash
# Made the other files in this folder: 2 busy CPU cores. Sizes were chosen after 20,000 and 40,000 items had been tried: there all 8
# units are right on all new items.
metamer run pointers-curves --scale small --out runs/pointers-curves
