#!/usr/bin/env bash
# Plays files and streams of real servers from Debian's packages, on loopback, and counts the samples
# against ffmpeg's decoding. Installs the servers that are missing, starts them and ends them.
#
#   SERVERS=sample             some servers and files, and a live stream for ten seconds
#   SERVERS="nginx icecast"    these alone
#   LIVE_SECONDS=180           how long each live stream is listened to
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need python3 python3
zoo=(python3 -B Scripts/servers/zoo.py)

read -ra packages < <("${zoo[@]}" --packages ${SERVERS:-})
[ ${#packages[@]} -eq 0 ] || (install_servers "${packages[@]}")

player=$(${SWIFT:-swift} build --show-bin-path)/playerkit
exec "${zoo[@]}" --player "$player" --live-seconds "${LIVE_SECONDS:-180}" ${SERVERS:-}
