# Runs of the test runner whose results are kept; to be sourced after lib.sh.

swift=${SWIFT:-swift}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
status=0

# build_tests FLAG …: builds the tests with these flags, and finds what runs them. `swift test` loses
# some of what it passes on, so it runs them only where tests are no program of their own.
build_tests() {
  "$swift" build --build-tests "$@" || exit 1
  runner=("$swift" test --disable-xctest --skip-build --ignore-lock "$@")
  if [ "$(uname)" = Linux ]; then
    runner=("$("$swift" build --show-bin-path "$@")/PlayerKitPackageTests.xctest")
    runner+=(--testing-library swift-testing)
  fi
}

# run NAME FLAG …: one process of the runner. Its output goes to a file. No test relies on the order of
# a set.
run() {
  local name=$1
  shift
  env -u SWIFT_DETERMINISTIC_HASHING "${runner[@]}" --no-parallel "$@" >"$results/$name" 2>&1
  echo $? >"$results/$name.status"
}

# summarize NAME …: what failed in these processes, then the summary of each.
summarize() {
  local name code
  for name in "$@"; do
    grep -aE '^✘ Test .*(recorded an issue|failed after)' "$results/$name" | grep -av 'Test run with ' || true
  done
  for name in "$@"; do
    code=$(cat "$results/$name.status")
    [ "$code" -eq 0 ] || status=1
    grep -a 'Test run with ' "$results/$name" && continue
    echo "✘ $name: the runner ended with $code before its summary, after:"
    tail -n 40 "$results/$name"
    status=1
  done
}
