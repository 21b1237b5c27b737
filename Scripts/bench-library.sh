#!/usr/bin/env bash
# Makes a library of invented songs, and measures it: bench-library.sh [ROWS]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

rows=${1:-1000000}
need python3 python3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
swift build -c release --package-path Benchmarks --product library-index
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check rapidfuzz
say "writing $rows songs"
"$scratch/venv/bin/python" -B Scripts/bench-library.py "$rows" "$scratch"
"$(swift build -c release --package-path Benchmarks --show-bin-path)/library-index" \
  "$scratch/canonical.csv" "$scratch/feed.jsonl" "$scratch/queries" "$scratch"
