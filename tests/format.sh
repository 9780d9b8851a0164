#!/bin/bash
# Is the code as .clang-format says? Names each file that is not; exit code 1 then, 77 without clang-format 14, since other
# versions lay code out differently (apps/install_packages.sh format installs it).
#
#   tests/format.sh            looks
#   tests/format.sh --fix      mends
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case ${1:-} in
    '' | --fix) ;;
    *) sed -n '2,6s/^# \{0,1\}//p' tests/format.sh; exit 2 ;;
esac
if ! command -v clang-format-14 >/dev/null; then
    echo "no clang-format-14: apps/install_packages.sh format installs it"
    exit 77
fi
sources() { find apps lib tests \( -name '*.cpp' -o -name '*.hpp' \) -print0 | sort -z; }
if [ "${1:-}" = --fix ]; then
    sources | xargs -0 clang-format-14 -i
    exit 0
fi
if ! found=$(sources | xargs -0 clang-format-14 --dry-run 2>&1); then
    echo "$found"
    exit 1
fi
unformatted=$(sed -nE 's/^([^:]+):[0-9]+:[0-9]+: .*clang-format-violations.*/\1/p' <<<"$found" | sort -u)
if [ -n "$unformatted" ]; then
    echo "not as .clang-format says; tests/format.sh --fix mends it:"
    echo "$unformatted"
    exit 1
fi
