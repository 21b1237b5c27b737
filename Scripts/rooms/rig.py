"""Snapcast with two rooms on one sound card that is none, a player that feeds it, and what is heard.

Each room plays into two of the four channels of a PulseAudio null sink, so that both have one clock.
"""

import atexit
import json
import os
import pathlib
import socket
import subprocess
import threading
import time

import numpy

RATE = 48_000
SILENCE = 50


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what, condition, limit=20):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.02)
    raise SystemExit(f"error: waited in vain for {what}")


class Control:
    """The server's port for commands."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.file = self.socket.makefile("rw", newline="\n")
        self.number = 0

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "jsonrpc": "2.0", "method": method, "params": parameters}
        self.file.write(json.dumps(request) + "\r\n")
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def groups(self):
        return self.ask("Server.GetStatus")["server"]["groups"]


class Recorder:
    """What the sink gets, and when."""

    def __init__(self):
        self.pieces = []
        self.offset = None
        self.count = 0
        self.lock = threading.Lock()
        # Without the map PulseAudio would mix each room into all channels.
        self.process = subprocess.Popen(
            [
                "parec", "--device=rooms.monitor", "--raw", "--format=s16le", f"--rate={RATE}",
                "--channels=4", "--channel-map=aux0,aux1,aux2,aux3", "--latency-msec=10",
            ],
            stdout=subprocess.PIPE,
        )
        threading.Thread(target=self.read, daemon=True).start()
        wait_for("the recording", lambda: self.count > RATE // 10)

    def read(self):
        while data := os.read(self.process.stdout.fileno(), 1 << 16):
            now = time.monotonic()
            with self.lock:
                self.pieces.append(data)
                self.count += len(data) // 8
                offset = now - self.count / RATE
                # What was read with the least delay tells best.
                self.offset = offset if self.offset is None else min(self.offset, offset)

    def samples(self):
        """All samples, a row for each room, and the time of the first."""
        with self.lock:
            data = b"".join(self.pieces)
            self.pieces = [data]
            offset = self.offset
        whole = len(data) // 8 * 8
        table = numpy.frombuffer(data[:whole], dtype="<i2").reshape(-1, 4)
        return table[:, [0, 2]].T, offset

    def between(self, start, end, room=0):
        wait_for("what is heard", lambda: self.offset + self.count / RATE > end + 0.05)
        rows, offset = self.samples()
        first = max(int((start - offset) * RATE), 0)
        return rows[room][first : int((end - offset) * RATE)].astype(float)

    def last_sound(self, start, end, room=0):
        """When the last sample of sound was heard; None: there was none."""
        heard = numpy.nonzero(abs(self.between(start, end, room)) > SILENCE)[0]
        return start + heard[-1] / RATE if len(heard) else None

    def first_sound(self, start, end, room=0):
        heard = numpy.nonzero(abs(self.between(start, end, room)) > SILENCE)[0]
        return start + heard[0] / RATE if len(heard) else None


class Rig:
    def __init__(self, folder, buffer=1_000, settings="", streams=("PlayerKit",)):
        self.folder = pathlib.Path(folder)
        self.buffer = buffer / 1_000
        self.processes = []
        self.control_port, self.stream_port = free_port(), free_port()
        self.feeds = {name: free_port() for name in streams}
        self.settings = settings
        # Also where something of it can't be started.
        atexit.register(self.close)
        self.start_sink()
        self.start_server()
        self.rooms = [self.start_room("a"), self.start_room("b")]
        self.control = Control(self.control_port)
        wait_for("both rooms", lambda: len(self.clients()) == 2)
        self.join() if len(streams) == 1 else self.part(streams)
        self.recorder = Recorder()
        self.processes.append(self.recorder.process)

    def start(self, *command, **options):
        log = open(self.folder / f"{pathlib.Path(command[0]).name}.log", "ab")
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options
        )
        self.processes.append(process)
        return process

    def start_sink(self):
        run = self.folder / "run"
        run.mkdir(mode=0o700)
        path = f"{run}/pulse.socket"
        os.environ.update(
            XDG_RUNTIME_DIR=str(run), PULSE_RUNTIME_PATH=str(run), PULSE_STATE_PATH=str(run),
            PULSE_SERVER=f"unix:{path}",
        )
        aux = "aux0,aux1,aux2,aux3"
        modules = [
            f"module-null-sink sink_name=rooms format=s16le rate={RATE} channels=4 channel_map={aux}",
            "module-remap-sink sink_name=a master=rooms channels=2 remix=no"
            " master_channel_map=aux0,aux1 channel_map=front-left,front-right",
            "module-remap-sink sink_name=b master=rooms channels=2 remix=no"
            " master_channel_map=aux2,aux3 channel_map=front-left,front-right",
            f"module-native-protocol-unix auth-anonymous=1 socket={path}",
        ]
        loads = [word for module in modules for word in ("-L", module)]
        self.start(
            "pulseaudio", "-n", "--daemonize=no", "--disable-shm=yes", "--use-pid-file=no",
            "--exit-idle-time=-1", "--log-target=stderr", *loads,
        )
        wait_for("PulseAudio", lambda: subprocess.run(["pactl", "info"], capture_output=True).returncode == 0)
        # An idle sink gives its monitor nothing.
        self.start(
            "pacat", "--playback", "--device=rooms", "--raw", "--format=s16le", f"--rate={RATE}",
            "--channels=4", f"--channel-map={aux}", "--latency-msec=20", "/dev/zero",
        )

    def start_server(self):
        sources = "\n".join(
            f"source = tcp://127.0.0.1:{port}?name={name}&mode=server&codec=pcm{self.settings}"
            for name, port in self.feeds.items()
        )
        settings = self.folder / "settings"
        settings.write_text(
            f"""[server]
