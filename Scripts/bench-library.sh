#!/usr/bin/env bash
# Makes libraries of invented songs, and of a folder of files, and measures them: bench-library.sh [ROWS …]
# Each ROWS is a library; 0 is the folder, beside MPD's database. Fails above the bounds.
# Needs Python and PyPI (RapidFuzz); for the folder MPD and mpc. About 8 GB of disk for ten million rows.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need python3 python3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
swift build -c release --package-path Benchmarks --product library-index
swift build -c release --package-path Benchmarks --product library-folders
tools=$(swift build -c release --package-path Benchmarks --show-bin-path)
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check rapidfuzz
for rows in "${@:-100000}"; do
  if [ "$rows" = 0 ]; then
    Scripts/bench-library-folder.sh "$tools/library-folders" "$scratch" || status=1
    continue
  fi
  folder=$scratch/$rows
  mkdir "$folder"
  say "writing $rows songs"
  "$scratch/venv/bin/python" -B Scripts/bench-library.py "$rows" "$folder"
  "$tools/library-index" "$folder/canonical.csv" "$folder/feed.jsonl" "$folder/queries" "$folder" || status=1
  rm -rf "$folder"
done
[ ! -f "$scratch/figures.tsv" ] || column -t -s "$(printf '\t')" "$scratch/figures.tsv"
exit $status
