#!/bin/bash
# A program of someone else's finds cchnn, is compiled with its own flags and none of ours, and gets the same bits.
#
#   build_and_run.sh installed BUILD      `cmake --install BUILD` into an empty directory, then find_package(cchnn)
#   build_and_run.sh subdirectory BUILD   add_subdirectory(this clone), with the options of BUILD
#
# Seconds: the second way does not compile the library once more, it sees that it would be compiled as that of BUILD was.
set -euo pipefail

way=$1 build=$2
if [ ! -f "$build/build.ninja" ]; then
    echo "skipped: reads what Ninja would do, and $build is built by another program"
    exit 77
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$build/consumer/$way
fail() { echo "failed: $1"; exit 1; }
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# What the commands of main.cpp must not hold: our flags, our rooms.
own_flags_alone() {
    local command
    command=$(grep '"command"' "$1/compile_commands.json" | grep -- '-o CMakeFiles/consumer.dir/main.cpp.o')
    for ours in -march -ffp-contract -fno-math-errno -Wconversion -Wshadow -fsanitize "/lib "; do
        if [[ $command == *"$ours"* ]]; then fail "'$ours' is imposed on users: $command"; fi
    done
}

# configure DIR NAME [options]: with all that consumers may ask for.
configure() {
    cmake -S "$here" -B "$1" -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${@:2}" >"$1.log" 2>&1 || { cat "$1.log"; fail "cmake"; }
    own_flags_alone "$1"
}
compile() {
    cmake --build "$@" >"$1.log" 2>&1 || { cat "$1.log"; fail "$*"; }
}
# The program in DIR prints the digests that cchnn-gen finds.
same_digests() {
    local said
    rm -rf "$work/data"
    said=$("$1/consumer" chain_pendulum_3 "$work/data")
    grep -q '^energy -\?[0-9.e+-]* J$' <<<"$said" || fail "no energy in: $said"
    grep '\.h5 ' <<<"$said" | diff - "$work/expected" || fail "$1 has other digests than cchnn-gen"
    echo "$1: $(head -n 2 <<<"$said" | tail -n 1), $(wc -l <"$work/expected") digests"
}
# The commands that compile the library in a build directory, where it lies under `prefix`, without the names of directories.
library_commands() {
    ninja -C "$1" -t commands "$2libcchnn.a" | grep -- ' -c ' | sed "s# $2lib/CMakeFiles/# lib/CMakeFiles/#g; s#$1/$2#BUILD/#g; s# -fno-fast-math##" | sort
}
expect() {
    rm -rf "$work/truth"
    "$1" generate chain_pendulum_3 -o "$work/truth" --train 8 --valid 0 --test 4 >/dev/null
    for split in test train; do
        h5dump -a content_digest "$work/truth/chain_pendulum_3/$split.h5" | sed -n "s/^.*(0): \"\(.*\)\"$/$split.h5 \1/p"
    done >"$work/expected"
    [ "$(wc -l <"$work/expected")" = 2 ] || fail "no digests of cchnn-gen"
}

# The Python package of an installation runs the programs beside it.
package_finds_programs() {
    if ! /usr/bin/python3 -c 'import h5py' 2>/dev/null; then echo "python: skipped, no h5py"; return; fi
    (cd "$work" && env -u CCHNN_BIN PATH=/usr/bin:/bin PYTHONPATH="$1/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c "
import cchnn
from cchnn.programs import find_program
assert find_program('cchnn-eval') == '$1/bin/cchnn-eval', find_program('cchnn-eval')
print('python:', cchnn.Dataset('truth/chain_pendulum_3', 'test'))") || fail "the installed Python package"
    [ -f "$1/lib/python3/dist-packages/cchnn/py.typed" ] || fail "py.typed is not installed: no types for users"
    [ ! -e "$1/lib/python3/dist-packages/cchnn/__pycache__" ] || fail "compiled Python of the clone is installed"
}

case $way in
    installed)
        rm -rf "$work"
        mkdir -p "$work"
        cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; fail "cmake --install"; }
        # The door and nothing else: no header of a room, none that is heavy.
        (cd "$work/prefix/include" && find . -type f | sort) | diff - <(printf '%s\n' ./cchnn/cchnn.hpp ./cchnn/core/errors.hpp ./cchnn/core/split.hpp) ||
            fail "other headers than the door's are installed"
        expect "$work/prefix/bin/cchnn-gen"
        package_finds_programs "$work/prefix"
        compilers=("$(cached CMAKE_CXX_COMPILER)")
        # Sanitizers of one compiler do not link with those of another.
        if command -v clang++-14 >/dev/null && [[ ${compilers[0]} != *clang* && $(cached CCHNN_SANITIZE) != ON ]]; then compilers+=(clang++-14); fi
        for compiler in "${compilers[@]}"; do
            # -ffast-math flushes small numbers to zero from before main() on.
            for flags in "" -ffast-math; do
                name=$work/$(basename "$compiler")$flags
                configure "$name" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags"
                compile "$name"
                same_digests "$name"
            done
        done
        ;;
    subdirectory)
        rm -rf "$work"
        mkdir -p "$work"
        expect "$build/bin/cchnn-gen"
        options=(-DCCHNN_SOURCE="$(cd "$here/../.." && pwd)")
        for option in CMAKE_BUILD_TYPE CMAKE_C_COMPILER CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER_LAUNCHER CCHNN_WERROR CCHNN_SANITIZE CCHNN_MARCH CCHNN_LANES CCHNN_UNITY; do
            options+=("-D$option=$(cached $option)")
        done
        configure "$work/build" "${options[@]}" -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON
        for not_asked_for in cchnn-gen cchnn_tests; do
            if ninja -C "$work/build" -t targets all | grep -q "/$not_asked_for:"; then fail "$not_asked_for is built for users"; fi
        done
        # The commands that have made the library of BUILD, but for a word that changes nothing: that one is linked in its place.
        diff <(library_commands "$work/build" cchnn/) <(library_commands "$build" "") || fail "the library is compiled otherwise here"
        [ "$(library_commands "$build" "" | wc -l)" -gt 40 ] || fail "no commands to compare"
        if ninja -C "$work/build" -t commands cchnn/libcchnn.a | grep -- ' -c ' | grep -qv -- ' -fno-fast-math '; then
            fail "a project around the library can take its bits away, by -ffast-math"
        fi
        compile "$work/build" --target CMakeFiles/consumer.dir/main.cpp.o
        link=$(ninja -C "$work/build" -t commands consumer | tail -n 1)
        (cd "$work/build" && eval "${link// cchnn\/libcchnn.a/ $build\/libcchnn.a}") || fail "$link"
        same_digests "$work/build"
        ;;
esac
