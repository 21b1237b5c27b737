#!/usr/bin/env bash
# Makes the AAC files of the engine's tests: both sides of one signal, encoded, and each with the
# accounts of its length that writers leave. Run it after a change of `Signal.sweep` in
# Tests/PlayerKitMPVTests/Support/Signal.swift, and commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need ffmpeg ffmpeg
need python3 python3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fixtures() { python3 Scripts/aac-fixtures/fixtures.py "$@"; }
# index IN NAME OPTION …
index() { fixtures index "$scratch/$1.m4a" "Tests/Fixtures/aac-$2.m4a" "${@:3}"; }

say "synthesizing"
fixtures signal "$scratch"

say "encoding"
for name in a b a48; do
  ffmpeg -loglevel error -y -i "$scratch/$name.wav" -c:a aac -b:a 96k \
    -fflags +bitexact -flags:a +bitexact "$scratch/$name.m4a"
done

say "writing the indices"
index a a-tag edit=no count=30011 plain front
index a a-tag-edit edit=30011 count=30011 plain front
index a a-edit tick=44100 edit=30011 plain
index a a-table edit=30011
index a a-coarse edit=30011 plain
index a a-none edit=no plain
index b b-tag-edit edit=29989 count=29989 plain
index a48 a48-tag-edit edit=30011 count=30011 plain
ls -l Tests/Fixtures
