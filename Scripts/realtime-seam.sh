#!/bin/sh
# Plays a signal that is cut into two files to a PulseAudio null sink of its own, in real time, and
# compares what the sink's monitor recorded with the uncut signal, byte for byte.
# Needs pulseaudio and pulseaudio-utils; no sound card.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
export XDG_RUNTIME_DIR="$work" PULSE_SERVER="unix:$work/native"
pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --disallow-exit \
  --load="module-native-protocol-unix socket=$work/native auth-anonymous=1" \
  --load="module-null-sink sink_name=seam format=s16le rate=44100 channels=2" 2>"$work/log" &
daemon=$!
recorder=
trap 'kill $recorder $daemon 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT

until pactl info >/dev/null 2>&1; do
  kill -0 "$daemon" || { cat "$work/log"; exit 1; }
done
parec --device=seam.monitor --format=s16le --rate=44100 --channels=2 --raw \
  --latency-msec=20 >"$work/heard.pcm" &
recorder=$!
PLAYERKIT_PULSE_SINK=seam PLAYERKIT_PULSE_RECORDING="$work/heard.pcm" \
  swift test --disable-xctest --filter RealTimeSeamTests
