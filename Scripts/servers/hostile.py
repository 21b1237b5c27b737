"""Stations that send what nobody can play. The queue has to go on, soon, with little asked and held."""

import concurrent.futures
import os
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
import pathlib

from player import Player

SECONDS = 45  # the network's timeout is 10 s
REQUESTS = 10
MEMORY = 64 << 10  # kB more than for the file alone

STATION = b"HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name:Zoo\r\n"
PAGE = b"<!DOCTYPE html>\n<html><body>" + b"<p>Nothing to hear.</p>\n" * 2_000
NOISE = random.Random(1).randbytes(1 << 20)


def once(*pieces):
    return lambda: iter(pieces)


def bounded(head, body):
    """A body with an end. Without its length, a station is waited for where it ends."""
    return once(head + b"Content-Length: %d\r\n\r\n" % len(body), body)


def forever(head, piece, pause=0):
    def answer():
        yield head
        while True:
            yield piece
            time.sleep(pause)

    return answer


def titled(song, text):
    """The song with a block of text behind each 4,000 bytes."""
    block = bytes([len(text) // 16]) + text
    parts = [song[start : start + 4_000] for start in range(0, len(song), 4_000)]
    return block.join(parts)


def cases(songs):
    """What each sends, and the codes of which one has to be told."""
    mp3, ogg = (songs[name].read_bytes() for name in ("song.mp3", "song.ogg"))
    long_name = b"HTTP/1.0 200 OK\r\nicy-name:" + b"A" * 100_000 + b"\r\n"
    bad_titles = titled(mp3, b"StreamTitle='" + b"\xff\xfe\xc3" * 1_355 + b"';")
    with_titles = STATION + b"icy-metaint: 4000\r\n"
    return {
        "a page": (once(STATION + b"\r\n", PAGE), ["unsupportedFormat"]),
        "a page without an end": (forever(STATION + b"\r\n", PAGE), ["unsupportedFormat"]),
        "zeroes without an end": (forever(STATION + b"\r\n", bytes(1 << 20)), ["unsupportedFormat"]),
        "noise without an end": (forever(STATION + b"\r\n", NOISE), ["unsupportedFormat"]),
        "the same, no station": (forever(b"HTTP/1.0 200 OK\r\n\r\n", NOISE), ["unsupportedFormat"]),
        "a head without an end": (forever(b"HTTP/1.0 200 OK\r\n", b"a: b\r\n" * 999), ["malformedReply"]),
        "nothing": (forever(b"", b"", pause=1), ["timedOut"]),
        "a name of 100 kB": (bounded(long_name, mp3), ["ended", "malformedReply"]),
        "titles in no UTF-8": (bounded(with_titles, bad_titles), ["ended"]),
        "a title of 100 kB in Ogg": (bounded(STATION, ogg), ["ended"]),
        "a length of 2^63-1": (
            once(b"HTTP/1.0 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n", mp3),
            ["interrupted", "ended"],
        ),
    }


class Fiend:
    def __init__(self, answer):
        self.answer = answer
        self.requests = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
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
                while b"\r\n\r\n" not in connection.recv(64 << 10):
                    pass
                self.requests += 1
                for piece in self.answer():
                    connection.sendall(piece)
        except OSError:
            pass


def run(shop, program, table):
    folder = shop.make_folder("hostile")
    tone = ["-f", "lavfi", "-i", "sine=440:d=2", "-ac", "2"]
    songs = {name: folder / name for name in ("song.mp3", "song.ogg", "good.wav")}
    shop.ffmpeg(*tone, songs["song.mp3"])
    shop.ffmpeg(*tone, "-c:a", "libvorbis", "-metadata", "title=" + "A" * 100_000, songs["song.ogg"])
    shop.ffmpeg(*tone, "-t", "0.5", songs["good.wav"])
    table.head(
        f"What nobody can play; bounds: {SECONDS} s, {REQUESTS} requests, {MEMORY >> 10} MiB",
        "code", "the server sends", "s", "requests", "MiB",
    )
    _, own = watched(shop, program, songs["good.wav"])
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        rows = {
            name: pool.submit(meet, shop, program, songs["good.wav"], own, *case)
            for name, case in cases(songs).items()
        }
        for name, row in rows.items():
            is_good, code, *cells = row.result()
            table.row(is_good, code, name, *cells)
    rebind(shop, program, table, songs["good.wav"])


def watched(shop, program, *items):
    """A player that came to its end, and the most memory that it held, in kB."""
    player = Player(shop, program, "--output", "null", *map(str, items))
    most = 0
    finish = time.monotonic() + SECONDS
    while player.process.poll() is None and time.monotonic() < finish:
        try:
            lines = pathlib.Path(f"/proc/{player.process.pid}/status").read_text().splitlines()
        except OSError:
            break
        peaks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
        most = max(most, *peaks, 0) if peaks else most
        time.sleep(0.02)
    player.has_ended = player.finish(0.5)
    return player, most


def meet(shop, program, good, own, answer, codes):
    fiend = Fiend(answer)
    began = time.monotonic()
    player, most = watched(shop, program, f"http://127.0.0.1:{fiend.port}/", good)
    took = time.monotonic() - began
    fiend.listener.close()
    told = player.codes + (["ended"] if not player.codes else [])
    words = judge(player)
    if fiend.requests > REQUESTS:
        words.append("asked too often")
    if most - own > MEMORY:
        words.append("held too much")
    is_good = len(told) == 1 and told[0] in codes and not words
    return is_good, told[0], f"{took:.1f}", fiend.requests, (most - own) >> 10, *words


def judge(player):
    words = [] if player.has_ended else ["it hung"]
    if not player.wait_for("track", seconds=0, index=1):
        words.append("did not go on")
    elif not player.wait_for("ended", seconds=0, reason="finished"):
        words.append("did not end well")
    return words


def rebind(shop, program, table, good):
    """A name that stands for this machine at the second look-up, in a network of its own."""
    command = ["unshare", "--net", "--mount", *(["--map-root-user"] if os.getuid() else [])]
    name = "a name that moves here"
    if not shutil.which("ip") or subprocess.run([*command, "true"], capture_output=True).returncode:
        table.row(not os.environ.get("CI"), "–", name, "not tried: no network of its own can be made here")
        return
    script = pathlib.Path(__file__).with_name("rebinding.py")
    child = shop.start(
        *command, sys.executable, "-B", script, program, good, stdout=subprocess.PIPE, text=True
    )
    output = child.communicate(timeout=60)[0].splitlines()
    words = output[-1].split("\t") if output and child.returncode == 0 else ["it failed"]
    table.row(words[0] == "blockedURL" and len(words) == 3, words[0], name, *words[1:])
