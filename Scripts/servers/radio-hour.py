#!/usr/bin/env python3
"""Plays an hour of live radio, and of live HLS, at 60 times speed into a file, with connections lost, and counts what is missing.

No real server sends faster than in real time. So the stations are served from here: like Icecast they begin with
a burst, in the middle of a frame (MP3) or with the headers of the link (Ogg), and send no faster than the hour goes
by. Each second of the music has a tone of its own, by which the file tells what was heard. Connections are
closed, reset, refused for a while, and left silent. Prints a table; exits with 1 where something is wrong.

    Scripts/servers/radio-hour.py [--playerkit PATH] [--seconds 3600] [--speed 60] [STATION …]

A station is a class with `name`, `path` and `answer(handler)`; `STATIONS` lists them.
"""

import argparse
import array
import http.server
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

LOOP = 60  # seconds of music that are repeated
BURST = 64 << 10
MOST_GROWTH = 12 << 20  # bytes of memory, between the second sixth and the last
EVERY = 7  # seconds of this machine between two losses
TONES = [300 + 100 * number for number in range(LOOP)]


def encode(folder, name, arguments):
    path = f"{folder}/{name}"
    tone = f"aevalsrc='0.5*sin(2*PI*({TONES[0]}+100*floor(t))*t)':s=44100:d={LOOP}"
    subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", tone, "-ac", "2", *arguments, path],
                   check=True)
    with open(path, "rb") as file:
        return file.read()


class Lost(Exception):
    pass


class Station:
    """Sends pieces at the speed of the hour, and loses connections on the way."""

    @property
    def address(self):
        return self.path

    def __init__(self, arguments):
        self.arguments = arguments
        self.sent = 0  # seconds of music that were sent for the first time or again
        self.clock = 0.0  # seconds since the station began
        self.losses = []
        self.connections = 0
        self.begun = self.lost_at = None  # with the first listener
        self.refused_until = 0

    @property
    def is_over(self):
        return self.clock >= self.arguments.seconds

    def loss(self):
        """What happens to the connection now, if anything."""
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
        """Where the station is: it goes on, whether somebody listens or not."""
        return (time.monotonic() - self.begun) * self.arguments.speed

    def begin(self):
        if self.begun is None:
            self.begun = self.lost_at = time.monotonic()

    def answer(self, handler):
        """Answers a request: with a stream, for as long as it goes."""
        if self.refused_until > time.monotonic():
            return handler.send_error(503)
        self.connections += 1
        head = f"HTTP/1.0 200 OK\r\nServer: Icecast 2.4.4\r\nContent-Type: {self.kind}\r\nicy-name:Hour\r\nCache-Control: no-cache, no-store\r\n\r\n"
        handler.connection.sendall(head.encode())
        self.stream(handler.connection)

    def stream(self, connection):
        self.begin()
        # Each connection lasts for a while: a station that loses all of them at once is one that has ceased.
        self.lost_at = time.monotonic()
        # Who listens slower than the hour goes by misses nothing, until the connection is lost.
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
        # What was sent is to be heard.
        time.sleep(3)


