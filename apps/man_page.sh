#!/bin/bash
# The manual page of a program, made from its help. Words before the program run it, where it is for another processor.
#
#   apps/man_page.sh [qemu-aarch64] build/bin/cchnn-gen > cchnn-gen.1
set -euo pipefail

if [ $# = 0 ]; then sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
program=("$@")
file=${!#}
name=$(basename "$file")

# A help text in the language of manual pages. `part` is what is wanted of it:
#   about      what the program is      commands   its commands below their headings
#   options    arguments and options below their headings, and the paragraphs that follow; those of `common` are left out
#   common     -q, --patience, --require-jail with their texts, a line each
#   notes      those paragraphs alone
#   examples   as they stand            exits      exit codes, one by one
roff() {
    awk -v part="$1" -v name="$name" -v common="${2:-}" '
    function plain(text) { gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); sub(/^[.\047]/, "\\\\\\&&", text); return text }
    # What is typed is bold, as in "--starts first|chunk"; names for what may be typed are not.
    function bold(text,    words, i, line, count) {
        count = split(text, words, " ")
        for (i = 1; i <= count; ++i)
            line = line (i > 1 ? " " : "") (words[i] ~ /^-|^[a-z0-9|-]+$/ ? "\\fB" : "\\fI") plain(words[i]) "\\fR"
        return line
    }
    # Help is filled: a line that had room for the first word of the next one ends a paragraph.
    function add_line(line,    word) {
        word = line
        sub(/ .*/, "", word)
        if (part == "options" || part == "notes") print (last + 1 + length(word) <= 80 ? ".PP\n" : "") plain(line)
        last = length(line)
    }
    function end_entry() {
        if (entry == "") return
        line = entry "\t" what
        if (part == "common" && entry ~ /^(-q,|--patience|--require-jail)/) print line
        is_new = entry !~ /^-h,/ && index("\n" common "\n", "\n" line "\n") == 0
        if (entry ~ /^[a-z]/ ? part == "commands" : part == "options" && is_new) {
            if (heading != "" && part == "commands") print ".SS \"" plain(heading) "\""
            if (heading != "" && part == "options") print ".PP\n\\fI" plain(heading) "\\fR"
            heading = ""
            print ".TP\n" bold(entry) "\n" plain(what)
        }
        entry = what = ""
    }
    # "0 fine, 1 an audit failed, 129, 130, 143 stopped": codes, and what each means.
    function print_exits(text,    end) {
        while (match(text, /^[0-9]+(, [0-9]+)* /)) {
            print ".TP\n\\fB" substr(text, 1, RLENGTH - 1) "\\fR"
            text = substr(text, RLENGTH + 1)
            end = match(text, /, [0-9]+[ ,]/) ? RSTART : length(text) + 1
            print plain(substr(text, 1, end - 1))
            text = substr(text, end + 2)
        }
    }
    BEGIN { place = "about" }
    /^Usage: / { if (part == "options") print bold(substr($0, 8)); place = "usage"; next }
    place == "about" { if (part == "about") { sub(/\.$/, ""); print tolower(substr($0, 1, 1)) plain(substr($0, 2)) }; next }
    /^Examples?:$/ { end_entry(); place = "examples"; next }
    place == "examples" && /^  / { if (part == "examples") print plain($0); next }
    place == "usage" && /^[A-Z].*:$/ { end_entry(); heading = substr($0, 1, length($0) - 1); next }
    place == "usage" && /^                              / { sub(/^ +/, ""); what = what (what == "" ? "" : " ") $0; next }
    place == "usage" && /^  / {
        end_entry()
        entry = substr($0, 3)  # the whole line where it passes the column of what it does
        if (substr($0, 30, 1) == " " && substr($0, 1, 29) !~ /: *$/) { entry = substr($0, 3, 27); what = substr($0, 31) }
        sub(/ +$/, "", entry)
        next
    }
    place == "exits" && /^$/ { place = "notes" }
    /^$/ { end_entry(); last = 0; next }
    { end_entry(); if (place == "usage") place = "notes" }
    place == "examples" && /^Exit codes: / { place = "exits" }
    place == "notes" { add_line($0) }
    place == "exits" { exits = exits (exits == "" ? "" : " ") $0 }
    END {
        end_entry()
        if (part == "exits") print_exits(substr(exits, 13))
    }'
}
listed() { sed -nE '/^Examples?:/q; s/^  ([a-z][a-z-]*)( .*)?$/\1/p'; }

help=$("${program[@]}" help)
# "graph chain" and "challenge seal" are commands too.
commands=$(for command in $(listed <<<"$help"); do
    if [ "$command" = help ]; then continue; fi
    echo "$command"
    for step in $("${program[@]}" help "$command" | listed); do echo "$command $step"; done
done)
common=$("${program[@]}" help check | roff common)

date=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(stat -c %Y "$file")}" +%F)
echo ".TH ${name^^} 1 $date \"$("${program[@]}" --version | head -n 1)\" \"User Commands\""
echo ".SH NAME"
echo "$name \\- $(roff about <<<"$help")"
echo ".SH SYNOPSIS"
typed=${name//-/\\-}
printf '.B %s\n.I command\n.RI [ options ]\n.RI [ arguments ]\n.br\n' "$typed"
printf '.B %s help\n.RI [ command ]\n.br\n.B %s \\-\\-version\n' "$typed" "$typed"
echo ".SH DESCRIPTION"
sed -n 1p <<<"$help"
roff notes <<<"$help"
echo ".SH COMMANDS"
roff commands <<<"$help"
echo ".SH OPTIONS"
echo ".SS \"Every command\""
printf '.TP\n\\fB\\-h,\\-\\-help\\fR\nprint its help\n'
while IFS=$'\t' read -r entry what; do
    printf '.TP\n\\fB%s\\fR\n%s\n' "${entry//-/\\-}" "${what//-/\\-}"
done <<<"$common"
while read -r command; do
    echo ".SS \"${command//-/\\-}\""
    # Unquoted on purpose: "graph chain" is two words.
    "${program[@]}" help $command | roff options "$common"
done <<<"$commands"
echo ".SH EXAMPLES"
echo "$commands" | while read -r command; do
    examples=$("${program[@]}" help $command | roff examples)
    if [ -n "$examples" ]; then printf '.SS "%s"\n.EX\n%s\n.EE\n' "${command//-/\\-}" "$examples"; fi
done
echo ".SH EXIT STATUS"
roff exits <<<"$help"
echo ".SH FILES"
entry() { printf '.TP\n.I %s\n%s\n' "${1//-/\\-}" "${2//-/\\-}"; }
if [ "$name" = cchnn-gen ]; then
    entry 'DIR/SYSTEM/train.h5, valid.h5, test.h5' 'the sets of a dataset; schemas/dataset.md describes them'
    entry DIR/SYSTEM/manifest.json 'the lock file, from which generate --lock makes the same dataset again'
    entry DIR/SYSTEM/SHA256SUMS 'digests of its files, which verify compares'
    entry DIR/.SYSTEM.unfinished/ 'finished blocks of an interrupted run, for --resume'
else
    entry BOARD/board.lock.json 'test sets, signatures and submissions of a board; schemas/board.md describes it'
fi
entry PREFIX/share/cchnn/schemas/ 'pages about each format, if the programs were installed from a package'
echo ".SH SEE ALSO"
for other in cchnn-gen cchnn-eval; do
    if [ "$other" != "$name" ]; then printf '.BR %s (1)\n' "${other//-/\\-}"; fi
done
