# BEFORE: the sources of commit d6891e8, checked out in a folder OLD. One core each.
PYTHONPATH=OLD/src taskset -c 0 python benchmarks/same_measures.py run before
taskset -c 1 python benchmarks/same_measures.py run after
python benchmarks/same_measures.py compare before after > results/same-measures/compare.txt
