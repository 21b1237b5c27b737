#!/usr/bin/env bash
# Runs one process of the test runner, then prints what failed and the runner's summary.
#
#   Scripts/run-tests.sh [--filter REGEX] [--skip REGEX] [FLAG …]    flags for `swift build`
set -uo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/test-results.sh
find_recorded

choice=() flags=()
while [ $# -gt 0 ]; do
  case $1 in
    --filter | --skip)
      choice+=("$1" "$2")
      shift
      ;;
    *) flags+=("$1") ;;
  esac
  shift
done
build_tests ${flags[@]+"${flags[@]}"}
run tests "${choice[@]}"
cat "$results/tests"
summarize tests
exit $status
