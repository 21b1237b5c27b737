"""Programs that a test starts. They end with the test, even if the test runner is killed."""

import contextlib
import os
import pathlib
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time

IS_ROOT = os.getuid() == 0
LIMIT = 60  # seconds, reached only if something is broken

os.environ["PATH"] += ":/usr/sbin:/sbin"


def wait_for(what, condition, limit=LIMIT):
    """Polls until the condition returns a true value, and returns that value."""
    finish = time.monotonic() + limit
    while True:
        if value := condition():
            return value
        assert time.monotonic() < finish, f"waited {limit} s in vain for {what}"
        time.sleep(0.02)


given_ports = set()


def free_port():
    """A free port of 127.0.0.1. It is outside the range from which the system takes ports for clients."""
    while True:
        port = random.randrange(15_000, 32_000)
        if port in given_ports:
            continue
        try:
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
                with socket.socket(socket.AF_INET, kind) as probe:
                    probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        given_ports.add(port)
        return port


def listens(port):
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Program:
    """A running program on a leash (`leash.py`), with the interface of `subprocess.Popen`."""

    def __init__(self, command, user=None, **options):
        self.args = [str(part) for part in command]
        self.returncode = None
        self.peak_memory = 0  # bytes, known after the end
        self.lock = threading.RLock()
        self.connection, theirs = socket.socketpair()
        with theirs:
            self.leash = subprocess.Popen(
                [
                    sys.executable, "-I", "-S", pathlib.Path(__file__).with_name("leash.py"),
                    str(theirs.fileno()), (user or "") if IS_ROOT else "", *self.args,
                ],
                pass_fds=[theirs.fileno(), *options.pop("pass_fds", ())], start_new_session=True, **options,
            )
        self.stdin, self.stdout, self.stderr = self.leash.stdin, self.leash.stdout, self.leash.stderr
        self.pid = int(self.report())

    def report(self):
        """The next line from the leash. Empty if there is none."""
        line = b""
        while not line.endswith(b"\n") and (byte := self.connection.recv(1)):
            line += byte
        return line

    def poll(self):
        return self.status(0)

    def wait(self, timeout=LIMIT):
        if self.status(timeout) is None:
            raise subprocess.TimeoutExpired(self.args, timeout)
        return self.returncode

    def status(self, timeout):
        """The exit status, or `None` if the program still runs after this many seconds."""
        finish = time.monotonic() + timeout
        # Several threads may wait. Each takes a short turn.
        while self.returncode is None:
            with self.lock:
                rest = finish - time.monotonic()
                if self.returncode is None and select.select([self.connection], [], [], max(0, min(rest, 0.05)))[0]:
                    status, memory = self.report().split() or (-signal.SIGKILL, 0)
                    self.peak_memory, self.returncode = int(memory), int(status)
            if rest <= 0:
                break
        return self.returncode

    @property
    def is_running(self):
        return self.poll() is None

    def send_signal(self, number):
        if self.is_running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def memory(self):
        """The bytes of memory that the program uses now, or 0 if it has ended."""
        try:
            lines = pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS")), 0)

    def end(self, grace=5):
        """Asks the program to end, then kills it and all its descendants. A second call has no effect."""
        if self.leash.poll() is None:
            self.terminate()
            self.status(grace)
            self.connection.shutdown(socket.SHUT_RDWR)
            self.leash.wait()
        with self.lock:
            self.returncode = -signal.SIGKILL if self.returncode is None else self.returncode
            self.connection.close()


class Processes:
    """The programs of a test, of a module or of the session, and a folder with their logs."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.logs = self.folder / "logs"
        self.logs.mkdir(exist_ok=True)
        self.programs = []
        self.lock = threading.Lock()
        self.number = 0

    def start(self, *command, port=None, name=None, env=None, limit=LIMIT, **options):
        """Starts a program, and waits until it listens at a port, if there is one.

        `env` changes the environment; `None` removes a variable. `user` is the user that runs it, if we are root: some servers refuse root.
        Output goes to a log, and input is empty, unless `options` for `subprocess.Popen` change that."""
        with self.lock:
            self.number += 1
            path = self.logs / f"{self.number}-{name or pathlib.Path(str(command[0])).name}.log"
        with open(path, "ab") as log:
            options = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, **options}
            environment = {name: value for name, value in {**os.environ, **(env or {})}.items() if value is not None}
            program = Program(command, env=environment, **options)
        program.log = path
        with self.lock:
            self.programs.append(program)
        if port:
            def answers():
                assert program.is_running, f"{program.args[0]} ended with {program.returncode}:\n{last_lines(path)}"
                return listens(port)

            wait_for(f"{program.args[0]} to listen at port {port}", answers, limit)
        return program

    def run(self, *command, limit=600, is_checked=True, **options):
        """Runs a program to its end. Returns what it wrote to standard output, and its exit status if unchecked."""
        program = self.start(*command, **{"stdout": subprocess.PIPE, **options})
        output = b""
        reader = threading.Thread(target=lambda: None)
        if program.stdout:
            parts = []
            reader = threading.Thread(target=lambda: parts.extend(iter(lambda: program.stdout.read(1 << 16), b"")), daemon=True)
            reader.start()
        try:
            status = program.wait(limit)
            reader.join(LIMIT)
            output = b"".join(parts) if program.stdout else b""
        finally:
            self.end(program)
        if not is_checked:
            return output, status
        assert status == 0, f"{program.args} ended with {status}:\n{last_lines(program.log)}"
        return output

    def end(self, program, grace=5):
        program.end(grace)
        with self.lock:
            if program in self.programs:
                self.programs.remove(program)

    def end_all(self):
        """Ends all programs, the last one first. They may take their time concurrently."""
        with self.lock:
            programs, self.programs = self.programs[::-1], []
        for program in programs:
            program.terminate()
        finish = time.monotonic() + 5
        for program in programs:
            program.status(max(0, finish - time.monotonic()))
        for program in programs:
            program.end(0)

    def last_words(self, count=20):
        """The last lines of each log, for the report of a test that failed."""
        return [(path.name, text) for path in sorted(self.logs.iterdir()) if (text := last_lines(path, count))]


def use(pid):
    """What a process uses now: megabytes of memory, open files, and threads."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    value = {line.split(":")[0]: line.split(":")[1].split()[0] for line in status.splitlines() if line.split(":")[1].strip()}
    return int(value["VmRSS"]) / 1e3, len(os.listdir(f"/proc/{pid}/fd")), int(value["Threads"])


def last_lines(path, count=20):
    return "\n".join(path.read_text(errors="replace").splitlines()[-count:])
