#!/usr/bin/env bash
# Plays two files that were cut from one signal, in real time, into a PulseAudio null sink; records
# the sink's monitor; and requires the recording to hold the uncut signal, sample for sample. File
# output can't show this: it hides a next file that comes too late. Then the same with three files,
# of which the middle one is AAC. SEAM_PLAYER: another player to put to the test, see seam.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/null-sink.sh
. Scripts/seam.sh

need python3 python3
make_signal
# The same without any account of its length.
Scripts/fixtures.py index "$scratch/middle.m4a" "$scratch/untold.m4a" \
  edit=no plain

start_sink

say "playing a.flac, b.wav in real time: $player"
play "$scratch/recorded.raw" "$scratch/a.flac" "$scratch/b.wav"
"$scratch/seam" compare "$scratch/whole.raw" "$scratch/recorded.raw" || die "the seam is audible"

say "negative control: the same with the first frame of b.wav missing"
play "$scratch/control.raw" "$scratch/a.flac" "$scratch/b-short.wav"
"$scratch/seam" compare "$scratch/whole.raw" "$scratch/control.raw" >"$scratch/control.log" &&
  die "the control passed: this check could not fail"
cat "$scratch/control.log"
grep -qx "joint error: -1 frames" "$scratch/control.log" ||
  die "the control has to be off by one frame"
say "playing a.wav, middle.m4a, end.wav: AAC has to begin and end to the frame"
play "$scratch/aac.raw" "$scratch/a.wav" "$scratch/middle.m4a" "$scratch/end.wav"
"$scratch/seam" around "$scratch/whole.raw" "$scratch/aac.raw" || die "the AAC seams are audible"

say "negative control: the same with AAC that does not tell its length"
play "$scratch/untold.raw" "$scratch/a.wav" "$scratch/untold.m4a" "$scratch/end.wav"
"$scratch/seam" around "$scratch/whole.raw" "$scratch/untold.raw" >"$scratch/control.log" &&
  die "the control passed: this check could not fail"
cat "$scratch/control.log"
grep -qx "what was coded is off by: 1024 frames" "$scratch/control.log" ||
  die "the control has to be off by what the encoder put before"
say "the seams are exact in real time, and the controls are off"
