#!/bin/bash
# The reference of the door (lib/cchnn/Doxyfile) is made without a warning: every name of it is documented, every reference
# leads somewhere. Where Doxygen is installed (`apps/install_packages.sh reference`); else says so and is skipped.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if ! command -v doxygen >/dev/null; then
    echo "skipped: doxygen is not installed"
    exit 77
fi
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT
cd "$root"
warnings=$({ cat lib/cchnn/Doxyfile; echo "OUTPUT_DIRECTORY = $output"; } | doxygen - 2>&1)
if [ -n "$warnings" ]; then
    echo "$warnings"
    exit 1
fi
[ -f "$output/html/classcchnn_1_1_system.html" ] || { echo "class System is not in the reference:"; ls "$output/html"; exit 1; }
