#!/usr/bin/env bash
# Plays noise of all formats and rates through ALSA and PulseAudio, records it, and prints the table of samples
# that differ; the last line of the table is a control, in which nearly all have to.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/test-results.sh

[ "$(uname -s)" = Linux ] || die "this check needs ALSA and PulseAudio, so Linux"
need pulseaudio pulseaudio
need parec pulseaudio-utils

export BIT_PERFECT=1
build_tests "$@"
run tests --filter BitPerfectTests
log=$results/tests

printf '%-28s %-22s %12s\n' "what comes in" "output" "differing"
sed -n 's/^bit-perfect | //p' "$log" | grep -v 'dB lower' |
  awk -F ' [|] ' '{ printf "%-28s %-22s %12s\n", $1, $2, $3 }'
sed -n 's/^bit-perfect | //p' "$log" | grep 'dB lower' |
  awk -F ' [|] ' '{ printf "%-28s %-22s %12s\n", "control: " $1, $2, $3 }'
summarize tests
[ "$status" -eq 0 ] || die "something is lost on the way"
say "each sample came out as it came in, and the control did not"
