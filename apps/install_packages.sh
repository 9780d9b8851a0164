#!/bin/sh
# Installs the Debian packages that cchnn needs and this machine lacks; does nothing when all are there.
#
#   apps/install_packages.sh programs       to build cchnn-gen and cchnn-eval, and to draw pictures
#   apps/install_packages.sh tests          what the tests need besides
#   apps/install_packages.sh browser        Chromium, with which tests look at report pages (400 MB)
#   apps/install_packages.sh slurm          a Slurm of one node, for one test
#   apps/install_packages.sh clang          Clang 14, clang-tidy and the sanitizers
#   apps/install_packages.sh format         clang-format 14, for the test that looks at the layout of the code
#   apps/install_packages.sh reference      Doxygen, for the reference of the library's door
#
# Several sets may be given. "a|b" means that either will do. Needs root, or sudo without a password.
set -eu

programs='
  g++ cmake ninja-build ccache pkg-config libboost-dev libeigen3-dev libcli11-dev nlohmann-json3-dev libvalijson-dev
  libhdf5-dev libssl-dev libmpfr-dev libzip-dev libxxhash-dev zlib1g-dev
  librandom123-dev gnuplot-nox|gnuplot-qt|gnuplot-x11'
tests='doctest-dev git hdf5-tools python3 python3-h5py python3-h5netcdf python3-netcdf4 python3-xarray'
browser='chromium chromium-driver'
slurm='slurm-wlm munge'
clang='clang-14 clang-tidy-14 libclang-rt-14-dev'
format='clang-format-14'
reference='doxygen'

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Prints the first alternative of each package of which none is installed.
missing_of() {
    for package in "$@"; do
        for alternative in $(echo "$package" | tr '|' ' '); do
            if is_installed "$alternative"; then continue 2; fi
        done
        echo "${package%%|*}"
    done
}

wanted=''
for set in "$@"; do
    case $set in
        programs) wanted="$wanted $programs" ;;
        tests) wanted="$wanted $tests" ;;
        browser) wanted="$wanted $browser" ;;
        slurm) wanted="$wanted $slurm" ;;
        clang) wanted="$wanted $clang" ;;
        format) wanted="$wanted $format" ;;
        reference) wanted="$wanted $reference" ;;
        *) echo "install_packages.sh: unknown set '$set'; known: programs, tests, browser, slurm, clang, format, reference" >&2; exit 2 ;;
    esac
done
if ! command -v dpkg-query >/dev/null; then
    echo "install_packages.sh: not a Debian system; install the equivalents of:" $wanted >&2
    exit 4
fi
# Unquoted on purpose: words of the list are packages.
missing=$(missing_of $wanted | tr '\n' ' ')
if [ -z "$missing" ]; then exit 0; fi

as_root=''
if [ "$(id -u)" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "install_packages.sh: run as root: apt-get install --no-install-recommends $missing" >&2
        exit 4
    fi
    as_root='sudo -n'
fi
echo "Installing with apt-get: $missing"
apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A repository of someone else's that does not answer is no reason to stop; a package that is missing then is.
if ! { $apt update || true; $apt install -y --no-install-recommends $missing; } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    exit 4
fi
