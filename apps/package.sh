#!/bin/bash
# Packages of both programs that run on every Linux of an architecture and ask the system for no library: they are static. On x86-64
# each has kernels for x86-64, x86-64-v3 and x86-64-v4, and takes the best that its processor runs. Manual pages, completions for
# bash, zsh and fish, the built-in systems, the schemas and the Python package are in them too.
#
#   apps/package.sh [--arch ARCH] [wheel] [tarball] [deb] [container] [DIRECTORY]      into DIRECTORY [.], without a kind a deb
#
#   ARCH       x86_64 or aarch64 [that of this machine]; aarch64 can be made on x86_64, in build-package-aarch64/
#   wheel      cchnn-VERSION-py3-none-manylinux_2_17_ARCH.manylinux2014_ARCH.whl, for pip
#   tarball    cchnn-VERSION-linux-ARCH.tar.xz, a directory that can lie anywhere
#   deb        cchnn_VERSION_amd64.deb or cchnn_VERSION_arm64.deb, for apt install
#   container  cchnn-VERSION-container-ARCH.tar.gz, for docker load and podman load; holds the programs alone
#
# CCHNN_MAINTAINER, "Name <name@place>", is who answers for the deb [cchnn developers, no address]; CCHNN_JOBS the number of jobs
# of the build.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
arch=$(uname -m)
if [ "${1:-}" = --arch ]; then
    arch=${2:-}
    shift $(($# > 1 ? 2 : 1))
fi
kinds=''
while [[ ${1:-} =~ ^(wheel|tarball|deb|container)$ ]]; do
    kinds="$kinds $1"
    shift
done
case ${1:-} in
    -h | --help) sed -n '2,16s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) echo "package.sh: unknown option '$1'; known: --arch, --help" >&2; exit 2 ;;
esac
if [ $# -gt 1 ]; then echo "package.sh: takes kinds (wheel, tarball, deb, container), then one directory; got '$*'" >&2; exit 2; fi
needed='programs package'
build=$root/build-package
case $arch in
    x86_64) debian=amd64 options=(-DCCHNN_MARCH=all) ;;
    aarch64) debian=arm64 options=(-DCCHNN_MARCH=armv8-a) ;;
    *) echo "package.sh: --arch must be x86_64 or aarch64, got '$arch'" >&2; exit 2 ;;
esac
if [ "$arch" != "$(uname -m)" ]; then
    toolchain=$root/apps/package/$arch.cmake
    if [ ! -f "$toolchain" ]; then echo "package.sh: packages for $arch are made on $arch alone" >&2; exit 2; fi
    needed="$needed $arch"
    build=$build-$arch
    options+=(--toolchain "$toolchain")
fi
if [[ $kinds = *container* ]]; then needed="$needed container"; fi
made=$build/made
mkdir -p "${1:-.}"
directory=$(cd "${1:-.}" && pwd)

# Unquoted on purpose: words of a list.
"$root/apps/install_packages.sh" $needed
# The same bytes from the same sources: the time of the files in it is that of the last change.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)}
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_INSTALL_PREFIX=/usr "${options[@]}" \
    -DCCHNN_STATIC=ON -DCCHNN_TESTS=OFF -DCCHNN_MAINTAINER="${CCHNN_MAINTAINER:-}" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
cmake --build "$build" --parallel "$("$root/apps/jobs.sh")"

version=$(sed -n 's/.*tool_version = "\(.*\)";/\1/p' "$root/lib/core/version.hpp")
tree=$made/cchnn-$version-linux-$arch

# An installation with the terms of its libraries, for wheel and tarball.
install_tree() {
    rm -rf "$tree"
    cmake --install "$build" --prefix "$tree" --strip >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
    rm -r "$tree/share/lintian"
    "$root/apps/package/terms.sh" "$tree" "$arch"
}

make_wheel() {
    install_tree
    rm -f "$made"/*.whl  # a test looks at the last one
    python3 "$root/apps/package/wheel.py" "$tree" "$version" "$arch" "$made"
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

make_container() {
    install_tree
    rm -rf "$made"/images*
    images() { buildah --storage-driver vfs --root "$made/images" --runroot "$made/images.run" "$@"; }
    images build -q --isolation chroot --arch $debian --timestamp "$SOURCE_DATE_EPOCH" -t "cchnn:$version" \
        -f "$root/apps/package/Containerfile" "$tree" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
    images push -q "cchnn:$version" "docker-archive:$made/images.tar:cchnn:$version" 2>/dev/null
    gzip -9n <"$made/images.tar" >"$directory/cchnn-$version-container-$arch.tar.gz"
    rm -rf "$made"/images*
}

for kind in ${kinds:-deb}; do "make_$kind"; done
rm "$build.log"
(cd "$directory" && ls -l cchnn[_-]*"$version"[_-]*)
