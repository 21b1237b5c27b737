#!/usr/bin/env bash
# The web player in a real browser, against `playerkit serve --web`: `make web-test`.
# WEB=sample is what each run of continuous integration does.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need chromium chromium
need python3 python3
need snapserver snapserver
need snapclient snapclient
python3 -c 'import ensurepip' 2>/dev/null || apt_install python3-venv

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check \
  playwright==1.65.2 axe-playwright-python==0.1.8
binary=$(${SWIFT:-swift} build --show-bin-path)/playerkit
"$scratch/venv/bin/python" -B Scripts/web-player/run.py \
  --playerkit "$binary" --scratch "$scratch" --chromium "$(command -v chromium)" "${WEB:-whole}"
