#!/bin/bash
# The manual page of a program, made from its help: one part a command.
#
#   apps/man_page.sh build/bin/cchnn-gen > cchnn-gen.1
set -euo pipefail

if [ $# != 1 ]; then sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
program=$1
name=$(basename "$program")

# As it stands, in lines that roff takes for text.
verbatim() {
    echo ".nf"
    sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^\([.']\)/\\\\\&\1/"
    echo ".fi"
}

help=$("$program" help)
echo ".TH ${name^^} 1 \"\" \"$("$program" --version | head -n 1)\" \"User Commands\""
echo ".SH NAME"
sed -n "1s/^/$name \\\\- /p" <<<"$help"
echo ".SH DESCRIPTION"
sed 1d <<<"$help" | verbatim
sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help" | while read -r command; do
    echo ".SH $name $command"
    "$program" help "$command" | verbatim
done
