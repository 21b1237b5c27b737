#!/usr/bin/env bash
# Makes the waveform of an hour of FLAC, and beside it ffmpeg's picture of one, in turns. Fails if ffmpeg is
# faster by the median, or if a point is another than what ffmpeg's samples say.
# Needs ffmpeg, and Python with numpy (PyPI).
#
#   Scripts/bench-waveform.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

length=${1:-3600}
points=1800
command -v ffmpeg >/dev/null || apt_install ffmpeg
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check numpy
swift build -c release --package-path Benchmarks --product waveform-file
tool=$(swift build -c release --package-path Benchmarks --show-bin-path)/waveform-file
# Tones that come and go, over noise.
ffmpeg -v error -f lavfi -i "aevalsrc='0.4*sin(2*PI*(220+t/30)*t)*(0.5+0.5*sin(t/7))|0.3*sin(2*PI*331*t)*(0.5+0.5*sin(t/11))':s=44100:d=$length" \
  -f lavfi -i "anoisesrc=r=44100:d=$length:a=0.1:seed=7" \
  -filter_complex "[0][1]amix=2:normalize=0" -c:a flac -sample_fmt s16 "$scratch/music.flac"
seconds() { sed -n 's/^seconds: \([0-9.]*\).*/\1/p' "$1"; }
for round in 1 2 3 4 5; do
  "$tool" "$scratch/music.flac" "$points" >"$scratch/points" 2>"$scratch/said"
  seconds "$scratch/said" >>"$scratch/ours"
  start=$(date +%s.%N)
  ffmpeg -v error -y -i "$scratch/music.flac" -filter_complex "showwavespic=s=${points}x200" \
    -frames:v 1 "$scratch/wave.png"
  echo "$(date +%s.%N) $start" | awk '{ print $1 - $2 }' >>"$scratch/ffmpeg"
  say "round $round: waveform $(tail -1 "$scratch/ours") s, $(sed 's/.*memory: //' "$scratch/said"); ffmpeg $(tail -1 "$scratch/ffmpeg") s"
done
ffmpeg -v error -i "$scratch/music.flac" -f s16le "$scratch/music.pcm"
cat >"$scratch/compare.py" <<'PY'
import sys
import numpy

samples = numpy.fromfile(sys.argv[1], dtype="<i2").reshape(-1, 2)
mixed = samples.astype(numpy.float32).mean(axis=1) / 32768
points = numpy.loadtxt(sys.argv[2])
count, width = len(mixed), 1
while count > 8192 * width:
    width *= 2
length, wrong = count / len(points), 0
for index, (low, high, rms) in enumerate(points):
    # Each point has the bins that it touches.
    first = int(index * length / width) * width
    last = min(int(numpy.ceil((index + 1) * length / width)) * width, count)
    part = mixed[first:last].astype(numpy.float64)
    found = (part.min(), part.max(), numpy.sqrt((part * part).mean()))
    wrong += any(abs(a - b) > 1e-4 for a, b in zip(found, (low, high, rms)))
print(f"points: {len(points)}, other than by ffmpeg's samples: {wrong}")
sys.exit(wrong > 0)
PY
"$scratch/venv/bin/python" -B "$scratch/compare.py" "$scratch/music.pcm" "$scratch/points"
median() { sort -n "$1" | sed -n 3p; }
ours=$(median "$scratch/ours") ffmpeg=$(median "$scratch/ffmpeg")
say "median for $length s of FLAC: waveform $ours s, ffmpeg $ffmpeg s, ratio $(awk "BEGIN { printf \"%.2f\", $ours / $ffmpeg }")"
awk "BEGIN { exit !($ours < $ffmpeg) }" || die "ffmpeg is faster"
