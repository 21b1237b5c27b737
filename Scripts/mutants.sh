#!/usr/bin/env bash
# Takes a guard out of the state machines, one at a time, and requires the exploration to notice.
# Works on copies; the tree stays as it is.
#
#   MUTANTS=sample   every sixth mutant, none begun after two minutes; the texts of all are looked for
#   MUTANTS=check    looks for the texts alone
#   MUTANTS=TEXT     those whose names have this in them
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

which=${MUTANTS:-all}
workers=2
log=$(mktemp -d)
trap 'rm -rf "$log"' EXIT

names=() files=() olds=() news=()
# mutant NAME FILE FROM TO: replaces FROM (all places) by TO, and wants the exploration to fail.
mutant() {
  names+=("$1") files+=("$2") olds+=("$3") news+=("$4")
}
. Scripts/mutants/list.sh

# A text that is gone would let its guard go untested.
missing=0
for index in "${!names[@]}"; do
  FROM=${olds[$index]} perl -0ne 'exit(index($_, $ENV{FROM}) < 0)' "${files[$index]}" ||
    { say "nothing to replace in ${files[$index]}: ${names[$index]}"; missing=$((missing + 1)); }
done
[ $missing -eq 0 ] || die "$missing mutants name text that is gone"
say "${#names[@]} mutants, all texts found"
[ "$which" = check ] && exit 0

# prepare WORKER: a package of the machines and their explorations, built once.
prepare() {
  local copy=$1
  rm -rf "$copy/Sources" "$copy/Tests"
  mkdir -p "$copy"
  cp Scripts/mutants/Package.swift "$copy/"
  git ls-files -z --cached --others --exclude-standard Sources/CCurl Sources/CXML Sources/HTTPFetching \
    Sources/Locking Sources/PlayerKit Sources/PlayerKitPlaylists \
    Sources/MediaLoading Sources/PlayerKitMPV Tests/Support Tests/PlayerKitMPVTests/Exploration \
    Tests/PlayerKitTests/Exploration | xargs -0 cp -p --parents -t "$copy"
}

# explore WORKER FILTER: whether these explorations pass on the worker's copy. `swift test` loses some of
# what it passes on, so it runs them only where tests are no program of their own.
explore() {
  local copy=$1 filter=$2
  (
    cd "$copy"
    if [ "$(uname)" = Linux ]; then
      "${SWIFT:-swift}" build --build-tests &&
        .build/debug/MutantsPackageTests.xctest --testing-library swift-testing --filter "$filter"
    else
      "${SWIFT:-swift}" test --disable-xctest --filter "$filter"
    fi
  ) >"$copy/log" 2>&1
}

# exploration FILE: the one that has to notice a mutant of a file.
exploration() {
  case $1 in
    Sources/PlayerKitMPV/*) echo EngineExplorationTests ;;
    *) echo 'PlaybackExplorationTests|QueueExplorationTests' ;;
  esac
}

# kill_one WORKER INDEX
kill_one() {
  local copy=$1 index=$2 name=${names[$2]} file=${files[$2]}
  FROM=${olds[$index]} TO=${news[$index]} \
    perl -0pi -e '$to = $ENV{TO}; s/\Q$ENV{FROM}\E/$to/g' "$copy/$file"
  if explore "$copy" "$(exploration "$file")"; then
    echo "survives: $name"
  elif grep -q 'Expectation failed' "$copy/log"; then
    echo "killed: $name ($(grep -om1 'Expectation failed: ([^,]*' "$copy/log" | cut -c22-120))"
  else
    echo "does not build: $name"
    tail -20 "$copy/log"
  fi
  cp -p "$file" "$copy/$file"
  touch "$copy/$file"
}

chosen=()
for index in "${!names[@]}"; do
  case $which in
    all) chosen+=("$index") ;;
    sample) if [ $((index % 6)) -eq 0 ]; then chosen+=("$index"); fi ;;
    *) if [[ ${names[$index]} == *"$which"* ]]; then chosen+=("$index"); fi ;;
  esac
done

# work WORKER: every so-manyth of the chosen mutants.
work() {
  local copy=$PWD/.build-mutants/$1 position
  prepare "$copy"
  # Of a sample `make test` shows that.
  if [ "$1" -eq 0 ] && [ "$which" != sample ]; then
    explore "$copy" ExplorationTests || { tail -20 "$copy/log"; echo "fails by itself"; return; }
    echo "passes without a mutation"
  fi
  for ((position = $1; position < ${#chosen[@]}; position += workers)); do
    if [ "$which" = sample ] && [ $SECONDS -ge 120 ]; then
      echo "not tried, for want of time: ${names[${chosen[$position]}]}"
      continue
    fi
    kill_one "$copy" "${chosen[$position]}"
  done
}

for ((worker = 0; worker < workers; worker++)); do
  work $worker 2>&1 | tee -a "$log/results" &
done
wait
killed=$(grep -c '^killed: ' "$log/results" || true)
untried=$(grep -c '^not tried' "$log/results" || true)
say "$killed of ${#chosen[@]} mutants are killed, $untried were not tried"
[ "$which" = sample ] || grep -q '^passes without' "$log/results" || die "the explorations fail by themselves"
[ $((killed + untried)) -eq "${#chosen[@]}" ] || die "not all mutants are killed"
