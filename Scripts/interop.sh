#!/usr/bin/env bash
# Points clients of other people at the simulator: what they cannot read, it gets wrong. Needs
# Python and PyPI; everything is installed in a virtual environment in a temporary folder.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

command -v python3 >/dev/null || die "python3 is needed"
scratch=$(mktemp -d)
simulator=
cleanup() {
  [ -z "$simulator" ] || kill -INT "$simulator" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT

say "installing apple-music-python and spotipy"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check \
  apple-music-python spotipy

mkfifo "$scratch/ready"
"$(swift build --show-bin-path)/playerkit" simulate >"$scratch/ready" &
simulator=$!
read -r ready <"$scratch/ready" || die "the simulator did not start"

for script in apple_music spotify; do
  "$scratch/venv/bin/python" -B "$(dirname "$0")/interop/$script.py" "$ready"
done

"$(dirname "$0")/interop/tags.sh"

"$(dirname "$0")/ytdlp.sh"
"$(dirname "$0")/interop/podcasts.sh"
"$(dirname "$0")/mixed-queue.sh"
