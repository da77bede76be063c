python benchmarks/ray_overhead.py --rounds 3 > overhead.json
python benchmarks/ray_kills.py > kills.jsonl
