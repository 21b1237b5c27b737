#!/usr/bin/env bash
# Compares what is read of feeds with what podcastparser and feedparser read of them. Needs Python and PyPI.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
say "installing podcastparser and feedparser"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check \
  podcastparser==0.6.11 feedparser==6.0.14
"$scratch/venv/bin/python" -B "$(dirname "$0")/podcasts/compare.py" \
  "$(${SWIFT:-swift} build --show-bin-path)/FeedReading" "$(dirname "$0")/podcasts/feeds" \
  ${PLAYERKIT_RECORDED_MORE:+"$PLAYERKIT_RECORDED_MORE/podcast"}
