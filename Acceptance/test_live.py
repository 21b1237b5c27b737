"""Live streams in real time: a player receives the source's bytes without a gap, and plays them without a break."""

import threading
import time
import urllib.parse

import pytest

from support import media, stations
from support.player import Player
from support.processes import wait_for
from support.relay import Listener, Relay

NOISE = "anoisesrc=c=pink:a=0.3:r=44100"

# Some stations do not send their name.
NAMED = {"mp3", "vorbis"}
# For so many seconds a station that sends nothing ahead may run out: the player plays the first page before the next
# one is due. After that it has more.
FIRST = 5


def icecast(processes, formats):
    server = stations.Icecast(processes)
    for format in formats:
        server.source(format, NOISE, *(["-ice_name", "Test"] if format in NAMED else []))
    return {format: server.url(format) for format in formats}


def with_song(start, processes):
    songs = processes.folder / "songs"
    songs.mkdir()
    media.noise(songs / "song.flac", 60 * 44_100)
    return start(processes, songs)


class Station:
    """A listener that receives the source's bytes, and a player that listens through a relay."""

    def __init__(self, processes, playerkit, address):
        parts = urllib.parse.urlparse(address)
        self.source = wait_for(f"{address} to send", lambda: self.first_bytes(parts.port, parts.path))
        self.relay = Relay(parts.port)
        self.player = Player(processes, playerkit, "--output", "null", self.relay.url(parts.path))

    def first_bytes(self, port, path):
        try:
            listener = Listener(port, path)
        except OSError:
            return None
        finish = time.monotonic() + 2
        while time.monotonic() < finish:
            if Answer(listener.answer).audio and " 200" in Answer(listener.answer).status:
                return listener
            time.sleep(0.02)
        listener.close()
        return None

    def hear(self, seconds):
        """Listens until the player has played this many seconds."""
        self.faults, self.received = [], b""
        try:
            self.player.wait_until(
                f"{seconds} s of sound", lambda: (self.positions or [0])[-1] >= seconds or self.player.codes,
                60 + 2 * seconds,
            )
        except AssertionError as error:
            self.faults.append(str(error))
        if self.player.quit() != 0:
            self.faults.append("ended with an error")
        self.received = b"".join(Answer(answer).audio for answer in self.relay.answers)
        # The listener may receive it later than the player.
        try:
            wait_for("what was heard", lambda: place_in(Answer(self.source.answer).audio, self.received) is not None, 10)
        except AssertionError:
            self.faults.append("did not receive in one piece what the source sent")
        self.source.close()
        self.relay.close()
        self.faults += self.player.codes
        if self.breaks:
            self.faults.append(f"broke {self.breaks} times")
        if any(event.get("duration") is not None for event in self.player.of("position")):
            self.faults.append("has a duration")
        if self.positions != sorted(self.positions):
            self.faults.append("went back")

    @property
    def positions(self):
        return [event["position"] for event in self.player.of("position")]

    @property
    def breaks(self):
        states = self.player.of("state")
        begin = next((event["t"] for event in states if event["state"] == "play"), 0)
        return sum(event["state"] == "loadToPlay" and event["t"] > begin + FIRST for event in states)


@pytest.mark.quick
@pytest.mark.real_time
def test_a_live_stream_of_icecast_arrives_in_one_piece_and_plays_without_a_break(processes, listen, is_quick):
    listen(icecast(processes, ["mp3"] if is_quick else stations.FORMATS))


@pytest.mark.real_time
@pytest.mark.parametrize("server", [stations.mpd, stations.liquidsoap], ids=lambda server: server.__name__)
def test_live_streams_of_another_server_arrive_in_one_piece_and_play_without_a_break(server, processes, listen):
    listen(with_song(server, processes))


