#!/usr/bin/env bash
# Made the other files in this folder from the published results of the open half of ConceptARC, which are not kept here
# (`metamer data conceptarc`); $1 is the table items_open.csv. by_concept.csv has accuracies with 95 % Wilson intervals; those of
# people are over responses, and their mean is over inputs.
metamer people import concepts "$1" --out runs/concepts-published
python benchmarks/published_concepts.py runs/concepts-published --out results/concepts-published/by_concept.csv
