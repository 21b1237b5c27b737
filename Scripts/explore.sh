#!/usr/bin/env bash
# Searches longer than `make test` does: Scripts/explore.sh WHAT
#
#   machines   all states of the state machines that DEPTH inputs reach (5)
#   laws       the queue's laws for SEQUENCES random sequences of edits (100,000; SEED)
#   commands   random commands and edits with slow players, compared with a plain model (ROUNDS=100,000; SEED)
#   connect    random queues of Spotify's whole tracks and files at a faulty Spotify (QUEUES=10,000; SEED)
#   world      simulated worlds for SECONDS (60), each with its own seed from SEED (1) on
#   joints     every format after every other one, with every filter; prints the samples that each joint is off
#   mutants    plants faults, one at a time; the explorations and the simulated worlds must notice each
#   live       the catalogs' suites with the real services, with credentials from the environment
#   sanitize   the engine and the core under the thread and the address sanitizer, with ENGINE_CYCLES (200) engines that
#              are created, loaded and closed; SANITIZE=thread for one of them, SANITIZE_FILTER=REGEX for other tests
#   tables     writes the tables of Documentation/StateMachines.md again
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

release=(-c release -Xswiftc -enable-testing --scratch-path .build-release)

sanitize() {
  export ENGINE_CYCLES=${ENGINE_CYCLES:-200}
  # Real-time tests are left out: a sanitizer slows everything down.
  filter=${SANITIZE_FILTER:-'LifetimeTests|BadInputTests|AACJointTests|ExactEndTests|MP4IndexFinderTests|HTTPPlaybackTests|QueuePlayersTests|QueuePolicyTests|ScenarioTests|FakePlayer|PlayerContractOnFakes|EventSource|Updates'}

  export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=0 exitcode=66}
  # Leaks are left out: the runtime and libmpv's libraries keep some memory until the process ends.
  export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}

  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  plant_faults
  for sanitizer in ${SANITIZE:-thread address}; do
    case "$sanitizer" in
      thread)
        control thread "WARNING: ThreadSanitizer: .*race"
        tests thread .build-tsan "WARNING: ThreadSanitizer"
        ;;
      address)
        control address "ERROR: AddressSanitizer: heap-use-after-free"
        tests address .build-asan "ERROR: AddressSanitizer"
        ;;
      *) die "unknown sanitizer: $sanitizer" ;;
    esac
  done
  say "no reports in: ${SANITIZE:-thread address}"
}

plant_faults() {
  # Two threads count in one variable without a lock. They do so for so long that they overlap on a busy machine too.
  cat >"$scratch/thread.swift" <<'SWIFT'
import Foundation

final class Counter: @unchecked Sendable {
  var value = 0
}

let counter = Counter()
let group = DispatchGroup()
let end = ContinuousClock.now + .milliseconds(500)
for _ in 0..<2 {
  group.enter()
  Thread.detachNewThread {
    while ContinuousClock.now < end { counter.value += 1 }
    group.leave()
  }
}
group.wait()
FileHandle.standardOutput.write(Data("counted to \(counter.value)\n".utf8))
SWIFT

  # Memory is read after it was freed.
  cat >"$scratch/address.swift" <<'SWIFT'
import Foundation

let bytes = UnsafeMutablePointer<Int>.allocate(capacity: 16)
bytes.initialize(repeating: CommandLine.arguments.count, count: 16)
bytes.deallocate()
FileHandle.standardOutput.write(Data("read \(bytes[3])\n".utf8))
SWIFT
}

# control SANITIZER REPORT: the planted fault must be reported, and the program must fail.
control() {
  local status=0
  swiftc -Onone -swift-version 6 "-sanitize=$1" "$scratch/$1.swift" -o "$scratch/$1"
  "$scratch/$1" >"$scratch/$1.log" 2>&1 || status=$?
  if [ "$status" -eq 0 ] || ! grep -q "$2" "$scratch/$1.log"; then
    cat "$scratch/$1.log" >&2
    die "the $1 sanitizer did not report the planted fault (status $status)"
  fi
  say "the $1 sanitizer reports the planted fault: $(grep -m1 "$2" "$scratch/$1.log")"
}

# tests SANITIZER FOLDER REPORT: a report anywhere in the output is a failure too.
tests() {
  say "$ENGINE_CYCLES engine cycles under the $1 sanitizer"
  Scripts/test.py --serial --verbose --filter "$filter" "--sanitize=$1" --scratch-path "$2" 2>&1 |
    tee "$scratch/tests.log" | grep -av '^[◇✔➜]'
  ! grep -aq "$3" "$scratch/tests.log" ||
    die "the $1 sanitizer reported $(grep -ac "$3" "$scratch/tests.log") faults"
}

case ${1:-} in
  machines) EXPLORATION_DEPTH=${DEPTH:-5} exec Scripts/test.py --filter ExplorationTests ;;
  laws) SEQUENCES=${SEQUENCES:-100000} exec Scripts/test.py --filter QueueLawTests "${release[@]}" ;;
  commands) ROUNDS=${ROUNDS:-100000} exec Scripts/test.py --filter RandomOperationsTests "${release[@]}" ;;
  connect) QUEUES=${QUEUES:-10000} exec Scripts/test.py --filter ConnectRandomTests "${release[@]}" ;;
  # bash counts in SECONDS, from the value in the environment on.
  world) WORLD_SECONDS=$((SECONDS < 5 ? 60 : SECONDS)) exec Scripts/test.py --filter SimulatedWorldTests "${release[@]}" ;;
  joints) JOINTS=1 exec Scripts/test.py --filter '/(Sound)?JointTests' ;;
  mutants) exec Scripts/mutants.py ;;
  sanitize) sanitize ;;
  live) LIVE=1 exec Scripts/test.py --filter 'CatalogSuiteTests|SpotifySuiteTests' ;;
  tables) UPDATE_TABLES=1 exec Scripts/test.py --filter MachineExplorationTests ;;
  *)
    sed -n '2,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
