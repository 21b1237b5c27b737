#!/usr/bin/env bash
# Runs a benchmark in a release build, after installing the programs that it needs. See `run.sh --list`.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

list() {
  cat <<'TEXT'
Benchmarks/run.sh                        catalog, queue and playback
Benchmarks/run.sh NAME [PART …] [OPTION …]
  catalog            decode a page of songs beside a plain Codable model
  queue              the queue at 1,000, 100,000 and 1,000,000 entries: value player memory peers
  playback           playback beside mpv, MPD and Mopidy, if installed: start process second next waiting
                     burst processor steered memory audible responsiveness joints (--rounds 7, --seconds 20)
  engine             the engine alone: loader skip mp3, by default; levels (4 minutes), fade (--rounds 12)
  store              a queue in an SQLite store (--entries 1000000)
  inspect            inspect files beside mutagen (--files 10000; needs PyPI)
  waveform           make a waveform beside ffmpeg (--seconds 3600; needs PyPI)
  library            libraries of 100000 and 1000000 invented songs, or as many as you name (needs PyPI)
  library-folders    a library of a folder beside MPD (--files 10000)
Each fails if a figure exceeds its bound. They are best run on an idle machine.
TEXT
}

# Puts a Python with packages from PyPI first into the path.
use_python() {
  need python3 python3
  [ -d .build-bench ] || python3 -m venv .build-bench
  .build-bench/bin/pip install --quiet --disable-pip-version-check "$@"
  PATH=$PWD/.build-bench/bin:$PATH
}

case ${1:-} in
  -h | --help | --list)
    list
    exit
    ;;
  "")
    for name in catalog queue playback; do "Benchmarks/run.sh" $name; done
    exit
    ;;
  engine)
    case " $* " in
      *" fade "*) need pulseaudio pulseaudio && need parec pulseaudio-utils ;;
    esac
    ;;
  inspect) use_python mutagen==1.47.0 ;;
  waveform) need ffmpeg ffmpeg && use_python numpy ;;
  library) use_python rapidfuzz ;;
  library-folders) command -v mpd >/dev/null || (install_servers mpd) ;;
esac
Scripts/bootstrap.sh
build=("${SWIFT:-swift}" build -c release --package-path Benchmarks)
"${build[@]}"
exec "$("${build[@]}" --show-bin-path)/bench" "$@"
