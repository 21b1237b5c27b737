#!/usr/bin/env python3
"""Builds the tests and runs them by their kind, and prints what failed, what was slow, and the totals.

    Scripts/test.py [--only KIND] [--filter REGEX] [--skip REGEX] [--serial] [--verbose] [FLAG …]

KIND is pure, local or realTime: the tag of the tests (Tests/Support/TestKind.swift). FLAGs go to `swift build`.

The suites of pure tests are distributed to as many processes as there are cores, then the suites of local tests to
twice as many. In each process they run one after another. Real-time tests come last, alone and one after another. A
real-time test that failed while its heartbeat was late runs once more, and the report names it. `--serial` runs the
chosen tests in one process, as sanitizers need.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = ["pure", "local", "realTime"]
SWIFT = os.environ.get("SWIFT", "swift")
CORES = os.cpu_count() or 2
# Processes at a time. In one process tests would wait for each other: those that explore a machine take all of its
# threads. Local tests mostly wait for files, sockets and processes.
WORKERS = {"pure": CORES, "local": 2 * CORES}
# A real-time test counts as disturbed if the machine runs a thread later than this, in seconds.
LATE = 0.02
# How long a process of tests may print nothing before it counts as hung.
SILENCE = 600


class Test:
    """A test function: its id, its suite, its kind, and its result."""

    def __init__(self, record, kind, guess):
        self.id = record["id"]
        # The id ends with the place in the source.
        self.path = re.sub(r"/[^/]+\.swift:\d+:\d+$", "", self.id)
        self.suite = self.path.rsplit("/", 1)[0]
        self.name = record.get("displayName") or record["name"]
        self.kind = kind
        # The seconds that it is expected to take where no earlier run is known.
        self.guess = guess
        self.seconds = 0.0
        self.result = None
        self.issues = []
        self.lateness = None
        self.runs = 0


def build(flags):
    if subprocess.run([SWIFT, "build", "--build-tests", *flags], cwd=ROOT).returncode:
        sys.exit(1)
    if platform.system() != "Linux":
        return [SWIFT, "test", "--disable-xctest", "--skip-build", "--ignore-lock", *flags]
    folder = subprocess.check_output([SWIFT, "build", "--show-bin-path", *flags], cwd=ROOT, text=True)
    return [f"{folder.strip()}/PlayerKitPackageTests.xctest", "--testing-library", "swift-testing"]


def environment():
    """Recorded answers of the services are outside of the repository. Tests that read them are skipped without them."""
    variables = dict(os.environ, SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED="1")
    # No test relies on the order of a set.
    variables.pop("SWIFT_DETERMINISTIC_HASHING", None)
    for name, folder in [("PLAYERKIT_RECORDED", "recorded"), ("PLAYERKIT_RECORDED_MORE", "recorded-more")]:
        path = pathlib.Path(variables.get(name) or ROOT.parent / "shared" / folder)
        if path.is_dir():
            variables[name] = str(path.resolve())
        else:
            print(f"==> no recorded answers at {path}", flush=True)
            variables.pop(name, None)
    return variables


def discover(runner, variables):
    """All tests of the package, each with its kind."""
    with tempfile.NamedTemporaryFile() as stream:
        listing = [*runner, "--list-tests", "--event-stream-output-path", stream.name, "--event-stream-version", "6.3"]
        subprocess.run(listing, cwd=ROOT, env=variables, check=True, stdout=subprocess.DEVNULL)
        records = [json.loads(line)["payload"] for line in stream if b'"kind":"test"' in line]
    tags, long = {}, set()
    for record in records:
        names = [tag.lstrip(".") for tag in record.get("_tags", [])]
        kinds = [name for name in names if name in KINDS]
        if "long" in names:
            long.add(record["id"])
        if len(kinds) > 1:
            sys.exit(f"error: {record['id']} is of several kinds: {', '.join(kinds)}")
        if kinds:
            tags[record["id"]] = kinds[0]
    tests, without = {}, set()
    for record in records:
        if record["kind"] != "function":
            continue
        # The tag of the test itself, or of the innermost suite that has one.
        parts = re.sub(r"/[^/]+\.swift:\d+:\d+$", "", record["id"]).split("/")[:-1]
        suites = ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]
        kind = next((tags[name] for name in [record["id"], *suites] if name in tags), None)
        # Examples use only the product, so they know none of our tags.
        if kind is None and "/Examples/" in record["sourceLocation"]["filePath"]:
            kind = "pure"
        if kind is None:
            without.add(suites[0])
        tests[record["id"]] = Test(record, kind, guess=100 if long.intersection(suites) else 0.1)
    if without:
        sys.exit("error: suites without a kind; tag them .pure, .local or .realTime:\n  " + "\n  ".join(sorted(without)))
    return tests


def patterns(tests, everything):
    """Filters that choose exactly these tests: whole suites if all of their tests are chosen."""
    chosen, total = collections.Counter(), collections.Counter()
    for test in everything:
        total[test.suite] += 1
    for test in tests:
        chosen[test.suite] += 1
    place = r"(/[^/]+\.swift:\d+:\d+)?$"
    whole = sorted(suite for suite in chosen if chosen[suite] == total[suite])
    single = sorted(test.path for test in tests if chosen[test.suite] != total[test.suite])
    names = [re.escape(suite) + r"/[^/]+" for suite in whole] + [re.escape(path) for path in single]
    return ["^(" + "|".join(names[index:index + 50]) + ")" + place for index in range(0, len(names), 50)]


class Run:
    """One process of the runner over some tests."""

    def __init__(self, runner, variables, tests, everything, options):
        self.tests = {test.id: test for test in tests}
        self.summary = None
        # Issues that belong to no test.
        self.stray = []
        self.lines = []
        filters = [word for pattern in patterns(tests, everything) for word in ("--filter", pattern)]
        with tempfile.TemporaryDirectory() as folder:
            stream = os.path.join(folder, "events")
            command = [
                *runner, *options, *filters, "--event-stream-output-path", stream, "--event-stream-version", "6.3",
            ]
            self.started = time.monotonic()
            self.code = self.execute(command, variables)
            self.seconds = time.monotonic() - self.started
            if os.path.exists(stream):
                with open(stream, encoding="utf-8") as events:
                    self.read(events)

    def execute(self, command, variables):
        process = subprocess.Popen(
            command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
        )
        watchdog = Watchdog(process)
        for line in process.stdout:
            watchdog.reset()
            self.lines.append(line.rstrip("\n"))
        return process.wait()

    def read(self, events):
        began = {}
        for line in events:
            # Each process lists all tests of the package first.
            if '"kind":"test"' in line:
                continue
            try:
                payload = json.loads(line)["payload"]
            except ValueError:
                continue
            test = self.tests.get(payload.get("testID"))
            kind, instant = payload["kind"], payload["instant"]["absolute"]
            if kind == "runEnded":
                self.summary = payload["messages"][-1]["text"] if payload["messages"] else ""
            if test is None:
                if kind == "issueRecorded" and "testID" not in payload:
                    self.stray += [message["text"] for message in payload["messages"]]
                continue
            if kind == "testStarted":
                began[test.id] = instant
                test.result, test.issues = "running", []
                test.runs += 1
            elif kind == "testSkipped":
                test.result = "skipped"
                test.issues = [message["text"] for message in payload["messages"]]
            elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
                test.issues.append("\n      ".join(message["text"] for message in payload["messages"]))
            elif kind == "testEnded":
                test.seconds += instant - began.get(test.id, instant)
                failed = any(message["symbol"] == "fail" for message in payload["messages"])
                test.result = "failed" if failed else "passed"
        for line in self.lines:
            if (match := re.match(r"heartbeat \| (.*) \| ([\d.e-]+)$", line)) and match[1] in self.tests:
                test = self.tests[match[1]]
                test.lateness = max(test.lateness or 0, float(match[2]))

    @property
    def crash(self):
        """The message to print if the process ended without a summary, or nothing."""
        if self.summary is not None:
            return None
        running = [test.path for test in self.tests.values() if test.result == "running"]
        tail = "\n    ".join(self.lines[-15:])
        return f"the runner ended with {self.code} in {', '.join(running) or 'no test'}, after:\n    {tail}"


class Watchdog:
    """Aborts a process that prints nothing for too long, because a test has hung."""

    def __init__(self, process):
        self.process = process
        self.last = time.monotonic()
        threading.Thread(target=self.watch, daemon=True).start()

    def reset(self):
        self.last = time.monotonic()

    def watch(self):
        while self.process.poll() is None:
            if time.monotonic() - self.last > SILENCE:
                os.killpg(self.process.pid, signal.SIGABRT)
            time.sleep(1)


def deal(tests, hands):
    """Distributes suites, the longest first, so that all shares take about the same time."""
    known = durations()
    suites = collections.defaultdict(list)
    for test in tests:
        suites[test.suite].append(test)
    weight = {suite: sum(known.get(test.path, test.guess) for test in group) for suite, group in suites.items()}
    piles, loads = [[] for _ in range(hands)], [0.0] * hands
    for suite in sorted(suites, key=lambda name: (-weight[name], name)):
        index = loads.index(min(loads))
        piles[index] += suites[suite]
        loads[index] += weight[suite]
    return [pile for pile in piles if pile]


def durations():
    try:
        return json.loads((ROOT / ".build" / "test-durations.json").read_text())
    except (OSError, ValueError):
        return {}


def remember(tests):
    known = durations()
    known.update({test.path: round(test.seconds, 3) for test in tests if test.result == "passed"})
    path = ROOT / ".build" / "test-durations.json"
    if path.parent.is_dir():
        path.write_text(json.dumps(known))


def execute(runner, variables, tests, options):
    """Runs the tests, kind after kind. Returns the runs and a line for each kind."""
    everything, runs, lines = list(tests.values()), [], []
    chosen = [test for test in everything if options.chooses(test)]

    def run(group, *flags):
        return Run(runner, variables, group, everything, flags)

    def report(kind, group, since):
        lines.append(f"{kind}: {len(group)} tests in {time.monotonic() - since:.0f} s")
        print(f"==> {lines[-1]}", flush=True)

    if options.serial:
        since = time.monotonic()
        runs.append(run(chosen, "--no-parallel"))
        report("all in one process", chosen, since)
        return runs, lines
    for kind in KINDS:
        group = [test for test in chosen if test.kind == kind]
        if not group:
            continue
        since = time.monotonic()
        if kind in WORKERS:
            # More shares than workers, so that no worker is left with a long one at the end. The time of the suites is
            # unknown in a fresh clone.
            with concurrent.futures.ThreadPoolExecutor(WORKERS[kind]) as pool:
                runs += pool.map(lambda pile: run(pile, "--no-parallel"), deal(group, 3 * WORKERS[kind]))
        else:
            runs.append(run(group, "--no-parallel"))
        report(kind, group, since)
    # A test that fails once is a defect. Only a real-time test may run again, if the machine held it up.
    again = [
        test for test in chosen
        if test.kind == "realTime" and test.result == "failed" and (test.lateness or 0) > LATE
    ]
    if again:
        for test in again:
            print(
                f"==> failed while the machine was late by {test.lateness * 1000:.0f} ms, runs again: {test.path}",
                *test.issues, sep="\n      ", flush=True,
            )
        since = time.monotonic()
        runs.append(run(again, "--no-parallel"))
        report("again", again, since)
    return runs, lines


def conclude(tests, runs, lines):
    """Prints the results. Returns whether all tests passed."""
    ran = [test for test in tests if test.runs or test.result]
    failed = [test for test in ran if test.result in ("failed", "running")]
    skipped = [test for test in ran if test.result == "skipped"]
    problems = [run.crash for run in runs if run.crash] + [issue for run in runs for issue in run.stray]
    seconds = collections.Counter()
    for test in ran:
        seconds[test.suite] += test.seconds
    print("\nThe slowest suites:")
    for suite, time_taken in seconds.most_common(10):
        print(f"  {time_taken:7.1f} s  {suite}")
    for reason, count in collections.Counter(
        test.issues[0] if test.issues else "disabled" for test in skipped
    ).most_common():
        print(f"skipped: {count} ({reason})")
    for run in runs:
        for line in run.lines:
            if re.match(r"recorded answers: |SKIPPED", line):
                print(line)
    problems += [
        f"{test.path} is real time, and its suite has no heartbeat" for test in ran
        if test.kind == "realTime" and test.result in ("passed", "failed") and test.lateness is None
    ]
    passed = sum(test.result == "passed" for test in ran)
    print()
    print("\n".join(run.summary for run in runs if run.summary))
    print("\n".join(lines))
    # The end of the output is seen first.
    for problem in problems:
        print(f"✘ {problem}")
    for test in failed:
        print(f"✘ {test.path} “{test.name}” ({test.kind})")
        for issue in test.issues:
            print(f"      {issue}")
        if test.lateness is not None:
            print(f"      the heartbeat was late by {test.lateness * 1000:.0f} ms")
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return passed > 0 and not failed and not problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--filter", action="append", default=[])
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--serial", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="print what the tests print")
    options, flags = parser.parse_known_args()

    def chooses(test):
        return (
            options.only in (None, test.kind)
            and (not options.filter or any(re.search(pattern, test.path) for pattern in options.filter))
            and not any(re.search(pattern, test.path) for pattern in options.skip)
        )

    options.chooses = chooses
    runner = build(flags)
    variables = environment()
    tests = discover(runner, variables)
    started = time.monotonic()
    runs, lines = execute(runner, variables, tests, options)
    minutes, seconds = divmod(int(time.monotonic() - started), 60)
    lines.append(f"in {minutes} min {seconds} s")
    chosen = [test for test in tests.values() if chooses(test)]
    remember(chosen)
    if options.verbose:
        print("\n".join(line for run in runs for line in run.lines))
    sys.exit(0 if conclude(chosen, runs, lines) else 1)


if __name__ == "__main__":
    main()
