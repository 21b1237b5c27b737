#!/usr/bin/env bash
# Plays the demo in real time (95 s) into a PulseAudio null sink; records the sink's monitor; and
# requires the recording to hold, sample for sample, what the demo writes to a file: files, URLs and
# previews of three services, with every joint 0 frames off. Then, as a control, the same comparison
# with one frame taken out of the reference at each joint, which has to be noticed.
#
# Real time wants a processor that has time: libmpv keeps 100 ms in PulseAudio, and whoever holds the
# player up for longer leaves a gap, which shows here as a track that is off from a frame within it.
#
#   DEMO_TOOL=PATH  another build of the tool to put to the test
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/null-sink.sh
. Scripts/seam.sh

tool=${DEMO_TOOL:-.build/debug/playerkit}
build_seam

frames() { echo $(($(stat -c %s "$1") / 4)); }

say "writing the demo to a file"
"$tool" demo --json --output "pcm:$scratch/reference.raw" >"$scratch/events.json" </dev/null
total=$(frames "$scratch/reference.raw")
tracks=$(grep -c '"event":"track"' "$scratch/events.json")
# The demo from a later track on is the end of the whole, and tells where that track begins.
joints=()
for ((track = 1; track < tracks; track++)); do
  rest="$scratch/rest.raw"
  "$tool" demo --start-at "$track" --output "pcm:$rest" >"$scratch/rest.log" </dev/null
  tail -c "$(stat -c %s "$rest")" "$scratch/reference.raw" | cmp - "$rest" ||
    die "from track $((track + 1)) on, the demo is not the end of the whole"
  joints+=($((total - $(frames "$rest"))))
done
say "$tracks tracks, $total frames, joints at ${joints[*]}"
[ "${#joints[@]}" -gt 0 ] || die "there is no joint to look at"

start_sink
say "playing the demo in real time"
record "$scratch/recorded.raw" "$tool" demo --output pulse:seam
"$scratch/seam" tracks "$scratch/reference.raw" "$scratch/recorded.raw" "${joints[@]}" ||
  die "the recording is not what the demo writes to a file"

say "negative controls: one frame taken out of the reference at each joint"
for ((joint = 0; joint < ${#joints[@]}; joint++)); do
  at=${joints[joint]}
  {
    head -c $((at * 4)) "$scratch/reference.raw"
    tail -c +$((at * 4 + 5)) "$scratch/reference.raw"
  } >"$scratch/short.raw"
  shifted=("${joints[@]}")
  for ((later = joint + 1; later < ${#joints[@]}; later++)); do
    shifted[later]=$((joints[later] - 1))
  done
  "$scratch/seam" tracks "$scratch/short.raw" "$scratch/recorded.raw" "${shifted[@]}" \
    >"$scratch/control.log" && die "the control passed: this check could not fail"
  lags=$(sed -n 's/^track .*: off by \([^,]*\),.*/\1/p' "$scratch/control.log" | xargs)
  expected=$(for ((track = 0; track < tracks; track++)); do echo $((track > joint)); done | xargs)
  echo "without frame $at: off by $lags"
  [ "$lags" = "$expected" ] || {
    cat "$scratch/control.log"
    die "the control has to be off by one frame from track $((joint + 2)) on: $expected"
  }
done
say "every joint is exact in real time, and the controls are off"
