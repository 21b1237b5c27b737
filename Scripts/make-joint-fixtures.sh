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

say "synthesizing"
python3 Scripts/aac-fixtures/fixtures.py signal "$scratch"

encode() { ffmpeg -loglevel error -y -i "$scratch/a.wav" -fflags +bitexact "$@"; }

say "encoding"
lame --quiet -b 128 "$scratch/a.wav" "$target/joint-lame.mp3"
# Of other rates: half frames in mono, and a variable bit rate.
lame --quiet -V 4 -m m --resample 22.05 "$scratch/a.wav" "$target/joint-22.mp3"
lame --quiet -V 2 --resample 48 "$scratch/a.wav" "$target/joint-48.mp3"
# A header of the kind that counts frames, but does not tell what the encoder added; and none at all.
python3 Scripts/aac-fixtures/mp3_header.py "$target/joint-lame.mp3" plain "$target/joint-xing.mp3"
python3 Scripts/aac-fixtures/mp3_header.py "$target/joint-lame.mp3" none "$target/joint-bare.mp3"
encode -c:a libopus -b:a 96k "$target/joint.opus"
# In pages of 0.2 s, as a longer track has several: of one page only FFmpeg miscounts the beginning.
encode -c:a libvorbis -q:a 4 -page_duration 200000 "$target/joint.ogg"

# Streams whose format changes in the middle: a second of 44.1 kHz in stereo, then one of another rate
# in mono, as a station sends.
tone() { ffmpeg -loglevel error -y -f lavfi -i "sine=$1:d=1:r=$2" -ac "$3" "${@:4}"; }
tone 440 44100 2 -b:a 128k "$scratch/1.mp3"
tone 660 22050 1 -b:a 32k "$scratch/2.mp3"
tone 440 44100 2 -c:a libvorbis "$scratch/1.ogg"
tone 660 48000 1 -c:a libvorbis "$scratch/2.ogg"
cat "$scratch/1.mp3" "$scratch/2.mp3" > "$target/changing.mp3"
cat "$scratch/1.ogg" "$scratch/2.ogg" > "$target/changing.ogg"

# A film of three seconds with one second of sound, in one piece and in fragments.
film() {
  ffmpeg -loglevel error -y -f lavfi -i color=s=16x16:r=1:d=3 -f lavfi -i sine=440:d=1:r=22050 \
    -c:v mpeg4 -c:a mp3 -b:a 32k -fflags +bitexact "$@"
}
film "$target/film.mp4"
film -movflags frag_keyframe+empty_moov "$target/film-fragments.mp4"
ls -l "$target"
