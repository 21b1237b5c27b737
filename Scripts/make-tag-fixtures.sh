#!/usr/bin/env bash
# Makes the tagged media of the inspector's tests anew, in Tests/Fixtures/Tags. Needs ffmpeg, Python and
# PyPI (mutagen).
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

command -v ffmpeg >/dev/null || die "ffmpeg is needed"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check mutagen==1.47.0
folder=Tests/Fixtures/Tags
mkdir -p "$folder"
PYTHONPATH=Scripts/interop/tags "$scratch/venv/bin/python" -B -c \
  "import media, sys; print(*media.make(sys.argv[1], is_small=True), sep='\n')" "$folder"
