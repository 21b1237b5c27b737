#!/usr/bin/env bash
# Has an inspector look into media that was changed at random, in processes of their own. A crash, a hang
# and memory without bounds are failures: inspect-hostile.sh [COUNT] [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

count=${1:-100000}
seed=${2:-$(date +%s)}
part=5000
# shellcheck disable=SC2086
swift build --product Torture ${BUILD_FLAGS:-}
# shellcheck disable=SC2086
tool=$(swift build --show-bin-path ${BUILD_FLAGS:-})/Torture
folder=$(mktemp -d)
say "seed $seed, $count files"
for ((done = 0; done < count; done += part)); do
  number=$((count - done < part ? count - done : part))
  if ! "$tool" inspect change Tests/Fixtures/Tags "$((seed + done))" "$number" "$folder/media" | tee "$folder/said"; then
    die "seed $((seed + done)): the process ended; what it looked into is $folder/media"
  fi
  memory=$(sed -E 's/.*, ([0-9]+) MB$/\1/' "$folder/said")
  [ "$memory" -lt 500 ] || die "it took $memory MB"
done
rm -rf "$folder"
say "$count files: no crash, no hang"
