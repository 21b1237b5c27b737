#!/usr/bin/env python3
"""Fuzzes the parsers and prints a table: Fuzz/run.py [--seconds N] [--jobs N] [TARGET …]

Each target runs for N seconds (60), from seeds made of the fixtures and from the inputs that earlier
runs kept in `Fuzz/.build/corpus`. Inputs that crash, or take more than 10 s or 2 GiB, are written to
`Fuzz/.build/found/TARGET-…`; to see one again: Fuzz/run.py --again FILE. The exit status is 1 if a
target found something.

SWIFT, FUZZ_SCRATCH (the build folder), PLAYERKIT_RECORDED (more seeds) come from the environment.
"""
import argparse
import concurrent.futures
import glob
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("FUZZ_SCRATCH", ROOT / "Fuzz/.build"))
# Swift's own crash reporter would end the process before libFuzzer can write the input.
ENVIRONMENT = os.environ | {"SWIFT_BACKTRACE": "enable=no"}


def build():
    """Builds the fuzzer, and returns its path."""
    swift = os.environ.get("SWIFT", "swift")
    info = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    resources = re.search(r'"runtimeResourcePath": "(.*?)"', info.stdout)[1]
    runtimes = glob.glob(f"{resources}/../clang/*/lib/linux") + glob.glob(f"{resources}/clang/lib/linux")
    if not runtimes:
        sys.exit("This toolchain has no libFuzzer.")
    # The frontend instruments the code. The driver must not link libFuzzer, which has its own main().
    command = [swift, "build", "-c", "release", "--package-path", str(ROOT / "Fuzz"), "--product", "fuzz"]
    command += ["--scratch-path", str(SCRATCH), "--disable-index-store"]
    command += ["-Xswiftc", "-enable-testing", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-sanitize=fuzzer"]
    command += ["-Xlinker", "-L" + os.path.realpath(runtimes[0])]
    subprocess.run(command, check=True)
    return SCRATCH / "release/fuzz"


def fuzz(program, name, seconds):
    """Runs one target. Returns the figures of its row."""
    corpus, seeds, found = SCRATCH / "corpus" / name, SCRATCH / "seeds" / name, SCRATCH / "found"
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "seeds", name, ROOT / "Tests/Fixtures", seeds], check=True)
    recorded = os.environ.get("PLAYERKIT_RECORDED") if name == "json" else None
    command = [program, name, corpus, seeds] + ([recorded] if recorded else [])
    command += [f"-max_total_time={seconds}", "-max_len=65536", "-timeout=10", "-rss_limit_mb=2048"]
    command += [f"-artifact_prefix={found}/{name}-", "-print_final_stats=1"]
    dictionary = pathlib.Path(f"{seeds}.dict")
    if dictionary.stat().st_size:
        command.append(f"-dict={dictionary}")
    log = SCRATCH / f"{name}.log"
    before = set(found.glob(f"{name}-*"))
    with open(log, "w") as file:
        subprocess.run(command, stdout=file, stderr=file, env=ENVIRONMENT)
    text = log.read_text(errors="replace")
    lines = re.findall(r"^#(\d+)\s+\S+\s+cov: (\d+)", text, re.M)
    # Coverage is flat if nothing new was found in the last fifth of the executions.
    total = int(lines[-1][0]) if lines else 0
    late = [int(cover) for count, cover in lines if int(count) >= total * 0.8]
    early = [int(cover) for count, cover in lines if int(count) < total * 0.8]
    gain = late[-1] - (early[-1] if early else 0) if late else 0
    return name, total, int(lines[-1][1]) if lines else 0, gain, sorted(set(found.glob(f"{name}-*")) - before)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    parser.add_argument("--again", metavar="FILE")
    parser.add_argument("targets", nargs="*")
    arguments = parser.parse_args()
    program = build()
    if arguments.again:
        file = pathlib.Path(arguments.again)
        name = re.sub(r"-(crash|timeout|oom|leak|slow-unit)-.*", "", file.name)
        sys.exit(subprocess.run([program, name, file], env=ENVIRONMENT).returncode)
    known = subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout.split()
    names = arguments.targets or known
    if unknown := set(names) - set(known):
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
    print(f"{'target':18}{'executions':>12}{'edges':>8}{'new late':>10}  found", flush=True)
    failed = False
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(lambda name: fuzz(program, name, arguments.seconds), names):
            name, total, cover, gain, found = row
            failed = failed or bool(found) or total == 0
            print(f"{name:18}{total:>12,}{cover:>8,}{gain:>10}  {' '.join(map(str, found)) or '-'}", flush=True)
    sys.exit(1 if failed else 0)


main()
