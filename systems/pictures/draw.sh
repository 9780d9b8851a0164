#!/bin/bash
# Draws systems/pictures/ again: each built-in system at its initial state, with the paths of its bodies; the animation of
# README.md, the pictures of the tutorial, and those of schemas/figures.md. Needs cchnn-gen and cchnn-eval in PATH.
#
# The animation shows predictions for one trajectory that are kept in predictions/: training takes longer than drawing. They were
# made by apps/python/baselines, for each MODEL on the data of `cchnn-gen generate chain_pendulum_3 -o data`:
#   train MODEL data/chain_pendulum_3 -o MODEL.pt --hidden 128 --epochs 200
#   rollout MODEL.pt one/chain_pendulum_3 -o MODEL.npz
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

for file in "$here"/../*.json "$here"/../benchmarks/*.json "$here"/../peers/*.json "$here"/../surfaces/*.json \
        "$here"/../lagrangians/*.json; do
    system=$(basename "$file" .json)
    cchnn-gen show "$system" --svg "$here/$system.svg" --force
done

cchnn-gen generate chain_pendulum_3 -o one --train 0 --valid 0 --test 1
cchnn-eval score one/chain_pendulum_3/test.h5 "$here"/predictions/*.npz --animation "$here/animation.svg" --force >score.txt

cchnn-gen generate chain_pendulum_3 -o data --train 0 --valid 0
test_set=data/chain_pendulum_3/test.h5
cchnn-gen rollout chain_pendulum_3 --from $test_set --epsilon 1e-5 --model 'perturbed by 1e-5' -o perturbed.h5
cchnn-gen rollout chain_pendulum_3 --from $test_set --protocol paper --model 'dopri5 at rtol 1e-7' -o dopri5.h5
cchnn-eval score $test_set perturbed.h5 dopri5.h5 --figures pictures >score.txt
cp pictures/error_over_time.svg "$here/error_over_time.svg"

# The page of the tutorial, by Chromium where it is; the picture carries the signature that it shows.
cchnn-gen rollout chain_pendulum_3 --from $test_set --epsilon-length 0.3 --model 'perturbed by 0.3' -o far.h5
cchnn-eval score $test_set far.h5 perturbed.h5 --html page.html >score.txt
mkdir page
python3 "$here/../../tests/report/look_at_page.py" page.html page && cp page/motion.png "$here/page.png"

# The commands of schemas/figures.md as they stand there.
mkdir figures && cd figures
sed -n '/^```sh/,/^```/{/^```/d;p}' "$here/../../schemas/figures.md" >commands.sh
bash -e commands.sh >scores.txt
cp fig10c/violation_by_rtol.svg "$here/fig10c.svg"
cp fig6/error_over_time.svg "$here/fig6.svg"
cp fig10a/relative_error.svg "$here/fig10a.svg"
