"""`playerkit` as a process: `play`, `serve` and `simulate`."""

import json
import signal
import subprocess
import threading
import time
import urllib.request

from .processes import LIMIT


def own_folders(folder):
    """An environment in which `playerkit` does not read or write the developer's settings."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    kinds = {"STATE": "state", "DATA": "data", "CACHE": "cache", "CONFIG": "config"}
    return {"HOME": str(home), **{f"XDG_{kind}_HOME": str(home / name) for kind, name in kinds.items()}}


class Event(dict):
    """One line of the output: an event with the time (`time.monotonic()`) when it was read."""

    def __init__(self, values, moment):
        super().__init__(values)
        self.moment = moment


class Lines:
    """A program of `playerkit` that prints lines of JSON, and those lines as events."""

    input = subprocess.DEVNULL

    def __init__(self, processes, *command, environment=None):
        self.processes = processes
        self.events = []
        self.changed = threading.Condition()
        self.process = processes.start(
            *command, name=f"playerkit-{command[1]}", env={**own_folders(processes.folder), **(environment or {})},
            stdin=self.input, stdout=subprocess.PIPE, bufsize=0,
        )
        self.has_ended = False
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    @property
    def pid(self):
        return self.process.pid

    def read(self):
        with open(self.process.stdout.fileno(), "rb", closefd=False) as output:
            for line in output:
                try:
                    values = json.loads(line)
                except ValueError:
                    values = {"text": line.decode(errors="replace").rstrip()}
                with self.changed:
                    self.events.append(Event(values, time.monotonic()))
                    self.changed.notify_all()
        with self.changed:
            self.has_ended = True
            self.changed.notify_all()

    def command(self, line):
        """Sends a line. Returns the moment before it. Has no effect if the program has ended."""
        moment = time.monotonic()
        try:
            self.process.stdin.write(line.encode() + b"\n")
        except OSError:
            pass
        return moment

    def mark(self):
        """The number of events so far, for `since`."""
        with self.changed:
            return len(self.events)

    def wait_until(self, what, condition, limit=LIMIT):
        """Waits until a condition, which is checked after each event, returns a true value. Returns that value."""
        finish = time.monotonic() + limit
        with self.changed:
            while not (value := condition()):
                rest = finish - time.monotonic()
                if self.has_ended or rest <= 0:
                    why = "the program has ended" if self.has_ended else f"after {limit} s"
                    raise AssertionError(f"waited in vain for {what} ({why}); the last events: {self.events[-5:]}")
                self.changed.wait(min(rest, 0.5))
        return value

    def finish(self, limit=120):
        """Closes the input, and waits for the end of the program. Returns its exit status."""
        try:
            if self.process.stdin:
                self.process.stdin.close()
        except OSError:
            pass
        try:
            status = self.process.wait(limit)
            self.reader.join(LIMIT)
            return status
        finally:
            self.processes.end(self.process)

    def end(self, number=signal.SIGTERM, limit=LIMIT):
        """Ends the program with a signal. Returns its exit status."""
        self.process.send_signal(number)
        return self.finish(limit)


class Player(Lines):
    """`playerkit play --json`."""

    input = subprocess.PIPE

    def __init__(self, processes, program, *arguments, environment=None):
        super().__init__(processes, program, "play", "--json", *arguments, environment=environment)

    def of(self, kind, since=0):
        """The events of a kind so far, after a mark."""
        with self.changed:
            return [event for event in self.events[since:] if event.get("event") == kind]

    def first(self, kind, since=0, **values):
        """The first event of a kind with these values so far, or `None`."""
        return next((event for event in self.of(kind, since) if values.items() <= event.items()), None)

    def wait(self, kind, since=0, limit=LIMIT, **values):
        """Waits for an event of a kind with these values, after a mark, and returns it."""
        return self.wait_until(f"{kind} {values or ''}", lambda: self.first(kind, since, **values), limit)

    def states(self, since=0):
        return [event["state"] for event in self.of("state", since)]

    @property
    def codes(self):
        """The codes of the errors so far."""
        return [event["code"] for event in self.of("error")]

    def quit(self, limit=LIMIT):
        self.command("quit")
        return self.finish(limit)


class Serve(Lines):
    """`playerkit serve`. `addresses` is its first line: `addresses["mpd"][0]`, `addresses["web"][0]`."""

    def __init__(self, processes, program, *arguments, environment=None, limit=LIMIT):
        super().__init__(processes, program, "serve", *arguments, environment=environment)
        self.wait_until("the addresses", lambda: self.events, limit)
        self.addresses = self.events[0]

    def port(self, protocol):
        return int(self.addresses[protocol][0].split("#")[0].rstrip("/").rsplit(":", 1)[1])


class Simulator(Lines):
    """`playerkit simulate`. `bases` is its first line: base addresses by service, and credentials."""

    def __init__(self, processes, program, *arguments, environment=None):
        super().__init__(processes, program, "simulate", *arguments, environment=environment)
        self.wait_until("the simulator", lambda: self.events)
        self.bases = self.events[0]

    def control(self, path):
        """Sends a command to the simulator, such as `/reset`."""
        request = urllib.request.Request(self.bases["control"] + path, method="POST")
        urllib.request.urlopen(request, timeout=LIMIT).close()

    @property
    def requests(self):
        with urllib.request.urlopen(self.bases["control"] + "/requests", timeout=LIMIT) as answer:
            return json.load(answer)
