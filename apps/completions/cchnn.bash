# Completion for bash of cchnn-gen and cchnn-eval: commands, families and options as `help` lists them, names of systems, files.
# Sourced, or installed where bash-completion looks for it.

# Words of a part of a help text: commands, or options.
_cchnn_listed() {
    case $1 in
        commands) sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' ;;
        options) grep -oE '^  (-[a-zA-Z],)?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+' ;;
    esac
}

_cchnn() {
    local program=$1 current=${COMP_WORDS[COMP_CWORD]} command=() words=
    # "graph chain" and "challenge seal" have a second word; of all other commands options and files follow the first.
    if [ "$COMP_CWORD" -gt 1 ]; then command=("${COMP_WORDS[1]}"); fi
    if [ "$COMP_CWORD" -gt 2 ] && [[ ${COMP_WORDS[1]} =~ ^(graph|challenge)$ ]]; then command+=("${COMP_WORDS[2]}"); fi
    if [ "${COMP_WORDS[1]}" = help ]; then command=("${COMP_WORDS[@]:2:COMP_CWORD-2}"); fi
    local help
    help=$("$program" help "${command[@]}" 2>/dev/null) || return 0
    case $current in
        -*) words=$(_cchnn_listed options <<<"$help") ;;
        *)
            words=$(_cchnn_listed commands <<<"$help")
            case " show generate rollout lyapunov import " in
                *" ${COMP_WORDS[1]} "*) words="$words $("$program" list 2>/dev/null | grep -oE '^[a-z0-9_]+ ')" ;;
            esac
            if [ "${COMP_WORDS[1]}" = suite ] && [ "${program##*/}" = cchnn-gen ]; then
                words="$words paper pendulums mechanisms"
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _cchnn cchnn-gen cchnn-eval
