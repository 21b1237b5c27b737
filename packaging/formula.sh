#!/usr/bin/env bash
# Prints the Homebrew formula of the newest release, for a tap. The remote `origin` must be the public address.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

url=$(git remote get-url origin) || die "there is no remote with the name origin"
version=$(git describe --tags --abbrev=0 2>/dev/null) || die "there is no release yet: make release"
sed -e "s|@URL@|$url|" -e "s|@VERSION@|$version|" -e "s|@REVISION@|$(git rev-parse "$version^{commit}")|" \
  packaging/homebrew/playerkit.rb
