#!/usr/bin/env bash
# Kills processes that write to the disk by SIGKILL, and compares what they left with what they reported:
# kill.sh store|cache|outbox [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

what=${1:?store, cache or outbox}
rounds=${2:-200}
swift build --product Torture
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
say "killing $rounds times"
"$(swift build --show-bin-path)/Torture" "$what" kill "$folder/kept" "$rounds"
