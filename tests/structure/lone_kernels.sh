#!/bin/bash
# Sets of kernels that a program can hold side by side share nothing: of each object (cchnn_add_kernels() in lib/CMakeLists.txt) one
# door is seen from outside, no group is left of which a linker would keep one for several objects, and nothing runs before the door
# is asked: a program starts on processors that lack the instructions of most of its sets.
#
#   tests/structure/lone_kernels.sh OBJECT ...
#   tests/structure/lone_kernels.sh --build BUILD     in a configured build directory, makes one object for every x86-64 processor,
#                                                     and a program that holds other kernels too gets the same bits from both
set -euo pipefail

look_at() {
    local object=$1 door leaves groups
    door=$(basename "$object" .o)
    leaves=$(nm --defined-only --extern-only "$object" | awk '{print $2, $3}')
    if [ "$leaves" != "T ${door//-/_}" ]; then
        printf '%s: more leaves it than its door:\n%s\n' "$object" "$leaves" | head -20
        exit 1
    fi
    if readelf --wide --sections "$object" | grep -E ' \.(init_array|ctors|preinit_array)'; then
        echo "$object: runs code as the program starts"
        exit 1
    fi
    groups=$(readelf --wide --section-groups "$object")
    if [[ $groups != *'no section groups'* ]]; then
        printf '%s: has groups that other objects may have too:\n%s\n' "$object" "$groups" | head -20
        exit 1
    fi
}

if [ "${1:-}" = --build ]; then
    jobs=$("$(dirname "${BASH_SOURCE[0]}")/../../apps/jobs.sh")
    cmake --build "$2" --parallel "$jobs" --target use_kernels
    look_at "$2/tests/cchnn_kernels_x86-64.o"
    exec "$2/bin/use_kernels"
fi
if [ $# = 0 ]; then echo 'lone_kernels.sh: name the objects' >&2; exit 2; fi
for object in "$@"; do look_at "$object"; done
