"""The harness itself: programs end with their test, failures are reported, comparisons find differences."""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import textwrap
import time

import pytest

from support import sound
from support.processes import IS_ROOT, Processes, Program, free_port, listens, wait_for

pytestmark = pytest.mark.quick

# A program that starts a daemon, which leaves the process group and the parent.
FAMILY = """
import os, subprocess, sys, time
subprocess.Popen([sys.executable, "-c", '''
import os, sys, time
if os.fork(): os._exit(0)
os.setsid()
open(sys.argv[1], "w").write(str(os.getpid()) + "\\\\n")
time.sleep(600)
''', sys.argv[1]]).wait()
time.sleep(600)
"""


def is_alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def number_in(path):
    return path.exists() and path.read_text().endswith("\n") and int(path.read_text())


def test_a_program_and_its_detached_grandchildren_end_with_the_test(scratch):
    (scratch / "own").mkdir()
    own = Processes(scratch / "own")
    program = own.start(sys.executable, "-c", FAMILY, scratch / "pid")
    daemon = wait_for("the daemon", lambda: number_in(scratch / "pid"))
    assert is_alive(program.pid) and is_alive(daemon)
    own.end_all()
    assert not is_alive(program.pid) and not is_alive(daemon)


def test_programs_end_if_the_runner_is_killed(processes, scratch):
    test = scratch / "test_sleeper.py"
    test.write_text(textwrap.dedent(f"""
        import sys, threading, time

        def test_sleeps(processes):
            def begin():
                processes.start(sys.executable, "-c", {FAMILY!r}, {str(scratch / "pid")!r})
            # The end of the thread that starts a program does not end the program.
            thread = threading.Thread(target=begin)
            thread.start()
            thread.join()
            time.sleep(600)
    """))
    runner = processes.start(*pytest_command(test))
    daemon = wait_for("the daemon", lambda: number_in(scratch / "pid"))
    parent = next(
        process for process in map(int, filter(str.isdigit, os.listdir("/proc")))
        if str(scratch / "pid") in command_of(process) and "leash.py" not in command_of(process) and process != daemon
    )
    assert is_alive(parent)
    runner.kill()
    wait_for("the end of the programs", lambda: not is_alive(parent) and not is_alive(daemon))


def command_of(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def pytest_command(test):
    """Runs pytest with our `conftest.py` on a test in another folder."""
    here = pathlib.Path(__file__).parent
    command = [sys.executable, "-m", "pytest", "-c", here / "pytest.ini", "--rootdir", test.parent, "-p", "conftest", test]
    return ["env", f"PYTHONPATH={here}", *command]


def test_a_failing_check_is_reported_with_the_log_of_the_program(processes, scratch):
    test = scratch / "test_failing.py"
    test.write_text(textwrap.dedent("""
        def test_fails(processes, table):
            table("Figures", name="lost", count=7)
            processes.run("sh", "-c", "echo the reason >&2; exit 3")
    """))
    output, status = processes.run(*pytest_command(test), is_checked=False)
    assert status == 1
    assert b"the reason" in output and b"1 failed" in output
    assert b"lost  7" in output


def test_the_status_and_the_output_of_a_program_arrive(processes):
    assert processes.run("sh", "-c", "echo out; echo err >&2") == b"out\n"
    assert processes.run("sh", "-c", "exit 7", is_checked=False) == (b"", 7)
    sleeper = processes.start("sleep", "600")
    assert sleeper.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        sleeper.wait(0.1)
    sleeper.kill()
    assert sleeper.wait() == -signal.SIGKILL
    missing = processes.start("/nowhere/at-all")
    assert missing.wait() == 127


@pytest.mark.skipif(not IS_ROOT, reason="only root can change the user")
def test_a_server_that_refuses_root_runs_as_another_user(processes):
    assert processes.run("id", "-un", user="nobody") == b"nobody\n"


def test_a_server_is_waited_for_at_its_port(processes):
    port = free_port()
    assert not listens(port)
    server = processes.start(sys.executable, "-m", "http.server", port, "--bind", "127.0.0.1", port=port)
    assert listens(port)
    processes.end(server)
    assert not listens(port)
    with pytest.raises(AssertionError, match="ended with 3"):
        processes.start("sh", "-c", "exit 3", port=port)


def test_ports_are_free_and_given_once():
    ports = [free_port() for _ in range(50)]
    assert len(set(ports)) == 50
    for port in ports:
        with socket.create_server(("127.0.0.1", port)):
            pass


def test_waiting_fails_if_the_condition_never_holds():
    began = time.monotonic()
    with pytest.raises(AssertionError, match="in vain for a miracle"):
        wait_for("a miracle", lambda: False, limit=0.1)
    assert time.monotonic() - began >= 0.1


def test_a_difference_of_one_frame_is_found():
    noise = sound.white_noise(1_000)
    assert sound.difference(noise, noise) == "0"
    assert sound.difference(noise[1:], noise) == "-1"
    assert sound.difference(noise[[*range(1, 1_000), 0]], noise).startswith("off by")
    assert sound.place(noise[300:400, 0], noise[:, 0])[0] == 300
