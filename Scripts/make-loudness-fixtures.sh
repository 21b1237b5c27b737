#!/usr/bin/env bash
# Makes the tagged files that the tests of loudness carry: half a second of one tone in the formats
# that differ in how they are tagged. Run it after a change here, and commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need ffmpeg ffmpeg

tone="sine=f=441:r=44100:d=0.5,volume=2,aformat=channel_layouts=stereo"

# make FILE OPTION …: encodes the tone.
make() {
  local file=Tests/Fixtures/$1
  shift
  ffmpeg -y -loglevel error -f lavfi -i "$tone" -map_metadata -1 -fflags +bitexact "$@" "$file"
}

track=(-metadata "REPLAYGAIN_TRACK_GAIN=-6.02 dB")
album=(-metadata "REPLAYGAIN_ALBUM_GAIN=-12.04 dB")
make loudness.flac -c:a flac "${track[@]}" "${album[@]}" \
  -metadata REPLAYGAIN_TRACK_PEAK=0.25 -metadata REPLAYGAIN_ALBUM_PEAK=0.25
make loudness.mp3 -c:a libmp3lame -b:a 64k "${track[@]}" "${album[@]}"
make loudness.m4a -c:a aac -b:a 64k -movflags use_metadata_tags "${track[@]}" "${album[@]}"
make loudness.ogg -c:a libvorbis -q:a 0 "${track[@]}" "${album[@]}"
# −11.02 and −17.04 dB towards −23 LUFS.
make loudness.opus -c:a libopus -b:a 48k -metadata R128_TRACK_GAIN=-2821 \
  -metadata R128_ALBUM_GAIN=-4362
ls -l Tests/Fixtures/loudness.*
