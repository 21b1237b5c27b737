#!/usr/bin/env bash
# Measures a folder of 10,000 files in a library beside MPD's `update`: bench-library-folder.sh TOOL SCRATCH
# Fails where a second scan, or one change, takes longer than a second.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

tool=$1 scratch=$2 count=10000
need mpd mpd
need python3 python3
say "writing $count files"
kinds=(Tests/Fixtures/Tags/*.{mp3,flac,ogg,opus,oga,m4a,m4b,wav,aiff,wma,wv})
for ((number = 0; number < count; number += 1)); do
  kind=${kinds[$((number % ${#kinds[@]}))]}
  [ $((number % 10)) != 0 ] || mkdir -p "$scratch/music/$((number / 500))/$((number / 10))"
  printf '%s\0%s\0' "$kind" "$scratch/music/$((number / 500))/$((number / 10))/$number.${kind##*.}"
done | xargs -0 -n 2 cp
changed=$(find "$scratch/music" -name '*.flac' -print -quit)
# Once, so that both find the files in memory.
find "$scratch/music" -type f -exec cat {} + >/dev/null
"$tool" "$scratch/music" "$scratch/library.sqlite" "$changed" >"$scratch/ours"
python3 -B Scripts/bench-library-mpd.py "$scratch/music" "$scratch" "$changed" >"$scratch/mpd"
python3 -B - "$scratch/ours" "$scratch/mpd" <<'PY'
import sys
ours, mpd = (dict(line.rstrip("\n").split("\t") for line in open(path)) for path in sys.argv[1:])
print(f"\n{'A folder of 10,000 files':<28}{'library':>12}{'MPD':>12}")
for name in ours:
    cells = [f"{float(some[name]):.3f}" if name in some else "" for some in (ours, mpd)]
    print(f"{name:<28}{cells[0]:>12}{cells[1]:>12}")
late = [name for name in ("second", "one change") if float(ours[name]) > 1]
if late:
    sys.exit("ABOVE: a second: " + ", ".join(late))
PY
