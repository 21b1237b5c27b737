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
#   tables     writes the tables of Documentation/StateMachines.md again
set -euo pipefail
cd "$(dirname "$0")/.."

release=(-c release -Xswiftc -enable-testing --scratch-path .build-release)

case ${1:-} in
  machines) EXPLORATION_DEPTH=${DEPTH:-5} exec Scripts/test.py --filter ExplorationTests ;;
  laws) SEQUENCES=${SEQUENCES:-100000} exec Scripts/test.py --filter QueueLawTests "${release[@]}" ;;
  commands) ROUNDS=${ROUNDS:-100000} exec Scripts/test.py --filter RandomOperationsTests "${release[@]}" ;;
  connect) QUEUES=${QUEUES:-10000} exec Scripts/test.py --filter ConnectRandomTests "${release[@]}" ;;
  # bash counts in SECONDS, from the value in the environment on.
  world) WORLD_SECONDS=$((SECONDS < 5 ? 60 : SECONDS)) exec Scripts/test.py --filter SimulatedWorldTests "${release[@]}" ;;
  joints) JOINTS=1 exec Scripts/test.py --filter '/(Sound)?JointTests' ;;
  mutants) exec Scripts/mutants.py ;;
  live) LIVE=1 exec Scripts/test.py --filter 'CatalogSuiteTests|SpotifySuiteTests' ;;
  tables) UPDATE_TABLES=1 exec Scripts/test.py --filter MachineExplorationTests ;;
  *)
    sed -n '2,13s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
