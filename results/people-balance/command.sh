python benchmarks/people_balance.py cells > results/people-balance/counts.json  # made when the script printed cells and plans together
python benchmarks/people_balance.py items leaving > results/people-balance/items.jsonl
