python benchmarks/people_kills.py --kills 20 --people 30 > results/people-kills/counts.json
python benchmarks/people_kills.py --kills 20 --people 30 --postgres > results/people-kills/postgresql.json
