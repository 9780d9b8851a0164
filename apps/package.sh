#!/bin/bash
# A Debian package of both programs that runs on every x86-64 processor: kernels for x86-64, x86-64-v3 and x86-64-v4 are in it,
# and a program takes the best that its processor runs. Manual pages, completions for bash, zsh and fish, the built-in systems,
# the schemas and the Python package are in it too.
#
#   apps/package.sh [DIRECTORY]      cchnn_VERSION_amd64.deb in DIRECTORY [.]; built in build-package/
#
# apt install ./cchnn_VERSION_amd64.deb installs it. CCHNN_MAINTAINER, "Name <name@place>", is who answers for the package
# [cchnn developers, no address]; CCHNN_JOBS the number of jobs of the build.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case ${1:-} in
    -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) echo "package.sh: unknown option '$1'; known: --help" >&2; exit 2 ;;
esac
mkdir -p "${1:-.}"
directory=$(cd "${1:-.}" && pwd)
build=$root/build-package

"$root/apps/install_packages.sh" programs package
# The same bytes from the same sources: the time of the files in it is that of the last change.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)}
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_INSTALL_PREFIX=/usr -DCCHNN_MARCH=all \
    -DCCHNN_TESTS=OFF -DCCHNN_MAINTAINER="${CCHNN_MAINTAINER:-}" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
cmake --build "$build" --parallel "$("$root/apps/jobs.sh")"
(cd "$build" && cpack -G DEB -B "$build/made" >"$build.log" 2>&1) || { cat "$build.log" >&2; exit 1; }
rm "$build.log"
mv "$build"/made/*.deb "$directory"
(cd "$directory" && ls -l cchnn_*_amd64.deb)