class MP3(Station):
    name, path, kind = "MP3", "/mp3", "audio/mpeg"

    def __init__(self, arguments, folder):
        super().__init__(arguments)
        self.data = encode(folder, "loop.mp3", ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"])
        self.rate = len(self.data) / LOOP

    def pieces(self, start, end):
        first, last = int(start * self.rate), int(end * self.rate)
        while first < last:
            offset = first % len(self.data)
            part = self.data[offset:offset + last - first]
            first += len(part)
            yield part


class Ogg(Station):
    name, path, kind = "Ogg Vorbis", "/ogg", "application/ogg"

    def __init__(self, arguments, folder):
        super().__init__(arguments)
        # A chain of links: each has a number and a title of its own.
        self.links = []
        for number in range(4):
            data = encode(folder, f"loop{number}.ogg", [
                "-c:a", "libvorbis", "-b:a", "128k", "-serial_offset", str(1000 * number), "-metadata", f"title=Minute {number}"])
            starts = [0]
            while (next_page := data.find(b"OggS\0", starts[-1] + 1)) >= 0:
                starts.append(next_page)
            pages = [data[a:b] for a, b in zip(starts, starts[1:] + [len(data)])]
            times = [struct.unpack("<q", page[6:14])[0] / 44_100 for page in pages]
            heads = [page for page, at in zip(pages, times) if at <= 0]
            bodies = [(at, page) for page, at in zip(pages, times) if at > 0]
            self.links.append((heads, bodies))
        self.rate = sum(len(page) for _, page in self.links[0][1]) / LOOP
        self.told = threading.local()

    def stream(self, connection):
        self.told.link = None
        super().stream(connection)

    def pieces(self, start, end):
        minute = int(start // LOOP)
        while minute * LOOP < end:
            heads, bodies = self.links[minute % len(self.links)]
            last = minute * LOOP
            for at, page in bodies:
                ends = minute * LOOP + min(at, LOOP)
                if start < ends <= end:
                    if self.told.link != minute:
                        self.told.link = minute
                        yield b"".join(heads)
                    yield page
                last = ends
            minute += 1

    def send(self, connection, data, seconds):
        granule = struct.unpack("<q", data[6:14])[0]
        length = max(granule - getattr(self.told, "granule", 0), 0) / 44_100
        self.told.granule = granule
        # A page that does not follow the one before is some tenth of a second.
        super().send(connection, data, length if length < 2 else 0)


class HLS(Station):
    """A live list: a window over parts of a third of a second by the clock, which have 20 seconds of music."""

    name, path = "HLS", "/hls"
    address = "/hls/list.m3u8"
    LENGTH = 20  # seconds of music
    WINDOW = 20

    def __init__(self, arguments, folder):
        super().__init__(arguments)
        encode(folder, "loop.m3u8", ["-c:a", "aac", "-b:a", "128k", "-f", "hls", "-hls_time", str(self.LENGTH), "-hls_list_size", "0"])
        self.numbers = set()  # of the parts that were sent
        self.parts = []
        for number in range(LOOP // self.LENGTH):
            with open(f"{folder}/loop{number}.ts", "rb") as file:
                self.parts.append(file.read())

    def now(self):
        return min(super().now(), self.arguments.seconds)

    def answer(self, handler):
        self.begin()
        if self.refused_until > time.monotonic():
            return handler.send_error(503)
        self.connections += 1
        # The list begins full, as that of a station that has been there for long.
        self.clock = max(self.clock, self.now())
        first = int(self.now() // self.LENGTH)
        if handler.path == f"{self.path}/list.m3u8":
            number = None
            data = self.list(first).encode()
        else:
            number = int(handler.path.rsplit("/", 1)[1].removesuffix(".ts"))
            if not first <= number < first + self.WINDOW:
                return handler.send_error(404)
            data = self.parts[number % len(self.parts)]
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        kind = self.loss()
        if kind:
            self.lose(kind, handler.connection, head + data[:len(data) // 2])
        handler.connection.sendall(head + data)
        if number is not None:
            self.numbers.add(number)
            self.sent = len(self.numbers) * self.LENGTH

    def list(self, first):
        part = self.LENGTH / self.arguments.speed
        numbers = range(first, first + self.WINDOW)
        return "\n".join([
            "#EXTM3U", f"#EXT-X-TARGETDURATION:{max(round(part), 1)}", f"#EXT-X-MEDIA-SEQUENCE:{first}",
            *(f"#EXTINF:{part},\n{self.path}/{number}.ts" for number in numbers), ""])


STATIONS = [MP3, Ogg, HLS]


class Handler(http.server.BaseHTTPRequestHandler):
    stations = {}

    def do_GET(self):
        station = next((one for path, one in self.stations.items() if self.path.startswith(path)), None)
        if not station:
            return self.send_error(404)
        self.close_connection = True
        try:
            station.answer(self)
        except (Lost, OSError):
            pass

    def log_message(self, *_):
        pass


def tone_numbers(path):
    """The number of the tone in each tenth of a second, by crossings of zero in a fifth of that."""
    numbers = []
    with open(path, "rb") as file:
        while len(data := file.read(4_410 * 4)) == 4_410 * 4:
            samples = array.array("h", data[:882 * 4])[::2]
            crossings = sum(1 for a, b in zip(samples, samples[1:]) if (a < 0) != (b < 0))
            numbers.append(round((crossings * 25 - TONES[0]) / 100))
    return numbers


def jumps(numbers):
    """How often the seconds do not follow each other."""
    # What holds for three tenths in a row is no accident of a seam.
    steady = [a for a, b, c in zip(numbers, numbers[1:], numbers[2:]) if a == b == c and 0 <= a < LOOP]
    return sum(1 for a, b in zip(steady, steady[1:]) if (b - a) % LOOP not in (0, 1))


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next((int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS")), 0)


def hear(arguments, folder, make):
    station = make(arguments, folder)
    Handler.stations = {station.path: station}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = f"{folder}/heard.pcm"
    player = subprocess.Popen(
        [arguments.playerkit, "play", f"http://127.0.0.1:{server.server_port}{station.address}", "--output", f"pcm:{path}", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    events, memory = [], []
    threading.Thread(target=lambda: events.extend(json.loads(line) for line in player.stdout), daemon=True).start()
    begin = time.monotonic()
    while not station.is_over and player.poll() is None and time.monotonic() - begin < arguments.limit:
        memory.append(resident(player.pid))
        time.sleep(0.5)
    size = -1
    while size != os.path.getsize(path) and player.poll() is None:
        size = os.path.getsize(path)
        time.sleep(2)
    ended_early = player.poll() is not None
    if not ended_early:
        player.communicate("quit\n", timeout=20)
    server.shutdown()
    numbers = tone_numbers(path)
    os.remove(path)
    heard = len(numbers) / 10
    sixth = max(len(memory) // 6, 1)
    growth = max(memory[-sixth:]) - max(memory[sixth:2 * sixth] or memory)
    errors = [event for event in list(events) if event["event"] == "error"]
    gaps = jumps(numbers)
    wrong = []
    if ended_early or errors:
        wrong.append(f"it ended: {errors[:1]}")
    if not station.is_over:
        wrong.append(f"only {station.clock:.0f} s in {arguments.limit} s")
    if gaps > len(station.losses):
        wrong.append("more gaps than losses")
    if heard < station.sent * 0.98 - 5 - 2 * len(station.losses):
        wrong.append("something that was sent was not heard")
    if growth > MOST_GROWTH:
        wrong.append("memory grows")
    if len(station.losses) < 3:
        wrong.append("no connection was lost")
    print(f"| {station.name} | {station.clock:.0f} | {station.sent:.0f} | {heard:.0f} | {len(station.losses)} | {gaps} "
          f"| {max(memory) / 1e6:.1f} | {growth / 1e6:+.1f} | {'; '.join(wrong) or 'ok'} |", flush=True)
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stations", nargs="*")
    parser.add_argument("--playerkit", default=".build/debug/playerkit")
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--speed", type=float, default=60)
    parser.add_argument("--limit", type=float, default=900, help="seconds that one station may take")
    arguments = parser.parse_args()
    print("| station | seconds of it | sent | heard | connections lost | gaps | memory, MB | growth, MB | |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    wanted = [one for one in STATIONS if not arguments.stations or one.path[1:] in arguments.stations]
    fine = []
    for make in wanted:
        with tempfile.TemporaryDirectory() as folder:
            fine.append(hear(arguments, folder, make))
    sys.exit(0 if all(fine) else 1)


main()
