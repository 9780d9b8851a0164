#!/bin/sh
# Installs the Debian packages that cchnn needs and this machine lacks; does nothing when all are there.
#
#   apps/install_packages.sh programs       to build cchnn-gen and cchnn-eval
#   apps/install_packages.sh pictures       rsvg-convert, for PDFs of cchnn-eval score --figures
#   apps/install_packages.sh tests          what the tests need besides
#   apps/install_packages.sh notebook       nbconvert and a kernel, with which a test runs the notebook (45 packages, 30 MB)
#   apps/install_packages.sh torch          PyTorch and a fast BLAS, for the baselines and the tests of the Python package
#   apps/install_packages.sh browser        Chromium, with which tests look at report pages (400 MB)
#   apps/install_packages.sh slurm          a Slurm of one node, for one test
#   apps/install_packages.sh clang          Clang 14, clang-tidy and the sanitizers
#   apps/install_packages.sh format         clang-format 14, for the test that looks at the layout of the code
#   apps/install_packages.sh package        what apps/package.sh packs with
#   apps/install_packages.sh aarch64        a compiler for 64-bit ARM, and libraries for it, unpacked as Valijson is
#   apps/install_packages.sh aarch64-kernel a kernel for 64-bit ARM, unpacked too, and what tests run it with
#   apps/install_packages.sh container      buildah, with which apps/package.sh makes a container image
#   apps/install_packages.sh package-tests  what tests/package.sh looks at the package with
#   apps/install_packages.sh plots          matplotlib, for pictures of the Python package and of the baselines
#   apps/install_packages.sh site           mkdocs and its material theme, for apps/site.sh
#   apps/install_packages.sh reference      Doxygen, for the reference of the library's door
#
# Several sets may be given. "a|b" means that either will do. Needs root, or sudo without a password.
#
# Valijson is headers alone, and the only ones of libvalijson-dev that cchnn includes need nlohmann-json3-dev; the package
# depends on every JSON library there is, 155 packages. So it is unpacked into .packages/ of the clone, as CMakeLists.txt
# expects, unless it is installed. That needs no root.
set -eu

programs='
  g++ cmake ninja-build ccache pkg-config libboost-dev libeigen3-dev libcli11-dev nlohmann-json3-dev
  libhdf5-dev libssl-dev libmpfr-dev libminizip-dev libseccomp-dev libxxhash-dev zlib1g-dev librandom123-dev libpugixml-dev'
headers_alone='libvalijson-dev'
pictures='librsvg2-bin'
tests='doctest-dev git hdf5-tools python3 python3-h5py python3-h5netcdf python3-netcdf4 python3-xarray libmujoco-dev'
notebook='python3-nbconvert python3-ipykernel'
torch='python3-torch libopenblas0-pthread|libopenblas0-openmp|libopenblas0-serial'
browser='chromium chromium-driver'
slurm='slurm-wlm munge'
clang='clang-14 clang-tidy-14 libclang-rt-14-dev'
format='clang-format-14'
package='dpkg-dev python3 xz-utils'
container='buildah'
aarch64_kernel='qemu-system-arm'
aarch64='g++-aarch64-linux-gnu qemu-user-static'
package_tests='lintian qemu-user qemu-user-static binfmt-support debootstrap zsh fish mandoc'
reference='doxygen'
plots='python3-matplotlib'
site='mkdocs mkdocs-material'

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

root=$(cd "$(dirname "$0")/.." && pwd)
wanted=''
unpacked=''
foreign=''
for set in "$@"; do
    case $set in
        programs) wanted="$wanted $programs"; unpacked=$headers_alone ;;
        pictures) wanted="$wanted $pictures" ;;
        tests) wanted="$wanted $tests $pictures" ;;
        notebook) wanted="$wanted $notebook" ;;
        torch) wanted="$wanted $torch" ;;
        browser) wanted="$wanted $browser" ;;
        slurm) wanted="$wanted $slurm" ;;
        clang) wanted="$wanted $clang" ;;
        format) wanted="$wanted $format" ;;
        package) wanted="$wanted $package" ;;
        aarch64) wanted="$wanted $aarch64"; foreign="$foreign aarch64" ;;
        aarch64-kernel) wanted="$wanted $aarch64_kernel"; foreign="$foreign aarch64-kernel" ;;
        container) wanted="$wanted $container" ;;
        package-tests) wanted="$wanted $package_tests" ;;
        reference) wanted="$wanted $reference" ;;
        plots) wanted="$wanted $plots" ;;
        site) wanted="$wanted $site" ;;
        *) echo "install_packages.sh: unknown set '$set'; known: programs, pictures, tests, notebook, torch, browser, slurm, clang, format, package, aarch64, aarch64-kernel, container, package-tests, reference, plots, site" >&2; exit 2 ;;
    esac
