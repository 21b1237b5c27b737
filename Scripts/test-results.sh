# Runs of the test runner whose results are kept; to be sourced after lib.sh.

swift=${SWIFT:-swift}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
status=0

# run NAME FLAG …: one process of the runner. Its output goes to a file.
run() {
  local name=$1
  shift
  "$swift" test --disable-xctest --no-parallel --xunit-output "$results/$name.xml" "$@" \
    >"$results/$name" 2>&1
  echo $? >"$results/$name.status"
}

# summarize NAME …: what failed in these processes, then the summary of each.
summarize() {
  local name
  for name in "$@"; do
    grep -aE '^✘ Test .*(recorded an issue|failed after)' "$results/$name"
  done
  for name in "$@"; do
    grep -aE 'Test run with ' "$results/$name" || from_results "$name"
    [ "$(cat "$results/$name.status")" -eq 0 ] || status=1
  done
}

# from_results NAME: the summary of a process from the file of its results.
from_results() {
  local file
  file=$(ls "$results/$1"*swift-testing.xml 2>/dev/null | head -1)
  if [ -n "$file" ]; then
    perl -ne 'print "Test run with $1 tests, $2 of which failed\n" if /<testsuite .*?tests="(\d+)".*?failures="(\d+)"/ ' "$file"
  else
    echo "✘ $1: the runner wrote no results"
    status=1
  fi
}
