#!/usr/bin/env bash
# Has pylast and liblistenbrainz (PyPI) write to the simulated Last.fm and ListenBrainz, so that what our clients are
# tested against is what clients of others take for the real ones.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)

need openssl openssl
command -v python3 >/dev/null || die "python3 is needed"
scratch=$(mktemp -d)
pids=()
cleanup() {
  [ "${#pids[@]}" -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT
say "installing pylast and liblistenbrainz"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check pylast liblistenbrainz

tool=${PLAYERKIT_TOOL:-$(swift build --show-bin-path)/playerkit}
mkfifo "$scratch/simulator"
"$tool" simulate >"$scratch/simulator" &
pids+=($!)
read -r simulator <"$scratch/simulator" || die "the simulator did not start"
"$scratch/venv/bin/python" -B "$here/scrobbling.py" "$simulator" "$scratch"
