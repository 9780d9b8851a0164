# Completion for bash of cchnn-gen and cchnn-eval: commands, options and their values as `help` lists them, systems, files.
# Sourced, or installed where bash-completion looks for it.

# Words of a help text that may stand at a place: commands, options, or what follows an option or a name in capitals, which
# help writes as first|chunk or NAME|FILE|all. NAME stands for built-in systems; other capitals are for people.
_cchnn_listed() {
    case $1 in
        commands) sed -nE '/^Examples?:/q; s/^  ([a-z][a-z-]*)( .*)?$/\1/p' ;;
        options) sed -nE 's/^  (-[a-zA-Z],)?(--[a-z0-9-]+).*/\2/p' ;;
        *) sed -nE "s/^  (-[a-zA-Z],)?$1(,--[a-z-]+)? ([A-Za-z0-9|-]+)([= ].*)?$/\3/p" | tr '|' '\n' | sed -E '/^([A-Z][A-Z0-9]+|N|-)$/d' ;;
    esac
}

_cchnn() {
    local program=$1 current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=() words= help
    # "graph chain" and "challenge seal" have a second word; of all other commands options and files follow the first.
    if [ "$COMP_CWORD" -gt 1 ]; then command=("${COMP_WORDS[1]}"); fi
    if [ "$COMP_CWORD" -gt 2 ] && [[ ${COMP_WORDS[1]} =~ ^(graph|challenge)$ ]]; then command+=("${COMP_WORDS[2]}"); fi
    if [ "${COMP_WORDS[1]}" = help ]; then command=("${COMP_WORDS[@]:2:COMP_CWORD-2}"); fi
    help=$("$program" help "${command[@]}" 2>/dev/null) || return 0
    if [[ $current == -* ]]; then
        words=$(_cchnn_listed options <<<"$help")
    elif [[ $before == -* ]] && grep -qE -- "^  (-[a-zA-Z],)?$before(,--[a-z-]+)? [A-Za-z0-9|-]+([= ]|$)" <<<"$help"; then
        words=$(_cchnn_listed "$before" <<<"$help")
    else
        words=$(_cchnn_listed commands <<<"$help"; _cchnn_listed '[A-Z]+' <<<"$help")
        if grep -qE '^  [A-Z]+ NAME\|' <<<"$help"; then
            words="$words $("$program" list 2>/dev/null | sed -nE 's/^([a-z0-9_]+) +[0-9] .*/\1/p')"
        fi
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _cchnn cchnn-gen cchnn-eval
