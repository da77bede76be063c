#!/usr/bin/env bash
# Made the other files in this folder: one H200, JAX's default precision (TF32). EPN and CoRelNet took 532 s together, beside
# another program; the repaired CoRelNet 173 s. Each network was run twice at the same time, taught by rule and by metamers.
# Of EPN and CoRelNet only the printed means and intervals were kept: their sem is worked back from them. units.csv has
# the repaired CoRelNet unit by unit.
training='games=256, rate=1e-3, length=8000000, counted_in="steps"'
declare -A learners=(
  [epn]="{name=\"epn-player\", training={$training}}"
  [corelnet]="{name=\"corelnet-player\", training={masked=true, $training}}"
  [repaired]="{name=\"corelnet-player\", version=\"repaired\", training={masked=true, $training}}"
)
for name in "${!learners[@]}"; do
  for taught in abstract metamer; do
    metamer run tiles-metamers --scale paper --units 5 --out "runs/tiles-$name-$taught" \
      --set "learners=[${learners[$name]}]" --set "paradigm.taught=[\"$taught\"]" --set paradigm.trials=1000 &
  done
  wait
done
