#!/usr/bin/env bash
# Compares what `playerkit info` says of media that ffmpeg and mutagen write with what mutagen says of it,
# by file and by http. Needs ffmpeg, Python and PyPI, and Debian's musepack-tools and mkvtoolnix.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

need ffmpeg ffmpeg
need mpcenc musepack-tools
need mkvpropedit mkvtoolnix
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say "installing mutagen"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check mutagen==1.47.0
mkdir "$scratch/media"
"$scratch/venv/bin/python" -B "$(dirname "$0")/tags/compare.py" \
  "$(swift build --show-bin-path)/playerkit" "$(swift build --show-bin-path)/InspectionTorture" \
  "$scratch/media"
