#!/usr/bin/env bash
# Builds the tests and runs them, and closes with the runner's summaries.
#
#   Scripts/test.sh [FLAG …]    flags for `swift build`
#
# What keeps time runs with as little as possible beside it; the rest runs beside each other in
# processes of their own. In one process tests would wait for each other: those that explore a machine
# take all the threads there are.
set -uo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh
. Scripts/test-results.sh
find_recorded

# Of the engine's tests those that need no engine, and those that wait more than they keep time.
pure='PlayerKitMPVTests\.(EngineExplorationTests|MPVEngineStateMachineTests)/'
patient='PlayerKitMPVTests\.EngineTests/(ContractTests|PlayerContractTests|TailTests|RemoteCrossfadeTests|CrossfadeTests|ClipCrossfadeTests|HLSTests|SoundTests)/'
# Targets whose tests wait for timers, files or a process.
waiting='ExamplesTests|LibraryTests|RemoteTests'
# Of those some that wait for nothing.
short='ExamplesTests\.ExitStatusTests/'
# Half of the others.
core='PlayerKitTests|SimulatorTests|TestingAnApp'

build_tests "$@"

started=$SECONDS
run core --filter "^($core)\." --filter "^$pure" --filter "^$short" &
run catalogs --skip "^($core|$waiting|PlayerKitMPVTests)\." &
wait
cat "$results/core" "$results/catalogs"
run waiting --filter "^($waiting)\." --skip "^$short" &
run patient --filter "^$patient" &
run timed --filter '^PlayerKitMPVTests\.' --skip "^$pure" --skip "^$patient" &
wait
cat "$results/waiting" "$results/patient" "$results/timed"
say "in $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s:"
summarize core catalogs waiting patient timed
exit $status
