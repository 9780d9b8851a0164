#!/bin/bash
# Copies the shared libraries that the programs of an installation need, but those of glibc, into its lib/cchnn: Debian's files,
# unchanged. The terms of these and of all that is compiled in go into share/doc/cchnn/libraries.
#
#   apps/package/bundle.sh TREE
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tree=$1
terms=$tree/share/doc/cchnn/libraries
compiled_in='libhdf5-dev libboost1.74-dev libeigen3-dev nlohmann-json3-dev libcli11-dev librandom123-dev'

# A path of the dynamic linker's may lead through /lib, of which dpkg knows it under /usr/lib.
package_of() { (dpkg -S "$1" 2>/dev/null || dpkg -S "/usr$1") | head -n 1 | cut -d : -f 1; }

mkdir -p "$terms/common-licenses"
needed=$(ldd "$tree"/bin/* "$tree/libexec/cchnn/cchnn-read" "$tree/lib/cchnn/kernels/libcchnn_kernels.so" |
    awk '/not found/ { print "bundle.sh: " $0 >"/dev/stderr"; exit 1 } $2 == "=>" { print $3 }' | sort -u)
packages=$compiled_in
for library in $needed; do
    package=$(package_of "$library")
    if [ "$package" = libc6 ]; then continue; fi
    install -m 644 "$library" "$tree/lib/cchnn/"
    packages="$packages $package"
done

{
    echo "Libraries in lib/cchnn are unchanged files of Debian packages; others are compiled into the programs. These are the"
    echo "sources of all, to be had from https://snapshot.debian.org; the terms of each package are in the file of its name."
    echo
    # Unquoted on purpose: words of a list are packages.
    dpkg-query -W -f '${source:Package} ${source:Version}\n' $packages | sort -u
} >"$terms/README"
for package in $packages; do install -m 644 "/usr/share/doc/$package/copyright" "$terms/$package"; done
install -m 644 "$root"/.packages/libvalijson-dev/usr/share/doc/libvalijson-dev/copyright "$terms/libvalijson-dev" 2>/dev/null ||
    install -m 644 /usr/share/doc/libvalijson-dev/copyright "$terms/libvalijson-dev"
# Debian's texts name licences by the place where every Debian system has them.
for licence in $(grep -d skip -ohE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$terms"/* | sort -u); do
    if [ -f "$licence" ]; then install -m 644 "$licence" "$terms/common-licenses/"; fi
done
