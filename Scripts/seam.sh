# What the checks of seams share; to be sourced after null-sink.sh.
#
#   SEAM_PLAYER="COMMAND …"  another player to put to the test; the items are appended, the sink is
#                            called "seam"

player=${SEAM_PLAYER:-.build/debug/playerkit play --output pulse:seam}

# build_seam: makes "$scratch/seam", which generates the signal and compares recordings.
build_seam() {
  swiftc -O -swift-version 6 Scripts/realtime-seam/seam.swift -o "$scratch/seam"
}

# make_signal: puts one signal into "$scratch": whole.raw; cut in two: a.flac, b.wav; and in three, of
# which the middle one is AAC: a.wav, middle.m4a, end.wav.
make_signal() {
  need flac flac
  need ffmpeg ffmpeg
  say "making the signal"
  build_seam
  "$scratch/seam" generate "$scratch"
  flac --silent --no-padding -o "$scratch/a.flac" "$scratch/a.wav"
  ffmpeg -loglevel error -i "$scratch/middle.wav" -c:a aac -b:a 320k "$scratch/middle.m4a"
}

# play FILE ITEM …: plays the items, and records what the sink got.
play() {
  local file=$1
  shift
  # shellcheck disable=SC2086 # the player is a command with its options
  record "$file" $player "$@"
}
