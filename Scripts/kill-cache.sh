#!/usr/bin/env bash
# Has two processes at once play from one cache of media, kills them by SIGKILL, damages files, and
# compares what plays then with what the server has: kill-cache.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

rounds=${1:-200}
swift build --product CacheTorture
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
say "killing $rounds times"
"$(swift build --show-bin-path)/CacheTorture" kill "$folder/cache" "$rounds"
