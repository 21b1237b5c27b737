#!/usr/bin/env bash
# Times what a large queue costs in an SQLite store, in a release build: measure-store.sh [ENTRIES]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
swift build -c release --product Torture
"$(swift build -c release --show-bin-path)/Torture" measure-store "$folder/queue.sqlite" "${1:-1000000}"