datadir = {self.folder}
[http]
enabled = false
[tcp]
bind_to_address = 127.0.0.1
port = {self.control_port}
[stream]
bind_to_address = 127.0.0.1
port = {self.stream_port}
buffer = {int(self.buffer * 1_000)}
{sources}
[logging]
sink = stdout
"""
        )
        self.server = self.start("snapserver", "-c", str(settings))

        def listens():
            try:
                socket.create_connection(("127.0.0.1", self.control_port), timeout=1).close()
                return True
            except OSError:
                return False

        wait_for("the server", listens)

    def start_room(self, name):
        return self.start(
            "snapclient", "-h", "127.0.0.1", "-p", str(self.stream_port), "--hostID", name,
            "--player", "pulse", "--logsink", "stdout",
            env={**os.environ, "PULSE_SINK": name},
        )

    def clients(self):
        return [
            client["id"] for group in self.control.groups() for client in group["clients"]
            if client["connected"]
        ]

    def join(self):
        group = self.control.groups()[0]["id"]
        self.control.ask("Group.SetClients", id=group, clients=["a", "b"])
        self.group = group

    def part(self, streams):
        """Each room in a group of its own, with a stream of its own."""
        self.control.ask("Group.SetClients", id=self.control.groups()[0]["id"], clients=["a"])
        groups = sorted(self.control.groups(), key=lambda group: group["clients"][0]["id"])
        for group, stream in zip(groups, streams, strict=True):
            self.control.ask("Group.SetStream", id=group["id"], stream_id=stream)
        # Snapclients of 0.26 end where their stream changes while they play to PulseAudio.
        for room in self.rooms:
            room.kill()
            room.wait()
        self.rooms = [self.start_room("a"), self.start_room("b")]
        wait_for("both rooms", lambda: len(self.clients()) == 2)

    def close(self):
        for process in reversed(self.processes):
            process.kill()
        for process in self.processes:
            process.wait()


class Player:
    """The command line tool, steered by its standard input."""

    def __init__(self, tool, rig, *arguments, environment=None):
        self.events = []
        environment = {**os.environ, "XDG_STATE_HOME": str(rig.folder / "state"), **(environment or {})}
        self.process = subprocess.Popen(
            [
                tool, "play", "--json", "--output", f"snapcast:127.0.0.1:{rig.control_port}",
                "--snapcast-buffer", str(int(rig.buffer * 1_000)), "--position-interval", "0.2",
                *arguments,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=open(rig.folder / "player.log", "ab"),
            text=True, env=environment,
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.events.append((time.monotonic(), json.loads(line)))

    def send(self, line):
        now = time.monotonic()
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return now

    def wait(self, name, since=0, **fields):
        def found():
            for at, event in list(self.events):
                if at >= since and event["event"] == name:
                    if all(event.get(key) == value for key, value in fields.items()):
                        return at, event
        return wait_for(f"{name} {fields}", found)

    def positions(self, start, end):
        return [
            (at, event["position"]) for at, event in list(self.events)
            if event["event"] == "position" and start <= at <= end
        ]

    def close(self):
        if self.process.poll() is None:
            self.send("quit")
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()


def noise(path, seconds, seed):
    """A file of noise that is nowhere like elsewhere; gives its samples."""
    import wave

    generator = numpy.random.default_rng(seed)
    samples = generator.integers(-8_000, 8_000, size=int(seconds * RATE)).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(numpy.repeat(samples, 2).tobytes())
    return samples.astype(float)


def place(window, source):
    """Where in the source a window is, in seconds, and how surely (1: the same samples)."""
    size = 1 << (len(source) + len(window)).bit_length()
    product = numpy.fft.rfft(source, size) * numpy.conj(numpy.fft.rfft(window, size))
    likeness = numpy.fft.irfft(product, size)[: len(source)]
    best = int(likeness.argmax())
    norm = numpy.linalg.norm(window) * numpy.linalg.norm(source[best : best + len(window)])
    return best / RATE, likeness[best] / norm if norm else 0
