#!/usr/bin/env bash
# Takes a guard out of the state machines, one at a time, and requires the exploration to notice.
# Works on a copy; the tree stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy"
machine=Sources/PlayerKit/Playback/PlaybackStateMachine.swift
queue=Sources/PlayerKit/Queue/QueueStateMachine
turn=Sources/PlayerKit/Queue/QueueTurn.swift

# explore: whether the explorations pass on the copy.
explore() {
  swift test --package-path "$copy" --scratch-path "$PWD/.build-mutants" --disable-xctest \
    --filter 'ExplorationTests' >"$copy/log" 2>&1
}

# mutant NAME FILE FROM TO: replaces FROM (all places) by TO, and wants the exploration to fail.
mutant() {
  local name=$1 file=$2 from=$3 to=$4
  cp "$copy/$file" "$copy/original"
  FROM=$from TO=$to perl -0pi -e 's/\Q$ENV{FROM}\E/$ENV{TO}/g' "$copy/$file"
  cmp -s "$copy/$file" "$copy/original" && die "mutant “$name”: nothing to replace in $file"
  if explore; then die "mutant “$name” survives"; fi
  grep -q 'Expectation failed' "$copy/log" || { tail -20 "$copy/log" >&2; die "mutant “$name” does not build"; }
  say "killed: $name ($(grep -om1 'Expectation failed: ([^,]*' "$copy/log" | cut -c22-120))"
  cp "$copy/original" "$copy/$file"
}

say "without a mutation"
explore || { tail -20 "$copy/log" >&2; die "the exploration fails by itself"; }
mutant "playback machine, load id not checked" $machine \
  'guard var media = status.activeMedia, media.load == load else' \
  'guard var media = status.activeMedia else'
mutant "playback machine, seek id not checked" $machine \
  'guard media.seek == .sent(id) else { return PlaybackStep() }' \
  'guard media.seek != nil else { return PlaybackStep() }'
mutant "queue machine, load id not checked" $queue+Reports.swift \
  'if machine.attempt?.load == load, machine.attempt?.player != nil {' \
  'if machine.attempt?.player != nil {'
mutant "exclusivity: no waiting for another player's silence" $queue+Loading.swift \
  '.awaitingRelease(registration.ref)' '.on(registration.ref)'
mutant "exclusivity: the other player is not asked to stop" $queue+Loading.swift \
  '      release(&turn)
      let isShared' '      let isShared'
mutant "what nobody wants is not released" $turn \
  'if attempt == nil { release(&turn) }' ''
mutant "an interruption holds nothing back" Sources/PlayerKit/PlayerStatus.swift \
  'package var maySound: Bool { intent.wantsToPlay && interruptions.isEmpty }' \
  'package var maySound: Bool { intent.wantsToPlay }'
mutant "played elsewhere during an interruption, it sounds" $machine \
  'if wantsToPlay, !status.maySound { correction = .setPlaying(false, load) }' ''
mutant "what was said elsewhere crosses a command" $queue+Reports.swift \
  'if case .wantsToPlay = report, let player' 'if case .superseded = report, let player'
mutant "another player is not told of the ducking" $queue+Loading.swift \
  'playback.status.audibleSettings' 'playback.status.settings'
mutant "the sleep timer pauses nothing" $queue+Sleep.swift \
  'step(&turn) { $0.pause(reason: .sleepTimer, now: $1) }' ''
mutant "the sleep timer does not stop what follows by itself" $queue+Reports.swift \
  'guard !stopsHere else' 'guard !stopsAfterCurrent else'
mutant "what is to follow is handed over though it is to stop" $queue+Loading.swift \
  ' !stopsHere,' ''
mutant "tries without a bound" $queue+Failures.swift \
  'retries(before: attempt) < count' 'retries(before: attempt) <= count'
mutant "failures without a bound" $queue+Failures.swift \
  'return failures >= ' 'return failures > '
mutant "retry() of what has not failed" $queue+Commands.swift \
  'machine.attempt == nil, machine.playback.status.error != nil {' 'machine.attempt == nil {'
mutant "a track that is paused past its end ends" $turn \
  'if !playback.status.isPlaying { attempt?.answerDue = nil }' ''
mutant "what is begun is not recorded" $queue+History.swift \
  'guard begins, let' 'guard !begins, let'
say "all mutants are killed"
