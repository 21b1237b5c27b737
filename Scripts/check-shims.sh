#!/usr/bin/env bash
# Compiles what stands between Swift and FFmpeg, and between Swift and TagLib, against the headers of other
# releases of Debian than this machine's: check-shims.sh [SUITE …]. Nothing is installed. Needs Debian, and clang,
# which Swift brings.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

suites=("$@")
[ $# -gt 0 ] || suites=(trixie forky)
command -v apt-get >/dev/null || die "this needs Debian"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -E '/debian/?$' | head -n 1)
[ -n "$mirror" ] || die "this machine names no mirror of Debian"
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT

# number NAME FILE: as a header defines it
number() { sed -n "s/^#define $1 *\([0-9][0-9]*\) *$/\1/p" "$2" | head -n 1; }

# check NAME FOLDER: where the headers lie
check() {
  local name=$1 folder=$2 file
  local libavformat taglib
  libavformat=$(number LIBAVFORMAT_VERSION_MAJOR "$folder/$(uname -m)-linux-gnu/libavformat/version_major.h")
  taglib=$(number TAGLIB_MAJOR_VERSION "$folder/taglib/taglib.h")
  echo '#include "shim.h"' >"$scratch/shim.c"
  clang -std=c11 -Wall -Werror -fsyntax-only -ISources/CAVFormat -I"$folder" \
    -I"$folder/$(uname -m)-linux-gnu" "$scratch/shim.c"
  for file in Sources/CTagLib/*.cpp; do
    clang++ -std=c++17 -Wall -Werror -fsyntax-only -ISources/CTagLib/include -I"$folder/taglib" "$file"
  done
  # libavformat 59 is that of FFmpeg 5, and so on.
  say "$name: FFmpeg $((libavformat - 54)), TagLib $taglib: compiled"
}

check "this machine" /usr/include
for suite in "${suites[@]}"; do
  root=$scratch/$suite
  mkdir -p "$root"/{state/lists/partial,cache/archives/partial,sources,debs}
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n' "$mirror" "$suite" \
    /usr/share/keyrings/debian-archive-keyring.gpg >"$root/sources/debian.sources"
  options=(-o "Dir::State=$root/state" -o "Dir::Cache=$root/cache" -o Dir::Etc::SourceList=/dev/null
    -o "Dir::Etc::SourceParts=$root/sources" -o Dir::State::status=/dev/null -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update -qq
  (cd "$root/debs" && apt-get "${options[@]}" download -qq libavformat-dev libavcodec-dev libavutil-dev \
    libtag-dev >/dev/null)
  for package in "$root"/debs/*.deb; do dpkg-deb -x "$package" "$root/headers"; done
  check "$suite" "$root/headers/usr/include"
done
