#!/bin/bash
# Builds the harnesses of tests/fuzz/harness with Clang and libFuzzer and lets each run. The sources that a harness is about are
# compiled with coverage and sanitizers into it; all else comes from a build of the library.
#
#   tests/fuzz/run.sh build 60 [formula npz ...]     seconds each, all harnesses where none is named
#   tests/fuzz/run.sh build 0                        found inputs and corpora alone
#
# Inputs that were found once are in tests/fuzz/found/HARNESS/ and are passed first; new ones are left in BUILD/fuzz/HARNESS/.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
seconds=$2
shift 2

# What is instrumented, below lib/.
sources_of() {
    case $1 in
        system_file) echo 'spec/*.cpp spec/reading/*.cpp spec/meaning/*.cpp spec/json/*.cpp elements/parts/formula/formula.cpp elements/parts/formula/number_formula.cpp' ;;
        json) echo 'spec/json/json_syntax.cpp' ;;
        formula) echo 'elements/parts/formula/formula.cpp' ;;
        judge_formula) echo 'judge/formula.cpp' ;;
        obj) echo 'mesh/obj_file.cpp' ;;
        npy_header) echo 'files/numpy/npy_header.cpp' ;;
        npz) echo 'files/numpy/npz_reading.cpp files/numpy/npy_header.cpp' ;;
        message) echo 'files/jail/message.cpp files/hdf5_values.cpp' ;;
        reader_answers) echo 'files/jail/reader_process.cpp files/jail/message.cpp files/array_reading.cpp files/hdf5_values.cpp' ;;
        journal_block) echo 'dataset/resume/journal.cpp' ;;
        lock_file) echo 'dataset/documents/lock_file.cpp dataset/documents/publication.cpp integrate/protocol/read_protocol.cpp' ;;
        job) echo 'dataset/resume/job.cpp' ;;
        model) echo 'convert/*.cpp convert/mjcf/*.cpp' ;;
        thresholds) echo 'score/gate.cpp' ;;
    esac
}

# Small texts that are right, which mutations begin with.
corpus_of() {
    case $1 in
        system_file | json) cp "$root"/systems/*.json "$2" ;;
        model) find "$root/tests/convert/models" -maxdepth 1 -type f -size -8 -exec cp -t "$2" {} + ;;
        obj) cp "$root"/systems/meshes/*.obj "$2" 2>/dev/null || true ;;
    esac
    [ -d "$root/tests/fuzz/corpus/$1" ] && cp "$root/tests/fuzz/corpus/$1"/* "$2"
    return 0
}

compile() {
    local place=$1 sources
    sources=$(cd "$root/lib" && echo $(sources_of "$2"))
    clang++-14 -std=c++20 -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -D_GLIBCXX_ASSERTIONS \
        -I"$root/lib" -I"$root/tests/fuzz/harness" -isystem /usr/include/hdf5/serial -isystem /usr/include/eigen3 \
        -isystem "$root/.packages/libvalijson-dev/usr/include" \
        "$root/tests/fuzz/harness/$2.cpp" $(cd "$root/lib" && ls -d $sources | sed "s|^|$root/lib/|") \
        -Wl,--allow-multiple-definition "$build/libcchnn.a" -L/usr/lib/x86_64-linux-gnu/hdf5/serial -lhdf5_hl -lhdf5 \
        -lcrypto -lminizip -lz -lmpfr -lxxhash -lpugixml -lpthread -o "$place/$2"
}

if [ $# = 0 ]; then set -- $(cd "$root/tests/fuzz/harness" && ls ./*.cpp | sed 's|./||; s|\.cpp||'); fi
for harness in "$@"; do
    place=$build/fuzz/$harness
    mkdir -p "$place/corpus"
    compile "$place" "$harness"
    corpus_of "$harness" "$place/corpus"
    found=$root/tests/fuzz/found/$harness
    [ ! -d "$found" ] || "$place/$harness" -timeout=5 -rss_limit_mb=2048 "$found"/* 2>"$place/log" || { tail -n 30 "$place/log"; exit 1; }
    # Of what is slow under sanitizers five seconds are two without them.
    "$place/$harness" -timeout=10 -rss_limit_mb=2048 -max_len=4096 -max_total_time="$seconds" $([ "$seconds" != 0 ] || echo -runs=0) \
        -artifact_prefix="$place/" -print_final_stats=1 "$place/corpus" >"$place/log" 2>&1 || { tail -n 40 "$place/log"; echo "fuzz: $harness found something: $place"; exit 1; }
    echo "fuzz: $harness, $(sed -n 's/^stat::number_of_executed_units: *//p' "$place/log") executions without a finding"
done
