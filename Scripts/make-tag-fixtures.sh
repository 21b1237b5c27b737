#!/usr/bin/env bash
# Makes the tagged media of the inspector's tests anew, in Tests/Fixtures/Tags. Needs ffmpeg, mpcenc
# (musepack-tools), mkvpropedit (mkvtoolnix), Python and PyPI (mutagen).
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

for tool in ffmpeg mpcenc mkvpropedit; do
  command -v "$tool" >/dev/null || die "$tool is needed"
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check mutagen==1.47.0
folder=Tests/Fixtures/Tags
mkdir -p "$folder"
PYTHONPATH=Acceptance/support "$scratch/venv/bin/python" -B -c \
  "import sys, tagged_media as media; print(*media.make(sys.argv[1], is_small=True), sep='\n')" "$folder"
