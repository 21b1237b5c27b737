"""Tests that compare sound with a clock, marked `real_time`, on a machine that may hold them up.

A second process beats every 5 ms. If a test fails and the heartbeat missed its time meanwhile, the machine held the
test up: the test is repeated once, and a table reports that.
"""

import pathlib
import sys
import tempfile
import time

import pytest
from _pytest.runner import runtestprotocol

from .processes import Processes

BEAT = 0.005
MISSED = 0.030


def main():
    while True:
        before = time.monotonic()
        time.sleep(BEAT)
        late = time.monotonic() - before - BEAT
        if late > MISSED:
            print(late, flush=True)


def run(item, nextitem):
    """Runs a test. Returns its reports, and by how much the worst heartbeat came late meanwhile."""
    processes = Processes(tempfile.mkdtemp(dir=item.config.folder))
    heart = processes.start(sys.executable, __file__)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    processes.end_all()
    return reports, max(map(float, heart.log.read_text().split()), default=0)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    if not item.get_closest_marker("real_time"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    # The test itself comes next, so that fixtures of the file stay.
    reports, late = run(item, item)
    has_failed = any(report.failed for report in reports)
    if has_failed and late:
        item.config.tables("The machine held up a test, which was repeated", test=item.name, late=f"{late:.3f} s")
        item._initrequest()
        reports, _ = run(item, nextitem)
    else:
        item.session._setupstate.teardown_exact(nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


if __name__ == "__main__":
    main()
