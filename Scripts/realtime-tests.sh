#!/usr/bin/env bash
# Runs tests that hear what they play: with a private PulseAudio daemon, whose null sink they record.
#
#   realtime-tests.sh FILTER [rewinds]    the suites to run; whether the sink rewinds, see null-sink.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
if [ "$1" = RealTimeCrossfadeTests ]; then need ffmpeg ffmpeg; fi
. Scripts/null-sink.sh

start_sink "${2:-}"
say "running $1 on the sink"
REALTIME_SINK=seam ${SWIFT:-swift} test ${SWIFT_TEST_FLAGS:-} --disable-xctest --no-parallel \
  --filter "$1" >"$scratch/tests.log" 2>&1 ||
  { grep -E "✘|↳ [A-Za-z]+\(|^late change|^clip|^crossfade|^tail|^heard parts|error:" "$scratch/tests.log" >&2; die "a check failed"; }
grep -E "^late change|^clip|^crossfade|^tail|^heard parts|Test run with" "$scratch/tests.log"
