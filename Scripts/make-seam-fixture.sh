#!/usr/bin/env bash
# Makes the FLAC file that the seam tests carry: the first side of their signal. Run it after a
# change of Tests/ExamplesTests/Support/SeamSignal.swift, and commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need flac flac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "synthesizing"
swiftc -swift-version 6 -o "$scratch/seam-fixture" Scripts/seam-fixture/main.swift \
  Tests/ExamplesTests/Support/SeamSignal.swift \
  Examples/playerkit/Demo/{StereoSamples,WAVWriter}.swift
"$scratch/seam-fixture" "$scratch/first.wav"

say "encoding"
flac --silent --force -8 --no-padding -o Tests/ExamplesTests/Fixtures/seam-first.flac \
  "$scratch/first.wav"
ls -l Tests/ExamplesTests/Fixtures
