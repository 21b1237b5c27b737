#!/usr/bin/env bash
# Plays tracks in the real mpv and VLC over D-Bus: the contract of players, the ends that they have, and a
# queue in which they take their turn. Their sound goes to a PulseAudio daemon of this run.
#
#   MPRIS_REMOTE=sample   their ends, and the queue
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need dbus-daemon dbus
need mpv mpv
need vlc vlc
[ -e /usr/lib/mpv-mpris/mpris.so ] || apt_install mpv-mpris
. Scripts/null-sink.sh
start_sink
# VLC is run by another user.
chmod 711 "$scratch" "$scratch/run"
export MPRIS_REMOTE_PULSE=$PULSE_SERVER
unset PULSE_SERVER
which='RemoteTests\.Real(Program|Queue)'
[ "${MPRIS_REMOTE:-}" != sample ] || which='RemoteTests\.(RealProgramTests/(end|stopped)|RealQueueTests)'
Scripts/run-tests.sh --filter "$which" "$@"
