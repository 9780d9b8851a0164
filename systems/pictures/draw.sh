#!/bin/bash
# Draws systems/pictures/ again: for each built-in system one typical test trajectory, and the same motion started off
# by 0.1; and the two pictures of README.md. Needs cchnn-gen and cchnn-eval in PATH, and gnuplot.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for file in "$here"/../*.json; do
    system=$(basename "$file" .json)
    cchnn-gen generate "$file" -o data --train 0 --valid 0
    cchnn-gen rollout "$file" --from "data/$system/test.h5" --epsilon 0.1 --model 'start off by 0.1' -o "$system.h5"
    cchnn-eval score "data/$system/test.h5" "$system.h5" --figures "$system" >score.txt
    cp "$system/trajectory.svg" "$here/$system.svg"
done

test_set=data/chain_pendulum_3/test.h5
cchnn-gen rollout chain_pendulum_3 --from $test_set --epsilon 1e-5 --model 'start off by 1e-5' -o perturbed.h5
cchnn-gen rollout chain_pendulum_3 --from $test_set --protocol paper --model 'dopri5 at rtol 1e-7' -o dopri5.h5
cchnn-eval score $test_set perturbed.h5 dopri5.h5 --figures pictures >score.txt
cp pictures/error_over_time.svg "$here/error_over_time.svg"
