#!/bin/bash
# clang-tidy 14 over lib/ and apps/, with the checks of .clang-tidy: no finding is the only good answer.
#
#   tests/tidy.sh BUILD [PATTERN]     BUILD: a configured build directory; PATTERN: of paths, such as 'lib/score/'
#
# Exit code 77 where clang-tidy 14 is not installed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tidy=$(command -v clang-tidy-14) || { echo "no clang-tidy-14"; exit 77; }
cd "$root"
build=${1:?BUILD is missing}
jobs=$("$root/apps/jobs.sh")
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
# GCC's own scheduling is unknown to Clang, which takes it for an error; its own warnings too, and that is no finding.
sed -E 's/ -fschedule-insns| -fsched-pressure//g' "$build/compile_commands.json" >"$commands/compile_commands.json"
find lib apps -name '*.cpp' | grep -E "${2:-.}" | sort |
    xargs -P "$jobs" -n 1 "$tidy" -p "$commands" --quiet --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-unused-command-line-argument 2> >(grep -v 'warnings* generated' >&2)
