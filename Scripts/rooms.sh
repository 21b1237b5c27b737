#!/usr/bin/env bash
# Rooms on the real Snapcast, on loopback. Installs it where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

command -v snapserver >/dev/null && command -v snapclient >/dev/null ||
  (install_servers snapserver snapclient)

say "steering a real server"
Scripts/run-tests.sh --filter '^PlayerKitRoomsTests\.' "$@"
