#!/usr/bin/env bash
# Rooms on the real Snapcast, on loopback. Installs it where it is missing.
#
#   Scripts/rooms.sh [FLAG …]    flags for `swift build`
#
#   ROOMS=sample        steer and feed a server, without listening
#   ROOMS_SECONDS=60    how long two rooms are compared; best on an idle machine
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

command -v snapserver >/dev/null && command -v snapclient >/dev/null ||
  (install_servers snapserver snapclient)

say "steering and feeding a real server"
Scripts/run-tests.sh --filter '^RemoteTests\.(Snapcast|RoomHolds|DelayedEngine|Feed|RealServer|LyingServer|PluginRequest)' "$@"
[ "${ROOMS:-}" != sample ] || exit 0

need pulseaudio pulseaudio
need parec pulseaudio-utils
need python3 python3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv" || die "python3-venv is needed"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check numpy
tool=$(${SWIFT:-swift} build --show-bin-path "$@")/playerkit
measure() { "$scratch/venv/bin/python" -B Scripts/rooms/measure.py "$1" "$tool" "$scratch/$1" ${2:-}; }

say "listening: pauses, seeks, skips, and what a killed player leaves"
measure heard
say "listening: two queues, each to a group of its own"
measure queues
say "listening: two rooms in step"
measure sync "${ROOMS_SECONDS:-60}"
say "rooms are in step, and all is told as it is heard"
