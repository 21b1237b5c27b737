"""Processes that write are killed, and readers get damaged input, by the package's program Torture."""

import pathlib
import re

import pytest


@pytest.fixture
def torture(processes, playerkit):
    """Runs Torture, which is built with the tests. Returns its output."""
    program = pathlib.Path(playerkit).parent / "Torture"

    def run(*arguments):
        output, _ = processes.run(program, *map(str, arguments), limit=3_600)
        return output.decode().strip()

    return run


@pytest.mark.parametrize("what", ["store", "cache", "outbox"])
def test_200_kills_lose_nothing_that_was_acknowledged(torture, scratch, table, what):
    said = torture(what, "kill", scratch / "kept", 200)
    table("Killed processes", what=what, result=said.splitlines()[-1])


def test_100000_changed_media_end_no_process_and_use_less_than_500_mb(torture, scratch, table, root):
    memory = 0
    for seed in range(20):
        said = torture("inspect", "change", root / "Tests/Fixtures/Tags", seed, 5_000, scratch / "media")
        memory = max(memory, int(re.search(r", (\d+) MB$", said)[1]))
    table("Changed media", files=100_000, megabytes=memory)
    assert memory < 500
