#!/bin/bash
# The page apps/commands.md: every command and option of both programs, made from their help.
#
#   apps/commands_page.sh build/bin > apps/commands.md
set -euo pipefail

if [ $# != 1 ]; then sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
bin=$1

# "generate", "merge", ...: what a help lists; nothing where it lists nothing.
listed() { sed -nE '/^Examples?:/q; s/^  ([a-z][a-z-]*)( .*)?$/\1/p'; }

part() {
    local level=$1
    shift
    printf '\n%s %s\n\n```text\n%s\n```\n' "$level" "$*" "$("$bin/$1" help "${@:2}")"
}

cat <<'END'
# Commands

What `--help` prints, made by `apps/commands_page.sh build/bin > apps/commands.md`. Every command takes `--help`, `--quiet`, `--json FILE|-` ([what it writes](../schemas/commands.md)), and `--patience` and `--require-jail` ([files from strangers](../schemas/security.md)).
END
for program in cchnn-gen cchnn-eval; do
    part '##' "$program"
    for command in $("$bin/$program" help | listed); do
        if [ "$command" = help ]; then continue; fi
        part '###' "$program" "$command"
        for step in $("$bin/$program" help "$command" | listed); do part '###' "$program" "$command" "$step"; done
    done
done
