"""Stations whose data no program can play. The queue must continue, with few requests and little memory."""

import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

import pytest

from support import media
from support.packages import need

REQUESTS = 10
MEMORY = 64 << 20  # bytes more than for the file alone

STATION = b"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name:Test\r\n"
PAGE = b"<!DOCTYPE html>\n<html><body>" + b"<p>Nothing to hear.</p>\n" * 2_000
NOISE = random.Random(1).randbytes(1 << 20)


def once(*pieces):
    return lambda: iter(pieces)


def bounded(head, body):
    """A body with a length. Without it, the player would wait for more of the station after the end."""
    return once(head + b"Content-Length: %d\r\n\r\n" % len(body), body)


def forever(head, piece, pause=0):
    def answer():
        yield head
        while True:
            yield piece
            time.sleep(pause)

    return answer


def titled(song, text):
    """The song with a block of text after each 4,000 bytes."""
    block = bytes([len(text) // 16]) + text
    return block.join(song[start : start + 4_000] for start in range(0, len(song), 4_000))


def answers(mp3, ogg):
    """The data of each station, and the codes of which the player reports one ("ended": it reports no error)."""
    long_name = b"HTTP/1.0 200 OK\r\nicy-name:" + b"A" * 100_000 + b"\r\n"
    bad_titles = titled(mp3, b"StreamTitle='" + b"\xff\xfe\xc3" * 1_355 + b"';")
    with_titles = STATION + b"icy-metaint: 4000\r\n"
    plain = b"HTTP/1.0 200 OK\r\n"
    return {
        "a page": (once(STATION + b"\r\n", PAGE), ["unsupportedFormat"]),
        "a page without an end": (forever(STATION + b"\r\n", PAGE), ["unsupportedFormat"]),
        "zeros without an end": (forever(STATION + b"\r\n", bytes(1 << 20)), ["unsupportedFormat"]),
        "noise without an end": (forever(STATION + b"\r\n", NOISE), ["unsupportedFormat"]),
        "noise of no station": (forever(plain + b"\r\n", NOISE), ["unsupportedFormat"]),
        "a head without an end": (forever(plain, b"a: b\r\n" * 999), ["malformedReply"]),
        "nothing": (forever(b"", b"", pause=1), ["timedOut"]),
        "a name of 100 kB": (bounded(long_name, mp3), ["ended", "malformedReply"]),
        "titles in no UTF-8": (bounded(with_titles, bad_titles), ["ended"]),
        "a title of 100 kB in Ogg": (bounded(STATION, ogg), ["ended"]),
        "a length of 2^63-1": (
            once(plain + b"Content-Length: 9223372036854775807\r\n\r\n", mp3), ["interrupted", "ended"]
        ),
    }


class Station:
    """Sends an answer to each request."""

    def __init__(self, answer):
        self.answer = answer
        self.requests = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            with connection:
                head = b""
                while b"\r\n\r\n" not in head:
                    if not (data := connection.recv(64 << 10)):
                        return
                    head += data
                self.requests += 1
                for piece in self.answer():
                    connection.sendall(piece)
        except OSError:
            pass


@pytest.fixture(scope="module")
def songs(module_processes):
    folder = module_processes.folder
    media.tone(folder / "song.mp3", 2)
    media.tone(folder / "song.ogg", 2, tags={"title": "A" * 100_000})
    media.tone(folder / "good.wav", 0.5)
    return folder


def queue(play, *items):
    """A player that has played the items to the end, which it must reach by itself."""
    player = play("--output", "null", *items)
    assert player.process.wait() == 0
    player.finish()
    return player


@pytest.fixture(scope="module")
def usual_memory(module_processes, playerkit, songs):
    """The peak memory of the player while it plays the next file."""
    program = module_processes.start(playerkit, "play", "--json", "--output", "null", songs / "good.wav")
    assert program.wait() == 0
    return program.peak_memory


@pytest.mark.quick
@pytest.mark.parametrize("name", answers(b"", b""))
def test_the_queue_continues_after_a_station_that_sends(name, songs, usual_memory, play, table):
    answer, codes = answers((songs / "song.mp3").read_bytes(), (songs / "song.ogg").read_bytes())[name]
    station = Station(answer)
    began = time.monotonic()
    player = queue(play, station.url, songs / "good.wav")
    seconds = time.monotonic() - began
    station.listener.close()
    reported = player.codes or ["ended"]
    memory = player.process.peak_memory - usual_memory
    table(
        f"Stations that no program can play (bounds: {REQUESTS} requests, {MEMORY >> 20} MiB)", code=reported[0],
        the_server_sends=name, seconds=f"{seconds:.1f}", requests=station.requests, MiB=memory >> 20,
    )
    assert len(reported) == 1 and reported[0] in codes
    assert player.first("track", index=1), "the queue did not continue"
    assert player.first("ended", reason="finished")
    assert station.requests <= REQUESTS
    assert memory <= MEMORY


@pytest.mark.quick
def test_a_public_name_that_moves_to_this_machine_is_blocked(songs, playerkit, processes, table):
    need("ip:iproute2")
    namespace = ["unshare", "--net", "--mount", *(["--map-root-user"] if os.getuid() else [])]
    if subprocess.run([*namespace, "true"], capture_output=True).returncode:
        assert not os.environ.get("CI"), "this machine allows no network namespace"
        pytest.skip("this machine allows no network namespace")
    script = pathlib.Path(__file__).parent / "support" / "rebinding.py"
    found = json.loads(
        processes.run(*namespace, sys.executable, "-B", script, playerkit, songs / "good.wav", processes.folder)
    )
    table("A name that moves to this machine", **found)
    assert found["codes"] == ["blockedURL"]
    assert found["continues"] and found["ends"] == "finished"
    assert found["lookups"] >= 2, "the name was not looked up again"
    assert found["requests_to_this_machine"] == 0
    # If the user names this machine, the player asks it. The server would have received the request.
    assert found["control_codes"] == [] and found["control_requests"] > 0
