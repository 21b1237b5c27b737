#!/usr/bin/env bash
# Plays an album of the real Supysonic, on loopback, and compares it with ffmpeg's decoding. Needs Python
# and PyPI; everything is installed in a virtual environment in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need python3 python3
need ffmpeg ffmpeg
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "installing supysonic"
python3 -m venv "$scratch/venv" || die "python3-venv is needed"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check supysonic==0.7.9 waitress

bin=$(${SWIFT:-swift} build --show-bin-path)
"$scratch/venv/bin/python" -B Scripts/subsonic/album.py \
  --player "$bin/playerkit" --tests "$bin/PlayerKitPackageTests.xctest"
