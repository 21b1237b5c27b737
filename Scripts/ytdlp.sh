#!/usr/bin/env bash
# Has the real yt-dlp look at pages on loopback, and plays what it finds. Needs Python and PyPI; everything is
# installed in a virtual environment in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need python3 python3
need ffmpeg ffmpeg
find_recorded
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "installing yt-dlp"
python3 -m venv "$scratch/venv" || die "python3-venv is needed"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check yt-dlp==2026.10.26

bin=$(${SWIFT:-swift} build --show-bin-path)
tests=$bin/PlayerKitPackageTests.xctest
"$scratch/venv/bin/python" -B Scripts/ytdlp/pages.py \
  --player "$bin/playerkit" $([ ! -e "$tests" ] || echo --tests "$tests")
