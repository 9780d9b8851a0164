#!/bin/bash
# The documentation as a site with search, from the same Markdown as in the repository.
#
#   apps/site.sh [DIRECTORY]        writes DIRECTORY [build/site]; open its index.html, or serve it with
#                                   python3 -m http.server -d build/site for the search
#
# Needs Debian's mkdocs and mkdocs-material (apps/install_packages.sh site). Pages ask for nothing outside the site.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case ${1-} in -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
command -v mkdocs >/dev/null || { echo 'site.sh: no mkdocs: apps/install_packages.sh site installs it' >&2; exit 77; }
site=${1:-$root/build/site}
# mkdocs empties the directory before it writes.
if [ -n "$(ls -A "$site" 2>/dev/null)" ] && [ ! -f "$site/sitemap.xml" ]; then
    echo "site.sh: $site: has other files than those of a site; name an empty or a new directory" >&2
    exit 4
fi
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
python3 "$root/apps/site/stage.py" "$root" "$stage"
mkdir -p "$site"
mkdocs build --quiet --strict --config-file "$stage/mkdocs.yml" --site-dir "$(cd "$site" && pwd)"
python3 "$root/apps/site/check_links.py" "$site"
