#!/usr/bin/env bash
# Runs the tests, and prints the runner's summary whatever standard output is.
#
#   Scripts/test.sh [FLAG …]    flags for `swift build` and `swift test`
#
# What keeps time runs by itself, one test at a time; the rest runs beside each other in processes of
# their own. In one process tests would wait for each other: those that explore a machine take all
# the threads there are.
set -uo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

swift=${SWIFT:-swift}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# Targets whose tests play in real time, or wait for a process.
timed='PlayerKitMPVTests|ExamplesTests|PlayerKitTestingTests|PlayerKitSQLiteTests'
# Half of the others.
core='PlayerKitTests|ServiceSimulatorTests|TestingAnApp'

# run NAME FLAG …: one process of the runner; its output goes to a file, then to standard output.
run() {
  local name=$1
  shift
  "$swift" test --skip-build --disable-xctest --no-parallel --xunit-output "$results/$name.xml" "$@" \
    >"$results/$name" 2>&1
  echo $? >"$results/$name.status"
}

# from_results NAME: the summary of a process from the file of its results.
from_results() {
  local file
  file=$(ls "$results/$1"*swift-testing.xml 2>/dev/null | head -1)
  if [ -n "$file" ]; then
    perl -ne 'print "Test run with $1 tests, $2 of which failed\n" if /<testsuite .*?tests="(\d+)".*?failures="(\d+)"/ ' "$file"
  else
    echo "✘ $1: the runner wrote no results"
    status=1
  fi
}

"$swift" build --build-tests "$@" || exit 1

started=$SECONDS
run core --ignore-lock --filter "^($core)\\." "$@" &
run catalogs --ignore-lock --skip "^($core|$timed)\\." "$@" &
wait
cat "$results/core" "$results/catalogs"
run timed --filter "^($timed)\\." "$@"
cat "$results/timed"

status=0
say "in $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s:"
for name in core catalogs timed; do
  grep -aE '^✘ Test .*recorded an issue' "$results/$name"
done
for name in core catalogs timed; do
  # The runner may lose what it wrote last. The file of its results is whole.
  grep -aE 'Test run with ' "$results/$name" || from_results "$name"
  [ "$(cat "$results/$name.status")" -eq 0 ] || status=1
done
exit $status
