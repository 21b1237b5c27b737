#!/usr/bin/env bash
# Plays a queue of six kinds: a file, a song of the real Supysonic, a part of a podcast, an Apple Music preview of
# the simulator, HLS, and a page by the real yt-dlp; compares samples and the order of events. Needs Python and
# PyPI; everything is installed in a virtual environment in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need python3 python3
need ffmpeg ffmpeg
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "installing supysonic and yt-dlp"
python3 -m venv "$scratch/venv" || die "python3-venv is needed"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check supysonic==0.7.9 waitress yt-dlp==2026.10.26

"$scratch/venv/bin/python" -B Scripts/mixed-queue/play.py "$(${SWIFT:-swift} build --show-bin-path)/playerkit"
