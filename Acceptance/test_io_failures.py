"""File operations of what the library stores fail, one in each run, in each way in which a disk fails."""

import concurrent.futures
import os
import pathlib
import re
import subprocess

import pytest

from support.processes import LIMIT

KINDS = ["ENOSPC", "EIO", "EINTR", "EACCES", "short", "kill", "torn"]
MAXIMUM = 150  # operations of one subject
SUBJECTS = ["queue-file", "queue-sqlite", "playlists-file", "playlists-sqlite", "outbox", "token", "library", "cache"]


@pytest.fixture(scope="session")
def shim(tmp_path_factory, root):
    """The library that makes an operation fail."""
    library = tmp_path_factory.mktemp("shim") / "failing_io.so"
    source = root / "Acceptance/support/failing_io.c"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source], check=True)
    return library


class Subject:
    """Something that is stored, in a program whose operations fail."""

    def __init__(self, program, shim, name, scratch):
        self.program, self.shim, self.name, self.scratch = program, shim, name, scratch

    def run(self, kind, number):
        """Runs it with one failure. Returns what is wrong, and the number of operations."""
        folder = self.scratch / f"{kind}-{number}"
        folder.mkdir()
        count = self.scratch / f"{kind}-{number}.count"
        failing = {
            "LD_PRELOAD": self.shim, "FAILING_FOLDER": folder, "FAILING_AT": number, "FAILING_KIND": kind,
            "FAILING_COUNT": count,
        }
        variables = os.environ | {name: str(value) for name, value in failing.items()}
        ended = -9 if kind in ("kill", "torn") else 0
        wrote = self.torture("write", folder, {0, ended}, variables)
        checked = self.torture("check", folder, {0}, os.environ)
        wrong = self.judge(wrote, checked, kind)
        operations = int(count.read_text()) if count.exists() else 0
        return [f"{kind} {number}: {problem}" for problem in wrong], operations

    def torture(self, what, folder, statuses, variables):
        command = [self.program, "failing", what, self.name, folder]
        done = subprocess.run(
            command, env=variables, timeout=LIMIT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace"
        )
        return done.stdout.splitlines() + ([] if done.returncode in statuses else [f"ended with {done.returncode}"])

    @staticmethod
    def judge(wrote, checked, kind):
        """What was acknowledged is stored, nothing else is, and later attempts succeed."""
        kept = {int(line.split()[1]) for line in wrote if re.fullmatch(r"kept \d+", line)}
        refused = [line for line in wrote if line.startswith("refused")]
        others = [line for line in wrote + checked if not re.match(r"(kept|refused|stored|later true)\b", line)]
        stored = [line for line in checked if line.startswith("stored")]
        numbers = [int(word) for line in stored for word in line.split()[1:]]
        problems = list(others)
        if len(stored) != 1 or "later true" not in checked:
            problems.append(f"cannot be used any more: {checked}")
        if not kept <= set(numbers):
            problems.append(f"lost {sorted(kept - set(numbers))}: {wrote}")
        if len(set(numbers)) < len(numbers) or not set(numbers) <= set(range(1, 7)):
            problems.append(f"corrupt: {numbers}")
        if kind not in ("kill", "torn"):
            if len(refused) > 1:
                problems.append(f"one failure, several refusals: {refused}")
            if len(kept) + len([line for line in refused if "open" not in line]) != 6:
                problems.append(f"not all was attempted: {wrote}")
        if any(re.search(r"(CancellationError|NSError|Swift\.Error)", line) for line in refused):
            problems.append(f"not a typed error: {refused}")
        return problems


@pytest.mark.parametrize("name", SUBJECTS)
def test_one_failed_operation_loses_nothing(playerkit, scratch, shim, table, name):
    subject = Subject(pathlib.Path(playerkit).parent / "Torture", shim, name, scratch)
    wrong, operations = subject.run("none", 0)
    assert wrong == [] and operations > 10
    # All operations of the small stores, and an even sample of the library's and the cache's.
    step = -(-operations // MAXIMUM)
    runs = [(kind, number) for kind in KINDS for number in range(1, operations + 1, step)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [problem for problems, _ in pool.map(lambda run: subject.run(*run), runs) for problem in problems]
    table("Failed file operations", what=name, operations=operations, kinds=len(KINDS), runs=len(runs), wrong=len(wrong))
    assert wrong == []
