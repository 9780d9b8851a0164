# Completion for fish of cchnn-gen and cchnn-eval: commands, families and options as `help` lists them, names of systems, files.
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

function __cchnn_commands
    __cchnn_help | sed -nE '/^Subcommands:/,/^$/s/^  ([a-z][a-z-]*) +(.*)$/\1\t\2/p'
end

function __cchnn_options
    __cchnn_help | sed -nE 's/^  (-[a-zA-Z],)?(--[a-z0-9-]+).*/\2/p'
end

function __cchnn_systems
    set -l words (commandline -opc)
    if contains -- "$words[2]" show generate rollout lyapunov import
        command -q $words[1]; and $words[1] list 2>/dev/null | sed -nE 's/^([a-z0-9_]+) .*/\1\tsystem/p'
    end
end

for program in cchnn-gen cchnn-eval
    complete -c $program -n 'test (count (commandline -opc)) = 1' -f
    complete -c $program -a '(__cchnn_commands; __cchnn_systems)'
    complete -c $program -n 'string match -q -- "-*" (commandline -ct)' -a '(__cchnn_options)'
end
