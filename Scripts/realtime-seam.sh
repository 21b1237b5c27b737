#!/usr/bin/env bash
# Plays two files that were cut from one signal, in real time, into a PulseAudio null sink; records
# the sink's monitor; and requires the recording to hold the uncut signal, sample for sample. File
# output can't show this: it hides a next file that comes too late. Then the same with three files,
# of which the middle one is AAC.
#
#   SEAM_PLAYER="COMMAND …"  another player to put to the test; the files' paths are appended, the
#                            sink is called "seam"
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

[ "$(uname -s)" = Linux ] || die "this check needs PulseAudio on Linux"
need flac flac
need ffmpeg ffmpeg
need python3 python3
need pulseaudio pulseaudio
need parec pulseaudio-utils

player=${SEAM_PLAYER:-.build/debug/playerkit play --output pulse:seam}
scratch=$(mktemp -d)
started=()

cleanup() {
  for pid in "${started[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  wait
  rm -rf "$scratch"
}
trap cleanup EXIT

# wait_for DESCRIPTION COMMAND …: polls for up to ten seconds.
wait_for() {
  local what=$1
  shift
  for _ in $(seq 100); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  die "waited in vain for $what"
}

say "making the signal"
swiftc -O -swift-version 6 Scripts/realtime-seam/seam.swift -o "$scratch/seam"
"$scratch/seam" generate "$scratch"
flac --silent --no-padding -o "$scratch/a.flac" "$scratch/a.wav"
ffmpeg -loglevel error -i "$scratch/middle.wav" -c:a aac -b:a 320k "$scratch/middle.m4a"
# The same without any account of its length.
python3 Scripts/aac-fixtures/fixtures.py index "$scratch/middle.m4a" "$scratch/untold.m4a" \
  edit=no plain

playing() { [ -n "$(pactl list short sink-inputs)" ]; }
idle() { [ -z "$(pactl list short source-outputs)" ]; }

say "starting a private PulseAudio daemon with a null sink"
mkdir -m 700 "$scratch/run"
export XDG_RUNTIME_DIR="$scratch/run" PULSE_RUNTIME_PATH="$scratch/run"
export PULSE_STATE_PATH="$scratch/run" PULSE_SERVER="unix:$scratch/run/seam.socket"
unset PULSE_SINK PULSE_SOURCE
pulseaudio -n --daemonize=no --disable-shm=yes --use-pid-file=no --exit-idle-time=-1 \
  --log-target=stderr \
  -L "module-null-sink sink_name=seam format=s16le rate=44100 channels=2" \
  -L "module-native-protocol-unix auth-anonymous=1 socket=$scratch/run/seam.socket" \
  2>"$scratch/pulseaudio.log" &
started+=($!)
wait_for "PulseAudio" pactl info
# An idle sink gives its monitor nothing, and the first block of a stream would be lost: silence keeps
# it running, in blocks too short for rewinds to show. Adding zeros to samples leaves them as they are.
pacat --playback --device=seam --format=s16le --rate=44100 --channels=2 --raw \
  --latency-msec=100 </dev/zero 2>"$scratch/silence.log" &
started+=($!)
wait_for "the silence" playing

# record FILE ITEM …: plays the items and records what the sink got.
record() {
  local file=$1 recorder
  shift
  parec --device=seam.monitor --format=s16le --rate=44100 --channels=2 --raw \
    --latency-msec=100 >"$file" &
  recorder=$!
  started+=("$recorder")
  wait_for "the recording" [ -s "$file" ]
  # shellcheck disable=SC2086 # the player is a command with its options
  $player "$@" >"$scratch/player.log" 2>&1 </dev/null || {
    cat "$scratch/player.log" >&2
    die "the player failed: $player"
  }
  sleep 1
  kill "$recorder"
  wait "$recorder" || true
  wait_for "the recorder's end" idle
}

say "playing a.flac, b.wav in real time: $player"
record "$scratch/recorded.raw" "$scratch/a.flac" "$scratch/b.wav"
"$scratch/seam" compare "$scratch/whole.raw" "$scratch/recorded.raw" || die "the seam is audible"

say "negative control: the same with the first frame of b.wav missing"
record "$scratch/control.raw" "$scratch/a.flac" "$scratch/b-short.wav"
"$scratch/seam" compare "$scratch/whole.raw" "$scratch/control.raw" >"$scratch/control.log" &&
  die "the control passed: this check could not fail"
cat "$scratch/control.log"
grep -qx "joint error: -1 frames" "$scratch/control.log" ||
  die "the control has to be off by one frame"
say "playing a.wav, middle.m4a, end.wav: AAC has to begin and end to the frame"
record "$scratch/aac.raw" "$scratch/a.wav" "$scratch/middle.m4a" "$scratch/end.wav"
"$scratch/seam" around "$scratch/whole.raw" "$scratch/aac.raw" || die "the AAC seams are audible"

say "negative control: the same with AAC that does not tell its length"
record "$scratch/untold.raw" "$scratch/a.wav" "$scratch/untold.m4a" "$scratch/end.wav"
"$scratch/seam" around "$scratch/whole.raw" "$scratch/untold.raw" >"$scratch/control.log" &&
  die "the control passed: this check could not fail"
cat "$scratch/control.log"
grep -qx "what was coded is off by: 1024 frames" "$scratch/control.log" ||
  die "the control has to be off by what the encoder put before"
say "the seams are exact in real time, and the controls are off"
