#!/usr/bin/env bash
# Builds the tests and runs them, and prints the runner's summary whatever standard output is.
#
#   Scripts/test.sh [FLAG …]    flags for `swift build` and `swift test`
#
# What keeps time runs by itself, one test at a time; the rest runs beside each other in processes of
# their own. In one process tests would wait for each other: those that explore a machine take all
# the threads there are.
set -uo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/test-results.sh

# Targets whose tests play in real time, or wait for a process.
timed='PlayerKitMPVTests|ExamplesTests|PlayerKitTestingTests|PlayerKitSQLiteTests'
# Half of the others.
core='PlayerKitTests|ServiceSimulatorTests|TestingAnApp'

"$swift" build --build-tests "$@" || exit 1

started=$SECONDS
run core --skip-build --ignore-lock --filter "^($core)\\." "$@" &
run catalogs --skip-build --ignore-lock --skip "^($core|$timed)\\." "$@" &
wait
cat "$results/core" "$results/catalogs"
run timed --skip-build --filter "^($timed)\\." "$@"
cat "$results/timed"
say "in $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s:"
summarize core catalogs timed
exit $status
