#!/usr/bin/env bash
# Measures the clicks of pauses, resumes and seeks on a PulseAudio null sink, with fades and without.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/null-sink.sh

# As sound cards do: what a sink has rendered and does not take back keeps its volume.
start_sink rewinds
FADE_SINK=seam "${SWIFT:-swift}" run -c release --package-path Benchmarks engine-figures fade
