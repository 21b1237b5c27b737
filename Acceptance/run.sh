#!/usr/bin/env bash
# Runs the acceptance tests: real programs against `playerkit`.
#
#   Acceptance/run.sh [SUBJECT …] [--quick] [pytest option …]
#
#   SUBJECT           rooms runs test_rooms.py; without any, all run
#   --quick           only the sample of continuous integration, several files at a time
#
#   PLAYERKIT=PATH    the program to test; by default the debug build
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

files=()
while [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; do
  file=Acceptance/test_$1.py
  [ -e "$file" ] || die "there is no $file"
  files+=("$file")
  shift
done
[ ${#files[@]} -gt 0 ] || files=(Acceptance)
quick=
if [ "${1:-}" = --quick ]; then
  quick=1
  shift
fi

export PLAYERKIT=${PLAYERKIT:-$PWD/.build/debug/playerkit}
[ -x "$PLAYERKIT" ] || die "$PLAYERKIT is missing: run \`swift build\`"

# The virtual environment is reused if the requirements are the same.
folder=$PWD/.build-acceptance
if ! cmp -s Acceptance/requirements.txt "$folder/requirements.txt"; then
  need python3 python3
  python3 -c 'import ensurepip' 2>/dev/null || apt_install python3-venv
  say "installing the requirements from PyPI"
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check --requirement Acceptance/requirements.txt
  cp Acceptance/requirements.txt "$folder/"
fi
export PATH="$folder/bin:$PATH" PYTHONDONTWRITEBYTECODE=1

find_recorded
tests=(python -m pytest -c Acceptance/pytest.ini --rootdir Acceptance "${files[@]}" "$@")
if [ "$quick" ]; then
  # Most tests wait for programs. What is compared with a clock runs alone.
  # The status 5 says that none was chosen.
  "${tests[@]}" -m "quick and real_time" || [ $? -eq 5 ]
  exec "${tests[@]}" -m "quick and not real_time" --numprocesses 3 --dist loadfile
fi
exec "${tests[@]}"
