#!/usr/bin/env bash
# Tags the release whose section is the newest in CHANGELOG.md. Pushes nothing.
#
# The tree must be clean, on main, with a dated section, and with the API baseline of these sources.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

[ "$(git symbolic-ref --short -q HEAD)" = main ] || die "releases are made on the branch main"
[ -z "$(git status --porcelain)" ] || die "there are changes that are not committed: git status"
version=$(packaging/version.sh)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "“$version” is no version: MAJOR.MINOR.PATCH"
heading=$(grep -m 1 "^## $version" CHANGELOG.md)
[[ $heading =~ ^"## $version – "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
  die "CHANGELOG.md: the heading must be “## $version – YYYY-MM-DD”, but is “$heading”"
! git rev-parse -q --verify "refs/tags/$version" >/dev/null || die "the tag $version exists already"
previous=$(git describe --tags --abbrev=0 2>/dev/null || true)
if [ -n "$previous" ]; then
  [ "$(printf '%s\n%s\n' "$previous" "$version" | sort -V | tail -n 1)" = "$version" ] ||
    die "$version is older than the last release, $previous"
fi
Scripts/api.py --current

# The message is the section of the changelog. A line that begins with # is text here.
awk -v heading="$heading" '$0 == heading { inside = 1; next } /^## / { inside = 0 } inside' CHANGELOG.md |
  { printf 'PlayerKit %s\n' "$version" && cat; } | git tag --annotate --cleanup=whitespace --file=- "$version"
say "tagged $version at $(git rev-parse --short=12 HEAD). To publish it: git push origin main $version"
