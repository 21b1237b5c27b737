#!/usr/bin/env bash
# Makes the MP3, Opus and Vorbis files of the engine's tests: the first side of the signal of the AAC
# fixtures. Run it after a change of `Signal.sweep` in Tests/PlayerKitMPVTests/Support/Signal.swift,
# and commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need ffmpeg ffmpeg
need lame lame
need python3 python3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
target=Tests/Fixtures

say "synthesising"
python3 Scripts/aac-fixtures/fixtures.py signal "$scratch"

encode() { ffmpeg -loglevel error -y -i "$scratch/a.wav" -fflags +bitexact "$@"; }

say "encoding"
lame --quiet -b 128 "$scratch/a.wav" "$target/joint-lame.mp3"
# A header of the kind that counts frames, but does not tell what the encoder added; and none at all.
python3 Scripts/aac-fixtures/mp3_header.py "$target/joint-lame.mp3" plain "$target/joint-xing.mp3"
python3 Scripts/aac-fixtures/mp3_header.py "$target/joint-lame.mp3" none "$target/joint-bare.mp3"
encode -c:a libopus -b:a 96k "$target/joint.opus"
# In pages of 0.2 s, as a longer track has several: of one page only FFmpeg miscounts the beginning.
encode -c:a libvorbis -q:a 4 -page_duration 200000 "$target/joint.ogg"
ls -l "$target"
