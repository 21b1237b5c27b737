"""An hour of live radio, and of live HLS, at 60 times speed, with lost connections: gaps, missing sound and memory.

No real server sends faster than in real time, so the stations are served from here. Like Icecast they begin with a
burst, in the middle of a frame (MP3) or with the headers of the link (Ogg), and send no faster than the hour goes by.
Each second of the music has its own tone, by which a recording shows what was heard. Connections are closed, reset,
refused for a while, and left silent.
"""

import http.server
import socket
import struct
import threading
import time

import numpy
import pytest

from support.media import ffmpeg
from support.processes import wait_for
from support.sound import RATE, read_pcm, tones

SECONDS = 3_600
SPEED = 60
LOOP = 60  # seconds of music that are repeated
BURST = 64 << 10
EVERY = 7  # seconds between two losses, by the clock of this machine
MAX_GROWTH = 12 << 20  # bytes of memory, between the second sixth and the last
LOWEST, STEP = 300, 100  # Hz, the tone of the first second and the distance to the next


def encode(path, *options):
    tone = f"aevalsrc='0.5*sin(2*PI*({LOWEST}+{STEP}*floor(t))*t)':s=44100:d={LOOP}"
    ffmpeg("-f", "lavfi", "-i", tone, "-ac", 2, *options, path)
    return path.read_bytes()


class Lost(Exception):
    pass


class Station:
    """Sends blocks at the speed of the hour, and loses connections."""

    def __init__(self, folder):
        self.address = f"/{type(self).__name__.lower()}"
        self.sent = 0  # seconds of music, also those that were sent again
        self.clock = 0.0  # seconds since the station began
        self.losses = []
        self.begun = self.lost_at = None  # set by the first listener
        self.refused_until = 0

    @property
    def is_over(self):
        return self.clock >= SECONDS

    def loss(self):
        """The fault of the connection now, or `None`."""
        if time.monotonic() - self.lost_at < EVERY or self.is_over:
            return None
        self.lost_at = time.monotonic()
        kind = ["closed", "reset", "refused", "reset", "silent"][len(self.losses) % 5]
        self.losses.append(kind)
        return kind

    def send(self, connection, data, seconds):
        connection.sendall(data)
        self.sent += seconds
        if kind := self.loss():
            self.lose(kind, connection)

    def lose(self, kind, connection, rest=b""):
        connection.sendall(rest)
        if kind == "refused":
            self.refused_until = time.monotonic() + 2
        if kind == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if kind == "silent":
            connection.settimeout(60)
            try:
                while connection.recv(1 << 10):
                    pass
            except OSError:
                pass
        raise Lost(kind)

    def now(self):
        """The position in the hour. It advances even without listeners."""
        return (time.monotonic() - self.begun) * SPEED

    def begin(self):
        if self.begun is None:
            self.begun = self.lost_at = time.monotonic()

    def answer(self, handler):
        """Answers a request with a stream."""
        if self.refused_until > time.monotonic():
            return handler.send_error(503)
        head = (
            f"HTTP/1.0 200 OK\r\nServer: Icecast 2.4.4\r\nContent-Type: {self.kind}\r\nicy-name:Hour\r\n"
            "Cache-Control: no-cache, no-store\r\n\r\n"
        )
        handler.connection.sendall(head.encode())
        self.stream(handler.connection)

    def stream(self, connection):
        self.begin()
        # Each connection lasts for a while, because a station that loses all of them at once has ended.
        self.lost_at = time.monotonic()
        # A listener that is slower than the hour misses nothing, until the connection is lost.
        place = max(self.now() - BURST / self.rate, 0)
        while not self.is_over:
            step = min(self.now() - place, 1.0)
            if step < 0.05:
                time.sleep(0.005)
                continue
            for data in self.pieces(place, place + step):
                self.send(connection, data, len(data) / self.rate)
            place += step
            self.clock = max(self.clock, place)
        # The connection stays open until the player has ended, so that the player plays all data.
        connection.settimeout(60)
        try:
            connection.recv(1)
        except OSError:
            pass


class MP3(Station):
    kind = "audio/mpeg"

    def __init__(self, folder):
        super().__init__(folder)
        options = ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", 0, "-id3v2_version", 0]
        self.data = encode(folder / "loop.mp3", *options)
        self.rate = len(self.data) / LOOP

    def pieces(self, start, end):
        first, last = int(start * self.rate), int(end * self.rate)
        while first < last:
            offset = first % len(self.data)
            part = self.data[offset : offset + last - first]
            first += len(part)
            yield part


