#!/usr/bin/env bash
# Steers the command line by the desktop's own programs on a bus of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

[ "$(uname -s)" = Linux ] || die "MPRIS is of Linux"
need dbus-run-session dbus-daemon
need dbus-daemon dbus
need playerctl playerctl
need gdbus libglib2.0-bin
need python3 python3

runtime=$(mktemp -d)
trap 'rm -rf "$runtime"' EXIT
chmod 700 "$runtime"
XDG_RUNTIME_DIR=$runtime dbus-run-session -- \
  python3 Scripts/mpris.py "$(${SWIFT:-swift} build --show-bin-path)/playerkit" "$runtime"
