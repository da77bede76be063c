python benchmarks/people_load.py --seconds 10 > results/people-load/h11.json
pip install httptools uvloop
python benchmarks/people_load.py --seconds 10 > results/people-load/httptools_uvloop.json
python benchmarks/people_load.py --seconds 10 > results/people-load/quiet.json  # with both installed, nothing else running