done
if ! command -v dpkg-query >/dev/null; then
    echo "install_packages.sh: not a Debian system; install the equivalents of:" $wanted $unpacked >&2
    exit 4
fi
log=$(mktemp)
draft=''
trap 'rm -rf "$log" ${draft:+"$draft"}' EXIT

as_root=''
become_root() {
    if [ "$(id -u)" = 0 ]; then return; fi
    if ! sudo -n true 2>/dev/null; then
        echo "install_packages.sh: run as root: $*" >&2
        exit 4
    fi
    as_root='sudo -n'
}
apt_get() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"; }

install_missing() {
    become_root "apt-get install --no-install-recommends $*"
    echo "Installing with apt-get: $*"
    # A repository of someone else's that does not answer is no reason to stop; a package that is missing then is.
    if ! { apt_get update || true; apt_get install -y --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        exit 4
    fi
}

# The archive that apt has checked, of the version that this system would install.
download() { (cd "$1" && apt-get -qq -o Acquire::Retries=3 -o APT::Sandbox::User=root download "$2") </dev/null >"$log" 2>&1; }

# Unpacked under another name first: what is half there has never the final one.
begin_draft() {
    place=$root/.packages/$1
    if [ -d "$place" ]; then return 1; fi
    echo "Unpacking $1 into $place"
    mkdir -p "$root/.packages"
    draft=$(mktemp -d "$root/.packages/$1.XXXXXX")
}
end_draft() {
    chmod 755 "$draft"
    mv "$draft" "$place"
    draft=''
}

unpack() {
    begin_draft "$1" || return 0
    if ! download "$draft" "$1"; then
        become_root "apt-get update"
        apt_get update </dev/null >"$log" 2>&1 || true
        if ! download "$draft" "$1"; then
            cat "$log" >&2
            exit 4
        fi
    fi
    dpkg -x "$draft/$1"_*.deb "$draft"
    rm "$draft/$1"_*.deb
    end_draft
}

# Packages for arm64 with all that they need, in .packages/NAME: a system to link with, or to boot. apt keeps a state of its own
# there, and this system's knows nothing of it.
unpack_foreign() {
    begin_draft "$1" || return 0
    shift
    archives=$draft/var/cache/apt/archives
    mkdir -p "$archives/partial" "$draft/var/lib/apt/lists/partial"
    : >"$draft/var/lib/apt/status"
    apt_foreign() {
        apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root -o Acquire::Retries=3 \
            -o Dir::State="$draft/var/lib/apt" -o Dir::State::status="$draft/var/lib/apt/status" -o Dir::Cache="$draft/var/cache/apt" \
            "$@" >"$log" 2>&1 </dev/null || { cat "$log" >&2; exit 4; }
    }
    apt_foreign update
    apt_foreign install -y --no-install-recommends --download-only "$@"
    (cd "$archives" && apt_foreign download "$headers_alone")
    # Which sources they were made of, for apps/package/terms.sh.
    for archive in "$archives"/*.deb; do
        dpkg -x "$archive" "$draft"
        dpkg-deb -W --showformat='${Package} ${source:Package} ${source:Version}\n' "$archive"
    done >"$draft/sources"
    rm -r "$draft/var"
    end_draft
}

# Unquoted on purpose: words of a list are packages.
missing=$(missing_of $wanted | tr '\n' ' ')
if [ -n "$missing" ]; then install_missing $missing; fi
for package in $unpacked; do
    if ! is_installed "$package"; then unpack "$package"; fi
done
for system in $foreign; do
    case $system in
        aarch64) unpack_foreign $system $(echo $programs | tr ' ' '\n' | grep -- '-dev$') ;;
        aarch64-kernel) unpack_foreign $system linux-image-arm64 busybox-static ;;
    esac
done
