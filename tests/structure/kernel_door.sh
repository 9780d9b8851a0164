#!/bin/bash
# kernel_door.sh BUILD: the kernels for any x86-64 processor as a shared object, from a build directory that is configured. What
# leaves it is its door and nothing else, no weak symbol either; and a program that holds other kernels gets the same bits from it.
set -euo pipefail

build=$1
object=$build/lib/libcchnn_kernels_x86-64.so
cmake --build "$build" --parallel "$("$(dirname "${BASH_SOURCE[0]}")/../../apps/jobs.sh")" --target cchnn_kernels_x86-64 use_kernels

# --defined-only: what every object asks the C library for is weak and undefined.
leaves=$(nm -D --defined-only "$object" | awk '{print $2, $3}')
if [ "$leaves" != "T cchnn_kernels" ]; then
    printf '%s: more leaves it than its door:\n%s\n' "$object" "$leaves"
    exit 1
fi
"$build/bin/use_kernels" "$object"
