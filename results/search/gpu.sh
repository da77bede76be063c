#!/usr/bin/env bash
# The search of kumar2022 for the LSTM in four of its sixteen conditions, 600 trials of 500,000 boards each, on one GPU, in calls
# of ten minutes: start it again until it prints the answer. NOT RUN YET: no GPU was at hand when this was written.
#
#   results/search/gpu.sh FOLDER
#
# FOLDER keeps the journal between calls. Each call is ended after 560 seconds by Ctrl-C (SIGINT), which gives the trials in hand
# back; a call that is killed loses nothing either, but its trials are taken over only after a minute.
set -u
folder=${1:?which folder}
timeout --signal=INT --kill-after=20 560 metamer search tiles-metamers --learner lstm --scale paper \
  --set 'paradigm.rules=["copy","rectangle"]' --trials 600 --together 16 --out "$folder" --json
# Table S8's settings as one trial each, for comparison with `best` above (this takes a minute or two, once all is compiled).
python - "$folder" <<'PYTHON'
import subprocess
import sys

from metamer.paradigms.tiles.studies.hyperparameters import LEARNING, hyperparameters

for rule in ("copy", "rectangle"):
    for taught in ("abstract", "metamer"):
        out = f"{sys.argv[1]}/table-s8-{rule}-{taught}"
        chosen = hyperparameters("lstm", rule, taught)
        lines = [f'"training.{name}" = {{ choices = [{chosen[name]!r}] }}' for name in LEARNING]
        space = "\n".join(["length = 500_000", "report = 50_000", "[parameters]", *lines])
        with open(f"{out}.toml", "w") as file:
            file.write(space.replace("'", '"'))
        given = ["metamer", "search", "tiles-metamers", "--learner", "lstm", "--scale", "paper", "--trials", "1"]
        given += ["--set", f'paradigm.rules=["{rule}"]', "--set", f'paradigm.taught=["{taught}"]']
        subprocess.run([*given, "--space", f"{out}.toml", "--out", out, "--json"], check=True)
PYTHON
