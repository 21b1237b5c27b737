#!/usr/bin/env bash
# Plays tracks that were cut from one signal, in real time, into a PulseAudio null sink, from a server
# on this machine that answers each request late; records the sink's monitor; and requires the recording
# to hold the uncut signal, sample for sample: no track waits for its bytes.
#
#   SLOW_DELAYS="0.5 1.0"    how late the server answers, in seconds
#   SEAM_PLAYER="COMMAND …"  another player to put to the test; the URLs are appended, the sink is
#                            called "seam"
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need flac flac
need ffmpeg ffmpeg
need python3 python3
. Scripts/null-sink.sh

player=${SEAM_PLAYER:-.build/debug/playerkit play --output pulse:seam}

say "making the signal"
swiftc -O -swift-version 6 Scripts/realtime-seam/seam.swift -o "$scratch/seam"
"$scratch/seam" generate "$scratch"
flac --silent --no-padding -o "$scratch/a.flac" "$scratch/a.wav"
ffmpeg -loglevel error -i "$scratch/middle.wav" -c:a aac -b:a 320k "$scratch/middle.m4a"

start_sink

for delay in ${SLOW_DELAYS:-0.5 1.0}; do
  port_file="$scratch/port-$delay"
  python3 Scripts/slow-server.py "$scratch" "$delay" "$port_file" 2>"$scratch/server.log" &
  started+=($!)
  wait_for "the server" [ -s "$port_file" ]
  url="http://127.0.0.1:$(cat "$port_file")"

  say "playing a.flac, b.wav from a server that answers after $delay s: $player"
  # shellcheck disable=SC2086 # the player is a command with its options
  record "$scratch/recorded.raw" $player "$url/a.flac" "$url/b.wav"
  "$scratch/seam" compare "$scratch/whole.raw" "$scratch/recorded.raw" ||
    die "the seam is audible at $delay s"

  say "playing a.wav, middle.m4a, end.wav likewise"
  # shellcheck disable=SC2086
  record "$scratch/aac.raw" $player "$url/a.wav" "$url/middle.m4a" "$url/end.wav"
  "$scratch/seam" around "$scratch/whole.raw" "$scratch/aac.raw" ||
    die "the AAC seams are audible at $delay s"
done
say "the seams are exact in real time, however late the server answers"
