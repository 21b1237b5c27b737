#!/usr/bin/env bash
# Makes the music files that the demo carries, from this project's own synthesizer. Run it after a
# change of Examples/playerkit/Demo, and commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need flac flac
need lame lame
need ffmpeg ffmpeg

demo=Examples/playerkit/Demo
resources=Examples/playerkit/Resources
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "synthesizing"
swiftc -O -swift-version 6 -o "$scratch/demo-music" Scripts/demo-music/main.swift \
  "$demo"/{StereoSamples,WAVWriter,Instrument,Score,Synthesizer,DemoMusic}.swift
"$scratch/demo-music" "$scratch"

say "encoding"
mkdir -p "$resources"
flac --silent --force -8 --no-padding --tag=TITLE="First Light, second half" \
  --tag=ARTIST="The PlayerKit Ensemble" \
  -o "$resources/first-light-2.flac" "$scratch/firstLight-2.wav"
lame --quiet -b 96 --resample 44.1 --noreplaygain --tt "Paper Boats" --ta "The PlayerKit Ensemble" \
  "$scratch/paperBoats.wav" "$resources/paper-boats.mp3"
ffmpeg -loglevel error -y -i "$scratch/undertow.wav" -c:a aac -b:a 96k \
  -metadata title="Undertow" -metadata artist="The PlayerKit Ensemble" \
  -fflags +bitexact -flags:a +bitexact -movflags +faststart "$resources/undertow.m4a"
ffmpeg -loglevel error -y -i "$resources/undertow.m4a" -c copy -f hls -hls_time 3 \
  -hls_segment_type fmp4 -hls_playlist_type vod -hls_flags single_file -fflags +bitexact \
  "$resources/undertow.m3u8"
ls -l "$resources"
