#!/bin/bash
# Packages of both programs that run on every x86-64 processor and ask the system for no library: they are static. Kernels for x86-64,
# x86-64-v3 and x86-64-v4 are in each, and a program takes the best that its processor runs. Packages for ARM do not exist yet.
# Manual pages, completions for bash, zsh and fish, the built-in systems, the schemas and the Python package are in them too.
#
#   apps/package.sh [wheel] [tarball] [deb] [DIRECTORY]      into DIRECTORY [.], without a kind a deb; built in build-package/
#
#   wheel      cchnn-VERSION-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl, for pip
#   tarball    cchnn-VERSION-linux-x86_64.tar.xz, a directory that can lie anywhere
#   deb        cchnn_VERSION_amd64.deb, for apt install
#
# CCHNN_MAINTAINER, "Name <name@place>", is who answers for the deb [cchnn developers, no address]; CCHNN_JOBS the number of jobs
# of the build.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
kinds=''
while [[ ${1:-} =~ ^(wheel|tarball|deb)$ ]]; do
    kinds="$kinds $1"
    shift
done
case ${1:-} in
    -h | --help) sed -n '2,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) echo "package.sh: unknown option '$1'; known: --help" >&2; exit 2 ;;
esac
if [ $# -gt 1 ]; then echo "package.sh: takes kinds (wheel, tarball, deb), then one directory; got '$*'" >&2; exit 2; fi
mkdir -p "${1:-.}"
directory=$(cd "${1:-.}" && pwd)
build=$root/build-package
made=$build/made

"$root/apps/install_packages.sh" programs package
# The same bytes from the same sources: the time of the files in it is that of the last change.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)}
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_INSTALL_PREFIX=/usr -DCCHNN_MARCH=all \
    -DCCHNN_TESTS=OFF -DCCHNN_MAINTAINER="${CCHNN_MAINTAINER:-}" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
cmake --build "$build" --parallel "$("$root/apps/jobs.sh")"

version=$(sed -n 's/.*tool_version = "\(.*\)";/\1/p' "$root/lib/core/version.hpp")
tree=$made/cchnn-$version-linux-x86_64

# An installation with the terms of its libraries, for wheel and tarball.
install_tree() {
    rm -rf "$tree"
    cmake --install "$build" --prefix "$tree" --strip >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
    rm -r "$tree/share/lintian"
    "$root/apps/package/terms.sh" "$tree"
}

make_wheel() {
    install_tree
    rm -f "$made"/*.whl  # a test looks at the last one
    python3 "$root/apps/package/wheel.py" "$tree" "$version" "$made"
    cp "$made"/*.whl "$directory"
}

make_tarball() {
    install_tree
    ln -s lib/python3/dist-packages "$tree/python"
    tar -C "$made" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
        -cJf "$directory/$(basename "$tree").tar.xz" "$(basename "$tree")"
}

make_deb() {
    (cd "$build" && cpack -G DEB -B "$made" >"$build.log" 2>&1) || { cat "$build.log" >&2; exit 1; }
    mv "$made"/*.deb "$directory"
}

for kind in ${kinds:-deb}; do "make_$kind"; done
rm "$build.log"
(cd "$directory" && for file in cchnn[_-]*; do case $file in *.whl | *.tar.xz | *_amd64.deb) ls -l "$file" ;; esac; done)