class Ogg(Station):
    """A chain of links, each with its own number and title."""

    kind = "application/ogg"

    def __init__(self, folder):
        super().__init__(folder)
        self.links = []
        for number in range(4):
            data = encode(
                folder / f"loop{number}.ogg", "-c:a", "libvorbis", "-b:a", "128k", "-serial_offset", 1000 * number,
                "-metadata", f"title=Minute {number}",
            )
            starts = [0]
            while (start := data.find(b"OggS\0", starts[-1] + 1)) >= 0:
                starts.append(start)
            pages = [data[a:b] for a, b in zip(starts, [*starts[1:], len(data)])]
            times = [granule(page) / RATE for page in pages]
            heads = [page for page, at in zip(pages, times) if at <= 0]
            bodies = [(at, page) for page, at in zip(pages, times) if at > 0]
            self.links.append((heads, bodies))
        self.rate = sum(len(page) for _, page in self.links[0][1]) / LOOP
        self.connection = threading.local()

    def stream(self, connection):
        self.connection.link, self.connection.granule = None, 0
        super().stream(connection)

    def pieces(self, start, end):
        minute = int(start // LOOP)
        while minute * LOOP < end:
            heads, bodies = self.links[minute % len(self.links)]
            for at, page in bodies:
                if start < minute * LOOP + min(at, LOOP) <= end:
                    if self.connection.link != minute:
                        self.connection.link = minute
                        yield b"".join(heads)
                    yield page
            minute += 1

    def send(self, connection, data, seconds):
        own = self.connection
        length = max(granule(data) - own.granule, 0) / RATE
        own.granule = granule(data)
        # A page that does not follow the one before it is some tenths of a second long.
        super().send(connection, data, length if length < 2 else 0)


def granule(page):
    return struct.unpack("<q", page[6:14])[0]


class HLS(Station):
    """A live playlist: a window over parts of a third of a second by the clock, which have 20 seconds of music."""

    LENGTH = 20  # seconds of music
    WINDOW = 20

    def __init__(self, folder):
        super().__init__(folder)
        self.path, self.address = "/hls", "/hls/list.m3u8"
        encode(
            folder / "loop.m3u8", "-c:a", "aac", "-b:a", "128k", "-f", "hls", "-hls_time", self.LENGTH,
            "-hls_list_size", 0,
        )
        self.numbers = set()  # of the parts that were sent
        self.parts = [(folder / f"loop{number}.ts").read_bytes() for number in range(LOOP // self.LENGTH)]

    def now(self):
        return min(super().now(), SECONDS)

    def answer(self, handler):
        self.begin()
        if self.refused_until > time.monotonic():
            return handler.send_error(503)
        # The playlist begins full, like the playlist of a station that has run for long.
        self.clock = max(self.clock, self.now())
        first = int(self.now() // self.LENGTH)
        number = None
        if handler.path == self.address:
            data = self.playlist(first).encode()
        else:
            number = int(handler.path.rsplit("/", 1)[1].removesuffix(".ts"))
            if not first <= number < first + self.WINDOW:
                return handler.send_error(404)
            data = self.parts[number % len(self.parts)]
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        if kind := self.loss():
            self.lose(kind, handler.connection, head + data[: len(data) // 2])
        handler.connection.sendall(head + data)
        if number is not None:
            self.numbers.add(number)
            self.sent = len(self.numbers) * self.LENGTH

    def playlist(self, first):
        part = self.LENGTH / SPEED
        numbers = range(first, first + self.WINDOW)
        return "\n".join([
            "#EXTM3U", f"#EXT-X-TARGETDURATION:{max(round(part), 1)}", f"#EXT-X-MEDIA-SEQUENCE:{first}",
            *(f"#EXTINF:{part},\n{self.path}/{number}.ts" for number in numbers), "",
        ])


@pytest.fixture
def server():
    """A server of one station, which the test sets."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.close_connection = True
            try:
                self.server.station.answer(self)
            except (Lost, OSError):
                pass

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def numbers_of_tones(samples):
    """The number of the audible second, in each tenth of a second of a recording."""
    part = round(RATE / 10)
    # The beginning of each tenth is enough.
    whole = samples[: len(samples) // part * part].reshape(-1, part, 2)[:, : part // 5]
    return numpy.rint((tones(whole.reshape(-1, 2), part=0.02) - LOWEST) / STEP).astype(int)


def jumps(numbers):
    """How often the seconds are not consecutive."""
    # Three equal tenths in a row are not an artifact of a joint.
    steady = [a for a, b, c in zip(numbers, numbers[1:], numbers[2:]) if a == b == c and 0 <= a < LOOP]
    return sum((b - a) % LOOP not in (0, 1) for a, b in zip(steady, steady[1:]))


@pytest.mark.parametrize("kind", [MP3, Ogg, HLS], ids=lambda kind: kind.__name__)
def test_an_hour_of_radio_with_lost_connections_has_no_other_gaps(kind, server, play, scratch, table):
    station = server.station = kind(scratch)
    recording = scratch / "heard.pcm"
    player = play(f"http://127.0.0.1:{server.server_port}{station.address}", "--output", f"pcm:{recording}")
    memory = []

    def is_over():
        memory.append(player.process.memory())
        assert player.process.is_running, f"the player ended: {player.events[-3:]}"
        time.sleep(0.5)
        return station.is_over

    wait_for("the end of the hour", is_over, limit=900)
    # A loss may lose some seconds of sent data.
    least = station.sent * 0.98 - 5 - 2 * len(station.losses)
    wait_for("everything that was sent", lambda: recording.stat().st_size / 4 / RATE >= least)
    # Later data counts for the figures.
    time.sleep(3)
    assert player.quit() == 0
    samples = read_pcm(recording)
    gaps = jumps(numbers_of_tones(samples))
    sixth = max(len(memory) // 6, 1)
    growth = max(memory[-sixth:]) - max(memory[sixth : 2 * sixth] or memory)
    table(
        f"An hour of radio at {SPEED} times speed", station=kind.__name__, seconds=round(station.clock),
        sent=round(station.sent), heard=len(samples) // RATE, connections_lost=len(station.losses), gaps=gaps,
        memory_MB=f"{max(memory) / 1e6:.1f}", growth_MB=f"{growth / 1e6:+.1f}",
    )
    assert not player.codes
    assert len(station.losses) >= 3, "no connection was lost"
    assert gaps <= len(station.losses)
    assert growth <= MAX_GROWTH


def test_a_missing_second_would_be_found(scratch):
    encode(scratch / "loop.wav")
    samples = read_pcm(scratch / "loop.wav")[11:]  # without the 44 bytes of the head
    assert jumps(numbers_of_tones(samples)) == 0
    assert jumps(numbers_of_tones(numpy.concatenate([samples[: 10 * RATE], samples[13 * RATE :]]))) == 1
