#!/usr/bin/env bash
# Runs the engine's lifetime tests under the thread and the address sanitizer, each in a build folder
# of its own. Before that, a positive control for each: a planted fault that it has to report.
#
#   ENGINE_CYCLES=200      how often the lifetime test creates, loads and closes an engine
#   SANITIZE_FILTER=REGEX  which tests to run
#   SANITIZE="thread address"
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

export ENGINE_CYCLES=${ENGINE_CYCLES:-200}
# Tests that keep time are left out: a sanitizer slows everything down.
filter=${SANITIZE_FILTER:-'LifetimeTests|BadInputTests|AACJointTests|ExactEndTests|MP4IndexFinderTests|HTTPPlaybackTests|QueuePlayersTests|QueuePolicyTests|ScenarioTests|FakePlayer|PlayerContractOnFakes|EventSource|Updates'}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=0 exitcode=66}
# Leaks are left out: the runtime and libmpv's libraries keep some memory until the process ends.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}

# control NAME SANITIZER REPORT: compiles the planted fault, and requires the report and a failure.
control() {
  local name=$1 sanitizer=$2 report=$3 status=0
  swiftc -Onone -swift-version 6 "-sanitize=$sanitizer" \
    "Scripts/sanitizer-control/$name.swift" -o "$scratch/$name"
  "$scratch/$name" >"$scratch/$name.log" 2>&1 || status=$?
  if [ "$status" -eq 0 ] || ! grep -q "$report" "$scratch/$name.log"; then
    cat "$scratch/$name.log" >&2
    die "the $sanitizer sanitizer did not report the planted fault in $name.swift (status $status)"
  fi
  say "control: the $sanitizer sanitizer reports the planted fault: $(grep -m1 "$report" "$scratch/$name.log")"
}

# tests SANITIZER FOLDER REPORT: runs the tests; a report anywhere in the output is a failure too.
tests() {
  local sanitizer=$1 folder=$2 report=$3 log="$scratch/$1.log" status=0
  say "$ENGINE_CYCLES engine cycles under the $sanitizer sanitizer"
  swift test --disable-xctest --no-parallel --sanitize="$sanitizer" --scratch-path "$folder" \
    --filter "$filter" >"$log" 2>&1 || status=$?
  sed "/Cannot export local symbol '__asan/d" "$log"
  [ "$status" -eq 0 ] || die "the tests failed under the $sanitizer sanitizer"
  if grep -q "$report" "$log"; then
    die "the $sanitizer sanitizer reported $(grep -c "$report" "$log") faults"
  fi
  # A filter that matches nothing must not pass for silence of the sanitizer.
  grep -Eq '✔ Test .* passed' "$log" || die "no test matched $filter"
}

for sanitizer in ${SANITIZE:-thread address}; do
  case "$sanitizer" in
    thread)
      control race thread "WARNING: ThreadSanitizer: data race"
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
