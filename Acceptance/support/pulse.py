"""A private PulseAudio daemon with a null sink, and a recorder of the sink's sound."""

import os
import subprocess
import threading
import time

import numpy

from .packages import need
from .processes import wait_for


class Sink:
    """A null sink. `environment` makes programs use its daemon; `name` is the name of the sink.

    Without rewinds a stream begins after what the sink has rendered, not within it: with them, the monitor misses up
    to some hundred frames of its beginning, whichever program plays. But with them, as sound cards have them, a stream
    that is dropped is silent at once, not when its last block was played."""

    def __init__(self, processes, name="sink", rate=44_100, channels=2, channel_map=None, rewinds=False, modules=()):
        need("pulseaudio", "parec:pulseaudio-utils")
        self.processes, self.name, self.rate, self.channels = processes, name, rate, channels
        self.map = f"channel_map={channel_map}" if channel_map else ""
        self.channel_map = channel_map
        self.modules = modules
        self.rewinds = rewinds
        self.folder = processes.folder / f"pulse-{name}"
        self.folder.mkdir(mode=0o700)
        self.socket = self.folder / "socket"
        self.environment = {
            "XDG_RUNTIME_DIR": str(self.folder), "PULSE_RUNTIME_PATH": str(self.folder),
            "PULSE_STATE_PATH": str(self.folder), "PULSE_SERVER": f"unix:{self.socket}",
            "PULSE_SINK": None, "PULSE_SOURCE": None,
        }
        self.start()

    def start(self):
        """Starts the daemon, also again after `kill`."""
        modules = [
            f"module-null-sink sink_name={self.name} format=s16le rate={self.rate} channels={self.channels}"
            f" {self.map} norewinds={int(not self.rewinds)}",
            *self.modules,
            f"module-native-protocol-unix auth-anonymous=1 socket={self.socket}",
        ]
        self.daemon = self.processes.start(
            "pulseaudio", "-n", "--daemonize=no", "--disable-shm=yes", "--use-pid-file=no", "--exit-idle-time=-1",
            "--log-target=stderr", *[word for module in modules for word in ("-L", module)], env=self.environment,
        )
        wait_for("PulseAudio", lambda: self.pactl("info") is not None)
        # An idle sink gives its monitor nothing, and the first block of a stream would be lost: silence keeps it
        # running. Adding zeros to samples leaves them as they are.
        self.silence = self.processes.start(
            "pacat", "--playback", f"--device={self.name}", *self.format, "--latency-msec=100", "/dev/zero",
            env=self.environment,
        )
        wait_for("the silence", lambda: self.pactl("list", "short", "sink-inputs"))

    def kill(self):
        self.daemon.kill()
        self.daemon.wait()

    @property
    def format(self):
        words = ["--raw", "--format=s16le", f"--rate={self.rate}", f"--channels={self.channels}"]
        return [*words, f"--channel-map={self.channel_map}"] if self.channel_map else words

    def pactl(self, *words):
        """The output of `pactl`, or `None` if it fails."""
        result = subprocess.run(
            ["pactl", "--server", self.environment["PULSE_SERVER"], *words], capture_output=True, text=True
        )
        return result.stdout if result.returncode == 0 else None

    def record(self, **options):
        return Recorder(self, **options)


class Recorder:
    """Records a sink's monitor from its creation on. `stop` returns the samples, a row for each frame."""

    def __init__(self, sink, latency=100):
        self.sink, self.rate = sink, sink.rate
        self.size = 2 * sink.channels
        self.pieces, self.count, self.offset = [], 0, None
        self.lock = threading.Lock()
        self.program = sink.processes.start(
            "parec", f"--device={sink.name}.monitor", *sink.format, f"--latency-msec={latency}",
            env=sink.environment, stdout=subprocess.PIPE,
        )
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        wait_for("the recording", lambda: self.count > 0)

    def read(self):
        while data := os.read(self.program.stdout.fileno(), 1 << 16):
            now = time.monotonic()
            with self.lock:
                self.pieces.append(data)
                self.count += len(data) / self.size
                # The block that was read with the least delay best shows when the first frame was heard.
                offset = now - self.count / self.rate
                self.offset = offset if self.offset is None else min(self.offset, offset)

    @property
    def samples(self):
        """The samples so far, a row for each frame."""
        with self.lock:
            data = b"".join(self.pieces)
            self.pieces = [data]
        return numpy.frombuffer(data[: len(data) // self.size * self.size], dtype="<i2").reshape(-1, self.sink.channels)

    def wait(self, seconds):
        """Waits until the recording is this much longer than now."""
        end = self.count + seconds * self.rate
        wait_for("the recording to go on", lambda: self.count >= end, limit=60 + 2 * seconds)

    def stop(self):
        self.sink.processes.end(self.program)
        self.reader.join(10)
        return self.samples
