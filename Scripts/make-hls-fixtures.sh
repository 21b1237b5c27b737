#!/usr/bin/env bash
# Makes the streams of the tests of HLS: one encoding, whole, and in the parts that packers make of it.
# Commit what it wrote.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need ffmpeg ffmpeg

folder=Tests/Fixtures/hls
rm -rf "$folder"
mkdir -p "$folder"/{ts,mp4,adts,aes}
printf '0123456789abcdef' >"$folder/aes/key.bin"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf 'key.bin\n%s\n' "$PWD/$folder/aes/key.bin" >"$scratch/key.info"
quiet() { ffmpeg -loglevel error -nostdin -y "$@"; }
# pack NAME OPTION …
pack() {
  quiet -i "$scratch/whole.m4a" -c copy -f hls -hls_time 1 -hls_playlist_type vod "${@:2}" \
    "$folder/$1/index.m3u8"
}

say "encoding"
quiet -f lavfi -i "aevalsrc=0.3*sin(2*PI*(100+300*t)*t)+0.05*(random(0)-0.5):s=44100:d=5" \
  -ac 1 -c:a aac -aac_pns 0 -b:a 32k -fflags +bitexact -flags:a +bitexact "$scratch/whole.m4a"
quiet -i "$scratch/whole.m4a" -c copy "$folder/whole.aac"

say "packing"
pack ts
pack mp4 -hls_segment_type fmp4 -hls_flags single_file
pack aes -hls_key_info_file "$scratch/key.info"
quiet -i "$scratch/whole.m4a" -c copy -f segment -segment_time 1 -segment_list_type m3u8 \
  -segment_list "$folder/adts/index.m3u8" -segment_format adts "$folder/adts/%d.aac"
du -sh "$folder"
