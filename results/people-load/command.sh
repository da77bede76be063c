python benchmarks/people_load.py --seconds 10 > results/people-load/h11.json
pip install httptools uvloop
python benchmarks/people_load.py --seconds 10 > results/people-load/httptools_uvloop.json
python benchmarks/people_load.py --seconds 10 > results/people-load/quiet.json  # with both installed, nothing else running
python benchmarks/people_load.py --seconds 10 > results/people-load/busy.json  # later: with the cheaper answer path; load average 21
python benchmarks/people_load.py --seconds 10 > results/people-load/busy_before.json  # the code before, the same clients
