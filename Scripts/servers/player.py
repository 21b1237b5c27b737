"""A `playerkit play --json`, its events, and the moments in which they came."""

import json
import os
import subprocess
import threading
import time


class Player:
    def __init__(self, workshop, program, *arguments, environment=None):
        self.workshop = workshop
        self.events = []  # (the moment, the event)
        self.changed = threading.Condition()
        self.process = workshop.start(
            program, "play", "--json", *arguments,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, bufsize=1, env={**os.environ, **(environment or {})},
        )
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.events.append((time.monotonic(), json.loads(line)))
                self.changed.notify_all()
        with self.changed:
            self.changed.notify_all()

    def command(self, line):
        """Sends a command.

        Returns the moment before it."""
        moment = time.monotonic()
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            pass
        return moment

    def wait_for(self, kind, seconds=60, since=0, **values):
        """The moment and the first event of a kind with these values, from an index on; or nothing."""
        finish = time.monotonic() + seconds
        with self.changed:
            while True:
                for moment, event in self.events[since:]:
                    if event["event"] == kind and values.items() <= event.items():
                        return moment, event
                if not self.reader.is_alive() or time.monotonic() > finish:
                    return None
                self.changed.wait(0.5)

    def of(self, kind):
        with self.changed:
            return [event for _, event in self.events if event["event"] == kind]

    @property
    def codes(self):
        return [event["code"] for event in self.of("error")]

    def finish(self, seconds=120):
        """Waits for the end. Who does not come to one has hung."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(seconds)
            self.reader.join(5)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.workshop.stop(self.process)

    def quit(self):
        self.command("quit")
        return self.finish(20)
