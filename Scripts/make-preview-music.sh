#!/usr/bin/env bash
# Makes the music that the service simulator serves as previews, from this project's own scores and
# synthesizer. Run it after a change of Scripts/preview-music, and commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need ffmpeg ffmpeg
need lame lame
need python3 python3

demo=Examples/playerkit/Demo
resources=Sources/ServiceSimulator/Resources/previews
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "synthesizing"
swiftc -O -swift-version 6 -o "$scratch/preview-music" Scripts/preview-music/*.swift \
  "$demo"/{StereoSamples,WAVWriter,Instrument,Score,Synthesizer}.swift
"$scratch/preview-music" "$scratch" >"$scratch/lengths"

frames_of() { awk -v name="$1" '$1 == name { print $2 }' "$scratch/lengths"; }

# encode NAME SILENCE OPTION …: FFmpeg's encoder has a delay of 1024 frames; silence in front makes
# it longer.
encode() {
  local name=$1 silence=$2
  shift 2
  ffmpeg -loglevel error -y -i "$scratch/$name.wav" -af "adelay=${silence}S:all=1" \
    -c:a aac -b:a 80k -metadata title="${name^}" -metadata artist="The PlayerKit Ensemble" \
    -fflags +bitexact -flags:a +bitexact "$@" "$scratch/$name.m4a"
}

# finish NAME KIND OPTION …
finish() {
  local name=$1 kind=$2 frames
  shift 2
  frames=$(frames_of "$name")
  python3 Scripts/make-preview-music.py "$scratch/$name.m4a" "$resources/$name.m4a" "$frames" "$@"
  printf '{"name": "%s", "frames": %d, "length": "%s"}\n' "$name" "$frames" "$kind" \
    >>"$scratch/manifest"
}

say "encoding"
mkdir -p "$resources"
rm -rf "${resources:?}"/*
for name in lanterns clockwork footbridge meridian ember; do
  encode "$name" 1088 -use_editlist 0
done
for name in harbour snowfall orchard; do
  encode "$name" 0 -movie_timescale 44100
done
finish lanterns itunsmpb --itunsmpb
finish harbour "edit list"
finish clockwork both --itunsmpb --edit-list 44100
finish snowfall "edit list, moov last" --moov-last
finish footbridge "itunsmpb, edit list in milliseconds" --itunsmpb --edit-list 1000
finish meridian itunsmpb --itunsmpb
finish orchard "edit list"
finish ember both --itunsmpb --edit-list 44100
{
  echo '['
  sed '$!s/$/,/; s/^/  /' "$scratch/manifest"
  echo ']'
} >"$resources/manifest.json"

# The other services' previews are MP3. The tag that LAME writes has the encoder's delay and the
# padding at the end, so a player can tell the exact length.
mkdir -p "$resources/mp3"
for name in lanterns clockwork footbridge orchard; do
  lame --quiet -h --cbr -b 96 --resample 44.1 --id3v2-only \
    --tt "${name^}" --ta "The PlayerKit Ensemble" \
    "$scratch/$name.wav" "$resources/mp3/$name.mp3"
  printf '{"name": "%s", "frames": %d, "length": "LAME tag"}\n' "$name" "$(frames_of "$name")" \
    >>"$scratch/mp3-manifest"
done
{
  echo '['
  sed '$!s/$/,/; s/^/  /' "$scratch/mp3-manifest"
  echo ']'
} >"$resources/mp3/manifest.json"
ls -l "$resources" "$resources/mp3"
