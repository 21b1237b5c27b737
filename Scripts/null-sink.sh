# Records what a player plays in real time, from a private PulseAudio daemon with a null sink; to be
# sourced after lib.sh. `scratch` is a folder that goes with the shell, as the daemon does.

[ "$(uname -s)" = Linux ] || die "this check needs PulseAudio on Linux"
need pulseaudio pulseaudio
need parec pulseaudio-utils

scratch=$(mktemp -d)
started=()

cleanup() {
  for pid in "${started[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  wait
  rm -rf "$scratch"
}
trap cleanup EXIT

# wait_for DESCRIPTION COMMAND …: polls for up to ten seconds.
wait_for() {
  local what=$1
  shift
  for _ in $(seq 100); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.1
  done
  die "waited in vain for $what"
}

playing() { [ -n "$(pactl list short sink-inputs)" ]; }
idle() { [ -z "$(pactl list short source-outputs)" ]; }

# start_sink [rewinds]: from here on there is a sink called "seam", of s16le stereo at 44.1 kHz.
start_sink() {
  local norewinds=1
  if [ "${1:-}" = rewinds ]; then norewinds=0; fi
  say "starting a private PulseAudio daemon with a null sink"
  mkdir -m 700 "$scratch/run"
  export XDG_RUNTIME_DIR="$scratch/run" PULSE_RUNTIME_PATH="$scratch/run"
  export PULSE_STATE_PATH="$scratch/run" PULSE_SERVER="unix:$scratch/run/seam.socket"
  unset PULSE_SINK PULSE_SOURCE
  # Without rewinds a stream begins after what the sink has rendered, not within it: with them, the
  # monitor misses up to some hundred frames of its beginning, whoever plays. But with them, as sound
  # cards have them, a stream that is dropped is silent at once, not when its last block was played.
  pulseaudio -n --daemonize=no --disable-shm=yes --use-pid-file=no --exit-idle-time=-1 \
    --log-target=stderr \
    -L "module-null-sink sink_name=seam format=s16le rate=44100 channels=2 norewinds=$norewinds" \
    -L "module-native-protocol-unix auth-anonymous=1 socket=$scratch/run/seam.socket" \
    2>"$scratch/pulseaudio.log" &
  started+=($!)
  wait_for "PulseAudio" pactl info
  # An idle sink gives its monitor nothing, and the first block of a stream would be lost: silence
  # keeps it running. Adding zeros to samples leaves them as they are.
  pacat --playback --device=seam --format=s16le --rate=44100 --channels=2 --raw \
    --latency-msec=100 </dev/zero 2>"$scratch/silence.log" &
  started+=($!)
  wait_for "the silence" playing
}

# record FILE COMMAND …: runs the player, and records what the sink got.
record() {
  local file=$1 recorder
  shift
  parec --device=seam.monitor --format=s16le --rate=44100 --channels=2 --raw \
    --latency-msec=100 >"$file" &
  recorder=$!
  started+=("$recorder")
  wait_for "the recording" [ -s "$file" ]
  "$@" >"$scratch/player.log" 2>&1 </dev/null || {
    cat "$scratch/player.log" >&2
    die "the player failed: $*"
  }
  sleep 1
  kill "$recorder"
  wait "$recorder" || true
  wait_for "the recorder's end" idle
}
