#!/bin/bash
# The terms of all that is linked into the static programs, with the sources that they were made of, for share/doc/cchnn/libraries
# of an installation.
#
#   apps/package/terms.sh TREE ARCH
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
terms=$1/share/doc/cchnn/libraries
packages='libc6-dev libstdc++-12-dev libhdf5-dev libaec-dev libssl-dev zlib1g-dev libminizip-dev libpugixml-dev libmpfr-dev libgmp-dev
  libxxhash-dev libseccomp-dev libboost1.74-dev libeigen3-dev nlohmann-json3-dev libcli11-dev librandom123-dev'

# For another architecture apps/install_packages.sh has unpacked them.
within=''
if [ "$2" != "$(uname -m)" ]; then within=$root/.packages/$2; fi
# Unquoted on purpose: words of a list are packages.
sources() {
    if [ -z "$within" ]; then dpkg-query -W -f '${source:Package} ${source:Version}\n' $packages; return; fi
    for package in $packages; do sed -n "s/^${package//+/[+]} //p" "$within/sources" | grep .; done
}

mkdir -p "$terms/common-licenses"
{
    echo "The programs are linked statically with these sources, to be had from https://snapshot.debian.org. The terms of each package are"
    echo "in the file of its name. Some are under the LGPL: to link the programs with another version of a library, install that one and"
    echo "run apps/package.sh in the source of cchnn."
    echo
    sources | sort -u
} >"$terms/README"
for package in $packages; do install -m 644 "$within/usr/share/doc/$package/copyright" "$terms/$package"; done
install -m 644 "$root"/.packages/libvalijson-dev/usr/share/doc/libvalijson-dev/copyright "$terms/libvalijson-dev" 2>/dev/null ||
    install -m 644 /usr/share/doc/libvalijson-dev/copyright "$terms/libvalijson-dev"
# Debian's texts name licences by the place where every Debian system has them.
for licence in $(grep -d skip -ohE '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$terms"/* | sort -u); do
    if [ -f "$licence" ]; then install -m 644 "$licence" "$terms/common-licenses/"; fi
done
