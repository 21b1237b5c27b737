#!/usr/bin/env bash
# Times a look into 10,000 local files beside mutagen, each in one process. Fails if mutagen is faster, by the
# median of the rounds, or if either can't read a file.
# Needs Python and PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

count=${1:-10000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check mutagen==1.47.0
swift build -c release --package-path Benchmarks --product inspect-files
tool=$(swift build -c release --package-path Benchmarks --show-bin-path)/inspect-files
mkdir "$scratch/media"
# mutagen reads no Matroska.
kinds=(Tests/Fixtures/Tags/*.{mp3,flac,ogg,opus,oga,m4a,m4b,wav,aiff,wma,wv})
for ((number = 0; number < count; number += 1)); do
  kind=${kinds[$((number % ${#kinds[@]}))]}
  printf '%s\0%s\0' "$kind" "$scratch/media/$number.${kind##*.}"
done | xargs -0 -n 2 cp
cat >"$scratch/time.py" <<'PY'
import os, resource, sys, time
import mutagen
folder = sys.argv[1]
names = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
start = time.monotonic()
for name in names:
    file = mutagen.File(name)
    _ = file.info.length
    tags = file.tags
    _ = [(key, value) for key, value in tags.items()] if tags is not None else None
seconds = time.monotonic() - start
print(f"files a second: {int(len(names) / seconds)}")
print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB")
PY
rate() { sed -n 's/^files a second: //p' "$1"; }
for round in 1 2 3 4 5; do
  "$scratch/venv/bin/python" -B "$scratch/time.py" "$scratch/media" >"$scratch/mutagen"
  "$tool" "$scratch/media" >"$scratch/ours"
  rate "$scratch/mutagen" >>"$scratch/mutagen.rates"
  rate "$scratch/ours" >>"$scratch/ours.rates"
  say "round $round: MediaInspector $(rate "$scratch/ours") files a second, $(sed -n 's/^memory: //p' "$scratch/ours"); mutagen $(rate "$scratch/mutagen"), $(sed -n 's/^memory: //p' "$scratch/mutagen")"
done
median() { sort -n "$1" | sed -n 3p; }
say "median: MediaInspector $(median "$scratch/ours.rates"), mutagen $(median "$scratch/mutagen.rates")"
[ "$(median "$scratch/ours.rates")" -gt "$(median "$scratch/mutagen.rates")" ] || die "mutagen is faster"
