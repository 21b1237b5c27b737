#!/usr/bin/env bash
# Runs one process of the test runner, then prints what failed and the runner's summary, whatever
# standard output is: the runner may lose what it wrote last.
#
#   Scripts/run-tests.sh FLAG …    flags for `swift test`
set -uo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/test-results.sh

run tests "$@"
cat "$results/tests"
summarize tests
exit $status
