"""Plays what real servers serve, on loopback, and counts what is lost.

    zoo.py --player PROGRAM [--live-seconds N] [sample | SERVER…]
    zoo.py --packages [sample | SERVER…]    what has to be installed for that
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import files
import hostile
import live
import pauses
import sound
import streams
from workshop import Workshop

os.environ["PATH"] += ":/usr/sbin"

HERE = pathlib.Path(__file__).parent

# Other programs of this folder, with tables of their own: what each is told of the player, and whether
# a sample is enough.
OTHERS = {
    "hls": lambda player, is_sample: ["--player", player, *(["--sample"] if is_sample else [])],
    "radio": lambda player, _: ["--playerkit", player],
}
FILES = list(files.SERVERS)
EVERYTHING = [*FILES, *live.SERVERS, "pauses", "hostile", *OTHERS]
SAMPLE = ["nginx-no-ranges", "webfs", "minidlna", "icecast", "pauses", "hostile", "hls"]
SAMPLE_FILES = ["equal.wav", "longer.wav", "long.flac"]


class Table:
    """Rows as they come. One that is not as it should be is marked."""

    def __init__(self):
        self.failures = 0

    def head(self, title, *names):
        print(f"\n{title}\n\n  {self.line(names)}", flush=True)

    def row(self, is_good, *cells):
        self.failures += not is_good
        print(f"{' ' if is_good else '✗'} {self.line(cells)}", flush=True)

    @staticmethod
    def line(cells):
        widths = [18, 26, 16]
        padded = [str(cell).ljust(width) for cell, width in zip(cells, widths)]
        return " ".join([*padded, *(str(cell).rjust(9) for cell in cells[3:])]).rstrip()


def packages(chosen):
    programs = {"ffmpeg": "ffmpeg"}
    if "radio" in chosen:
        chosen = [*chosen, *live.SERVERS]
    for name in chosen:
        if name in files.SERVERS:
            _, program, package = files.SERVERS[name]
        elif name in live.SERVERS:
            _, program, package = live.SERVERS[name]
        elif name in OTHERS:
            continue
        elif name == "hostile":
            program, package = "ip", "iproute2"
        else:
            program, package = "nginx", "nginx-light"
        programs[program] = package
    return [package for program, package in programs.items() if not shutil.which(program)]


def run(shop, arguments, chosen, is_sample, table):
    servers = [name for name in chosen if name in files.SERVERS]
    if servers:
        music = files.Music(shop)
        names = SAMPLE_FILES if is_sample else list(music.frames)
        table.head("Files", "server", "file", "samples off", "requests")
        files.run(shop, arguments.player, table, music, servers, names)
    stations = [name for name in chosen if name in live.SERVERS]
    if stations:
        seconds = 10 if is_sample else arguments.live_seconds
        live.run(shop, arguments.player, table, stations, seconds, is_sample)
    if "pauses" in chosen:
        pauses.run(shop, arguments.player, table, is_sample)
    if "hostile" in chosen:
        hostile.run(shop, arguments.player, table)
    for name, options in OTHERS.items():
        if name in chosen:
            print(f"\n{name}\n", flush=True)
            told = options(arguments.player, is_sample)
            command = [sys.executable, "-B", HERE / f"{name}.py", *told]
            other = shop.start(*command, stdout=None, stderr=None)
            table.failures += other.wait() != 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--player")
    parser.add_argument("--packages", action="store_true")
    parser.add_argument("--live-seconds", type=int, default=180)
    parser.add_argument("servers", nargs="*")
    arguments = parser.parse_args()
    is_sample = arguments.servers == ["sample"]
    chosen = SAMPLE if is_sample else arguments.servers or EVERYTHING
    if unknown := [name for name in chosen if name not in EVERYTHING]:
        parser.error(f"{' '.join(unknown)}: none of {' '.join(EVERYTHING)}")
    if arguments.packages:
        print(*packages(chosen))
        return 0
    if not arguments.player:
        parser.error("--player is missing")
    sound.check()
    streams.check()
    table = Table()
    shop = Workshop()

    def leave(*_):
        # Threads may be in the middle of something. What they started is ended, and nobody waits.
        shop.close()
        os._exit(130)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
    try:
        run(shop, arguments, chosen, is_sample, table)
    except Exception:
        print(shop.last_words(), file=sys.stderr)
        raise
    finally:
        shop.close()
    if table.failures:
        print(f"\n{table.failures} not as they should be (✗)")
    return 1 if table.failures else 0


sys.exit(main())
