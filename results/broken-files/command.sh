python benchmarks/broken_files.py 600 --out results/broken-files/counts.csv
