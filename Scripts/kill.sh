#!/usr/bin/env bash
# Has processes keep something on the disk, kills them by SIGKILL, and compares what they left with what
# they told of: kill.sh StoreTorture|CacheTorture|OutboxTorture [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

tool=${1:?which tool?}
rounds=${2:-200}
swift build --product "$tool"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
say "killing $rounds times"
"$(swift build --show-bin-path)/$tool" kill "$folder/kept" "$rounds"
