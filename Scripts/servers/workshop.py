"""A temporary folder, and the programs that run in it. All of them are ended with it."""

import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

IS_ROOT = os.getuid() == 0


class Workshop:
    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="playerkit-servers."))
        self.folder.chmod(0o755)
        self.log = open(self.folder / "servers.log", "ab")
        self.processes = []
        self.lock = threading.RLock()  # a signal may come while it is held
        self.has_ended = False

    def path(self, name):
        return self.folder / name

    def make_folder(self, name, is_nobodys=False):
        """A folder; where we are root, one that programs may write to that refuse root."""
        path = self.folder / name
        path.mkdir()
        if is_nobodys and IS_ROOT:
            shutil.chown(path, "nobody", pwd.getpwnam("nobody").pw_gid)
        return path

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def start(self, *command, port=None, cwd=None, as_nobody=False, **options):
        """Starts a program, and waits until it listens at a port."""
        command = [str(part) for part in command]
        if as_nobody and IS_ROOT:
            command = ["runuser", "-u", "nobody", "--", *command]
        options = {"stdin": subprocess.DEVNULL, "stdout": self.log, "stderr": self.log, **options}
        with self.lock:
            if self.has_ended:
                raise RuntimeError("the workshop is closed")
            process = subprocess.Popen(command, cwd=cwd, start_new_session=True, **options)
            self.processes.append(process)
        if port:
            wait_for_port(port, process)
        return process

    def stop(self, process):
        end(process)
        with self.lock:
            if process in self.processes:
                self.processes.remove(process)

    def ffmpeg(self, *arguments):
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-nostdin", "-y", *map(str, arguments)], check=True
        )

    @staticmethod
    def settle(condition, seconds=3):
        """Waits for a condition, if not for long."""
        try:
            wait_until(condition, "it", seconds)
        except RuntimeError:
            pass

    def last_words(self):
        """What the servers said last."""
        lines = self.path("servers.log").read_text(errors="replace").splitlines()
        return "\n".join(lines[-20:])

    def close(self):
        with self.lock:
            self.has_ended = True
            processes, self.processes = self.processes, []
        for process in processes:
            send(process, signal.SIGTERM)
        for process in processes:
            end(process)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def send(process, number):
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def end(process):
    """Ends a program and what it started."""
    send(process, signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        pass
    send(process, signal.SIGKILL)
    process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, process, seconds=30):
    finish = time.monotonic() + seconds
    while time.monotonic() < finish:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args[0]} ended with {process.returncode}")
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args[0]} does not answer")


def wait_until(condition, what, seconds=30):
    finish = time.monotonic() + seconds
    while time.monotonic() < finish:
        if value := condition():
            return value
        time.sleep(0.05)
    raise RuntimeError(f"in vain: waited for {what}")
