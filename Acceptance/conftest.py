"""Fixtures and options of all acceptance tests. `Acceptance/run.sh` starts them."""

import os
import pathlib
import shutil
import sys
import tempfile

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from support import processes as programs  # noqa: E402
from support.player import Player, Serve, Simulator  # noqa: E402
from support.pulse import Sink  # noqa: E402
from support.swift_tests import SwiftTests  # noqa: E402
from support.table import Tables  # noqa: E402

pytest_plugins = ["support.heartbeat"]
ROOT = pathlib.Path(__file__).parent.parent


def pytest_addoption(parser):
    parser.addoption("--live-seconds", type=int, default=180, help="how long tests listen to each live stream")
    parser.addoption("--keep", action="store_true", help="keep the temporary folder, with logs of all programs")


def pytest_configure(config):
    config.tables = Tables()
    config.folder = pathlib.Path(tempfile.mkdtemp(prefix="playerkit-acceptance."))
    # Servers that refuse root run as another user.
    config.folder.chmod(0o755)


def pytest_unconfigure(config):
    if config.getoption("keep"):
        print("kept:", config.folder)
    else:
        shutil.rmtree(config.folder, ignore_errors=True)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["tables"] = session.config.tables.rows


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    node.config.tables.add(getattr(node, "workeroutput", {}).get("tables", {}))


def pytest_terminal_summary(terminalreporter, config):
    config.tables.write(terminalreporter)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        for value in getattr(item, "funcargs", {}).values():
            if isinstance(value, programs.Processes):
                report.sections += [(f"log {name}", text) for name, text in value.last_words()]
    return report


def folder_of(request):
    # The path of a socket in it must not exceed 107 bytes.
    name = "".join(letter if letter.isalnum() else "-" for letter in request.node.name)[:30]
    path = pathlib.Path(tempfile.mkdtemp(prefix=f"{name or 'session'}.", dir=request.config.folder))
    path.chmod(0o755)
    return path


def running(request):
    processes = programs.Processes(folder_of(request))
    yield processes
    processes.end_all()
    if not request.config.getoption("keep"):
        shutil.rmtree(processes.folder, ignore_errors=True)


@pytest.fixture
def processes(request):
    """Starts programs that end with the test."""
    yield from running(request)


@pytest.fixture(scope="module")
def module_processes(request):
    """Starts programs that end after the last test of the file."""
    yield from running(request)


@pytest.fixture(scope="session")
def session_processes(request):
    """Starts programs that end after the last test."""
    yield from running(request)


@pytest.fixture
def scratch(processes):
    """A folder of the test, which others may read. It is deleted after the test."""
    return processes.folder


@pytest.fixture(scope="session")
def is_quick(request):
    """Whether only the sample for continuous integration runs."""
    return "quick" in request.config.getoption("-m")


@pytest.fixture(scope="session")
def root():
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def playerkit():
    """The path of the program under test."""
    return os.environ.get("PLAYERKIT") or str(ROOT / ".build/debug/playerkit")


@pytest.fixture
def free_port():
    """A function that returns a free port."""
    return programs.free_port


@pytest.fixture
def port():
    return programs.free_port()


@pytest.fixture
def play(processes, playerkit):
    """Starts `playerkit play --json` with arguments."""
    return lambda *arguments, **environment: Player(processes, playerkit, *arguments, environment=environment)


@pytest.fixture
def serve(processes, playerkit):
    """Starts `playerkit serve` with arguments, and waits until it listens."""
    return lambda *arguments, **environment: Serve(processes, playerkit, *arguments, environment=environment)


@pytest.fixture(scope="session")
def simulator(session_processes, playerkit):
    """One `playerkit simulate` for all tests. Tests that change its state start their own `Simulator`."""
    return Simulator(session_processes, playerkit)


@pytest.fixture
def sink(processes):
    """A null sink of a PulseAudio daemon that belongs to the test."""
    return Sink(processes)


@pytest.fixture
def swift_tests(processes, playerkit):
    """Runs suites of the package's own tests: `swift_tests("RoomsTests", NAME="value")`."""
    return SwiftTests(processes, playerkit)


@pytest.fixture(scope="session")
def table(request):
    """Collects rows of figures, which are printed after the tests: `table("Files", server="nginx", lost=0)`."""
    return request.config.tables


@pytest.fixture(scope="module")
def browser():
    """Chromium. It ends with the file, because playwright's event loop would block other tests."""
    from support.browser import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser):
    """Opens the page of a web player by its link: `open_page(player.link, "phone", "dark")`."""
    from support.browser import Page

    pages = []

    def open_page(link, *appearance, is_connected=True, **options):
        pages.append(Page(browser, link, *appearance, **options))
        return pages[-1].is_connected() if is_connected else pages[-1]

    yield open_page
    for page in pages:
        page.close()
