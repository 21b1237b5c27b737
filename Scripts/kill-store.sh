#!/usr/bin/env bash
# Has a process edit and play a queue that it keeps in an SQLite database, kills it by SIGKILL, and
# compares what is restored with what the process told of: kill-store.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

rounds=${1:-200}
swift build --product StoreTorture
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
say "killing $rounds times"
"$(swift build --show-bin-path)/StoreTorture" kill "$folder/queue.sqlite" "$rounds"
