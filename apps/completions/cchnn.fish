# Completion for fish of cchnn-gen and cchnn-eval: commands, options and their values as `help` lists them, systems, files.
# Installed under the names of both programs where fish looks for it (vendor_completions.d), or sourced.

# The help of what stands before the cursor: of "graph chain" and "challenge seal" both words count, of others the first.
function __cchnn_help
    set -l words (commandline -opc)
    set -l command $words[2]
    if contains -- "$command" graph challenge
        set command $words[2..3]
    else if test "$command" = help
        set command $words[3..-1]
    end
    command -q $words[1]; and $words[1] help $command 2>/dev/null
end

# What may stand at a place of which help says first|chunk or NAME|FILE|all; other capitals are for people.
function __cchnn_values
    __cchnn_help | sed -nE "s/^  (-[a-zA-Z],)?$argv[1](,--[a-z-]+)? ([A-Za-z0-9|-]+)([= ].*)?\$/\\3/p" | tr '|' '\n' | sed -E '/^([A-Z][A-Z0-9]+|N|-)$/d'
end

function __cchnn_before_takes_value
    set -l before (commandline -opc)[-1]
    string match -q -- '-*' $before
    and __cchnn_help | grep -qE -- "^  (-[a-zA-Z],)?$before(,--[a-z-]+)? [A-Za-z0-9|-]+([= ]|\$)"
end

function __cchnn_words
    if __cchnn_before_takes_value
        __cchnn_values (commandline -opc)[-1]
        return
    end
    __cchnn_help | sed -nE '/^Examples?:/q; s/^  ([a-z][a-z-]*) +(.*)$/\1\t\2/p'
    __cchnn_values '[A-Z]+'
    if __cchnn_help | grep -qE '^  [A-Z]+ NAME\|'
        set -l words (commandline -opc)
        $words[1] list 2>/dev/null | sed -nE 's/^([a-z0-9_]+) +[0-9] .*/\1\tsystem/p'
    end
end

function __cchnn_options
    __cchnn_help | sed -nE 's/^  (-[a-zA-Z],)?(--[a-z0-9-]+).*/\2/p'
end

for program in cchnn-gen cchnn-eval
    complete -c $program -n 'test (count (commandline -opc)) = 1' -f
    complete -c $program -n '__cchnn_before_takes_value; and count (__cchnn_values (commandline -opc)[-1]) >/dev/null' -f
    complete -c $program -a '(__cchnn_words)'
    complete -c $program -n 'string match -q -- "-*" (commandline -ct)' -a '(__cchnn_options)'
end