@pytest.fixture
def listen(request, processes, playerkit, table, is_quick):
    seconds = 10 if is_quick else request.config.getoption("live_seconds")

    def listen(addresses):
        """Listens to all streams concurrently, and checks the sound."""
        found = {format: Station(processes, playerkit, address) for format, address in addresses.items()}
        threads = [threading.Thread(target=station.hear, args=(seconds,)) for station in found.values()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for format, station in found.items():
            table(
                f"Live streams, {seconds} s in real time", stream=f"{request.node.name[5:]} {format}",
                requests=station.relay.requests, kB=len(station.received) >> 10,
                heard=f"{(station.positions or [0])[-1]:.1f} s", faults=", ".join(station.faults) or "none",
            )
        assert not {format: station.faults for format, station in found.items() if station.faults}

    return listen


class Answer:
    """An answer of a station: its fields, and the audio in its body."""

    def __init__(self, data):
        head, _, body = bytes(data).partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = lines[0]
        self.fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.fields[name.strip().lower()] = value.strip()
        if self.fields.get("transfer-encoding", "").lower() == "chunked":
            body = unchunked(body)
        interval = int(self.fields.get("icy-metaint", "0"))
        self.audio = without_titles(body, interval) if interval else body


def unchunked(body):
    audio = bytearray()
    place = 0
    while (end := body.find(b"\r\n", place)) >= 0:
        size = int(body[place:end].split(b";")[0], 16)
        audio += body[end + 2 : end + 2 + size]
        place = end + 2 + size + 2
    return bytes(audio)


def without_titles(body, interval):
    audio = bytearray()
    place = 0
    while place < len(body):
        audio += body[place : place + interval]
        place += interval
        if place < len(body):
            place += 1 + body[place] * 16
    return bytes(audio)


def pages(data):
    """The whole pages of Ogg: where each begins and ends, and its granule position."""
    place = 0
    while data[place : place + 4] == b"OggS" and place + 27 <= len(data):
        count = data[place + 26]
        sizes = data[place + 27 : place + 27 + count]
        end = place + 27 + count + sum(sizes)
        if len(sizes) < count or end > len(data):
            return
        yield place, end, int.from_bytes(data[place + 6 : place + 14], "little", signed=True)
        place = end


def head_length(audio):
    """The length of the data that every listener gets first: the Ogg pages that describe the stream."""
    length = 0
    for _, end, granule in pages(audio):
        if granule > 0:
            return length
        length = end
    return length


def serial(audio):
    """The name of the stream of the first page of Ogg."""
    return audio[14:18]


def place_in(source, received):
    """Where the source contains what was received, in one piece, or `None` if it does not.

    The head need not be there: a listener who joins between two songs gets the head of the song before from
    liquidsoap, and no other one. It belongs to the audio after it."""
    head = head_length(received)
    if len(received) <= head or (head and serial(received) != serial(received[head:])):
        return None
    place = source.find(received[head:])
    return place if place >= 0 else None


@pytest.mark.quick
def test_a_hole_in_a_stream_would_be_found():
    source = bytes(n * n % 251 for n in range(5_000)) + b"end"
    assert place_in(source, source[1_000:]) == 1_000
    assert place_in(source, source[1_000:2_000] + source[2_001:]) is None
    assert without_titles(b"abcd\x01" + b"t" * 16 + b"efgh\x00ij", 4) == b"abcdefghij"
    assert unchunked(b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n") == b"abcde"


@pytest.mark.quick
def test_a_foreign_head_of_ogg_would_be_found():
    def page(granule, text, serial=1):
        name = serial.to_bytes(4, "little")
        length = bytes([1, len(text)])
        return b"OggS\0\0" + granule.to_bytes(8, "little") + name + bytes(8) + length + text

    ogg = page(0, b"head") + page(0, b"tags") + page(9, b"abc") + page(18, b"defg")
    assert head_length(ogg) == len(page(0, b"head") + page(0, b"tags"))
    late = ogg[: head_length(ogg)] + page(18, b"defg")
    assert place_in(ogg, late) == len(ogg) - len(page(18, b"defg"))
    foreign = page(0, b"head", 2) + page(0, b"tags", 2) + page(18, b"defg")
    assert place_in(ogg, foreign) is None
    between = page(0, b"head", 2) + page(0, b"tags", 2) + ogg[head_length(ogg) :]
    assert place_in(between, late) == len(between) - len(page(18, b"defg"))
