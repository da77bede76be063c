python benchmarks/people_scales.py > results/people-scales/scales.jsonl
