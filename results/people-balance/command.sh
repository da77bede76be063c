python benchmarks/people_balance.py > results/people-balance/counts.json
