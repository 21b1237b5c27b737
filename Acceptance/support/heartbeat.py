"""Tests that compare sound with a clock, marked `real_time`, on a machine that may delay them.

A second process beats every 5 ms. If a test fails and the heartbeat was late meanwhile, the machine delayed the test.
Then the test is repeated once, and a table reports that.
"""

import sys
import tempfile

import pytest
from _pytest.runner import runtestprotocol

from .processes import Processes

# Prints the seconds by which a beat was late, above 10 ms. Limits allow 30 to 50 ms for a chain of several programs.
HEART = """
import time
while True:
    before = time.monotonic()
    time.sleep(0.005)
    late = time.monotonic() - before - 0.005
    if late > 0.01:
        print(late, flush=True)
"""


def run(item, nextitem):
    """Runs a test. Returns its reports, and the seconds by which the worst beat was late meanwhile."""
    processes = Processes(tempfile.mkdtemp(dir=item.config.folder))
    heart = processes.start(sys.executable, "-c", HEART)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    processes.end_all()
    return reports, max(map(float, heart.log.read_text().split()), default=0)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    if not item.get_closest_marker("real_time"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports, late = run(item, nextitem)
    if late and any(report.failed for report in reports):
        item.config.tables("Repeated, because the machine held the test up", test=item.name, late=f"{late:.3f} s")
        item._initrequest()
        reports, _ = run(item, nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
