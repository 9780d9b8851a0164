#!/bin/bash
# No program has an instruction that compilers make of a b + c beside d e - f, rounding once what is written to be
# rounded twice, -ffp-contract=off or not (lib/flags.cmake says when): bits would then depend on compiler and processor.
#
#   tests/structure/fused_products.sh OBJDUMP PROGRAM ...
set -euo pipefail

objdump=$1
shift
for program in "$@"; do
    found=$("$objdump" --disassemble --demangle --no-show-raw-insn "$program" |
        awk '/^[0-9a-f]+ <.*>:$/ { where = $0; ++functions } /vfm(addsub|subadd)/ { print where; print }
             END { if (!functions) print "no functions to look into" }')
    if [ -n "$found" ]; then
        echo "$program: $found" | head -20
        exit 1
    fi
done
