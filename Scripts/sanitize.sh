#!/usr/bin/env bash
# Runs the engine's lifetime tests under the thread and the address sanitizer, each in a build folder
# of its own. Before that, a positive control for each: a planted fault that it has to report.
#
#   ENGINE_CYCLES=200      how often the lifetime test creates, loads and closes an engine
#   SANITIZE_FILTER=REGEX  which tests to run
#   SANITIZE="thread address"
set -uo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/test-results.sh

export ENGINE_CYCLES=${ENGINE_CYCLES:-200}
# Tests that keep time are left out: a sanitizer slows everything down.
filter=${SANITIZE_FILTER:-'LifetimeTests|BadInputTests|AACJointTests|ExactEndTests|MP4IndexFinderTests|HTTPPlaybackTests|QueuePlayersTests|QueuePolicyTests|ScenarioTests|FakePlayer|PlayerContractOnFakes|EventSource|Updates'}

export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=0 exitcode=66}
# Leaks are left out: the runtime and libmpv's libraries keep some memory until the process ends.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}

# control NAME SANITIZER REPORT: compiles the planted fault, and requires the report and a failure.
control() {
  local name=$1 sanitizer=$2 report=$3 status=0
  swiftc -Onone -swift-version 6 "-sanitize=$sanitizer" \
    "Scripts/sanitizer-control/$name.swift" -o "$results/$name"
  "$results/$name" >"$results/$name.log" 2>&1 || status=$?
  if [ "$status" -eq 0 ] || ! grep -q "$report" "$results/$name.log"; then
    cat "$results/$name.log" >&2
    die "the $sanitizer sanitizer did not report the planted fault in $name.swift (status $status)"
  fi
  say "control: the $sanitizer sanitizer reports the planted fault: $(grep -m1 "$report" "$results/$name.log")"
}

# tests SANITIZER FOLDER REPORT: runs the tests; a report anywhere in the output is a failure too.
tests() {
  local sanitizer=$1 folder=$2 report=$3
  build_tests "--sanitize=$sanitizer" --scratch-path "$folder"
  say "$ENGINE_CYCLES engine cycles under the $sanitizer sanitizer"
  run "$sanitizer" --filter "$filter"
  cat "$results/$sanitizer"
  summarize "$sanitizer"
  [ "$status" -eq 0 ] || die "the tests failed under the $sanitizer sanitizer"
  if grep -aq "$report" "$results/$sanitizer"; then
    die "the $sanitizer sanitizer reported $(grep -ac "$report" "$results/$sanitizer") faults"
  fi
  # A filter that matches nothing must not pass for silence of the sanitizer.
  grep -aEq '✔ Test .* passed' "$results/$sanitizer" || die "no test matched $filter"
}

for sanitizer in ${SANITIZE:-thread address}; do
  case "$sanitizer" in
    thread)
      control race thread "WARNING: ThreadSanitizer: .*race"
      tests thread .build-tsan "WARNING: ThreadSanitizer"
      ;;
    address)
      control use-after-free address "ERROR: AddressSanitizer: heap-use-after-free"
      tests address .build-asan "ERROR: AddressSanitizer"
      ;;
    *)
      die "unknown sanitizer: $sanitizer"
      ;;
  esac
done
say "no reports in: ${SANITIZE:-thread address}"
