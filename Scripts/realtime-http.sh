#!/usr/bin/env bash
# Plays tracks that were cut from one signal, in real time, into a PulseAudio null sink, from a server
# on this machine that answers each request late; records the sink's monitor; and requires the recording
# to hold the uncut signal, sample for sample: no track waits for its bytes.
#
#   SLOW_DELAYS="0.5 1.0"    how late the server answers, in seconds
#   SEAM_PLAYER="COMMAND …"  another player to put to the test, see seam.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/null-sink.sh
. Scripts/seam.sh

need python3 python3
make_signal

start_sink

for delay in ${SLOW_DELAYS:-0.5 1.0}; do
  port_file="$scratch/port-$delay"
  python3 Scripts/slow-server.py "$scratch" "$delay" "$port_file" 2>"$scratch/server.log" &
  started+=($!)
  wait_for "the server" [ -s "$port_file" ]
  url="http://127.0.0.1:$(cat "$port_file")"

  say "playing a.flac, b.wav from a server that answers after $delay s: $player"
  play "$scratch/recorded.raw" "$url/a.flac" "$url/b.wav"
  "$scratch/seam" compare "$scratch/whole.raw" "$scratch/recorded.raw" ||
    die "the seam is audible at $delay s"

  say "playing a.wav, middle.m4a, end.wav likewise"
  play "$scratch/aac.raw" "$url/a.wav" "$url/middle.m4a" "$url/end.wav"
  "$scratch/seam" around "$scratch/whole.raw" "$scratch/aac.raw" ||
    die "the AAC seams are audible at $delay s"
done
say "the seams are exact in real time, however late the server answers"
