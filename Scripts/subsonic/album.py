"""Plays an album of a real Subsonic server, and looks at what is heard, told and shown.

    album.py --player PROGRAM [--tests PROGRAM]
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

from server import PASSWORD, SONGS, USER, Supysonic

import sound
from workshop import Workshop

FRAME = sound.FRAME


class Check:
    def __init__(self):
        self.failures = 0

    def __call__(self, is_good, what, found=""):
        self.failures += not is_good
        print(f"{' ' if is_good else '✗'} {what}{f': {found}' if found != '' else ''}", flush=True)


class Tool:
    """Runs `playerkit`, and keeps all that it says."""

    def __init__(self, program, workshop, server):
        self.program, self.folder = os.path.abspath(program), workshop.folder
        self.said = b""
        self.environment = {
            **os.environ, "SUBSONIC_URL": server.url, "SUBSONIC_USER": USER,
            "SUBSONIC_PASSWORD": PASSWORD, "PLAYERKIT_LOG": "trace",
        }

    def run(self, *words, **environment):
        run = subprocess.run(
            [self.program, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
            cwd=self.folder, env={**self.environment, **environment},
        )
        self.said += run.stdout + run.stderr
        events = []
        for line in run.stdout.decode().splitlines():
            if line.startswith("{"):
                events.append(json.loads(line))
        return run.returncode, events


def play_album(check, tool, server, album):
    heard = tool.folder / "heard.pcm"
    status, events = tool.run("play", "--json", "--output", f"pcm:{heard}", album)
    check(status == 0, "the album plays to its end", status)
    ids = [event["id"] for event in events if event["event"] == "track"]
    check(len(ids) == len(SONGS), "its songs are told, by their ids", len(ids))
    sounds = [sound.decoded(path) for path in server.songs]
    place, bytes_heard = 0, heard.read_bytes()
    for number, (expected, song) in enumerate(zip(sounds, SONGS)):
        is_last = number + 1 == len(sounds)
        part = bytes_heard[place:] if is_last else bytes_heard[place : place + len(expected)]
        off = sound.difference(part, expected)
        check(off == "0", f"samples off in {song[0]}.{song[1]}, up to its joint", off)
        place += len(expected)
    plays = server.ask("select sum(play_count) from track")[0][0]
    check(plays == 0, "plays that the server counted by itself, of what was fetched", plays)


def report_plays(check, tool, server, items):
    del server.listens.reports[:]
    began = time.time()
    status, _ = tool.run("play", "--json", "--output", "null", "--queue", "kept.db", *items)
    check(status == 0, "two songs play in real time", status)
    words = server.listens.words
    names = [song[0] for song in SONGS[: len(items)]]
    expected = [(kind, name) for name in names for kind in ("playing_now", "single")]
    check(words == expected, "what the server passed on", words)
    times = [r["payload"][0]["listened_at"] for r in server.listens.reports if r["listen_type"] == "single"]
    is_right = len(times) == 2 and times[0] - began < 4 and 4 < times[1] - times[0] < 9
    check(is_right, "with the times at which they began")


def fail_as_they_should(check, tool, item):
    def code(*words, **environment):
        _, events = tool.run("play", "--json", "--output", "null", *words, **environment)
        codes = [event["code"] for event in events if event["event"] == "error"]
        return codes[0] if codes else None

    found = code(item, SUBSONIC_PASSWORD="wrong-" + PASSWORD)
    check(found == "unauthorized", "a wrong password", found)
    found = code("subsonic:3f698a0d-6be8-47d7-b13b-000000000000")
    check(found == "notFound", "a song that is not there", found)
    found = code(item, SUBSONIC_URL="http://127.0.0.1:9")
    check(found == "unreachable", "a server that is not there", found)


def run_tests(check, program, server):
    if not program or not pathlib.Path(program).exists():
        return print("  the tests are not built: what a client reads and writes is not tried")
    environment = {
        **os.environ, "SUBSONIC_TEST_URL": server.url, "SUBSONIC_TEST_USER": USER,
        "SUBSONIC_TEST_PASSWORD": PASSWORD,
    }
    run = subprocess.run(
        [program, "--testing-library", "swift-testing", "--filter", "RealSubsonicTests"],
        capture_output=True, env=environment, timeout=120,
    )
    text = (run.stdout + run.stderr).decode()
    is_good = run.returncode == 0 and "Test run with 0 tests" not in text
    check(is_good, "what a client reads and writes", "" if is_good else text[-3000:])


def look_for_secrets(check, tool):
    # A store's own files, as well as all that was said.
    said = tool.said
    for path in tool.folder.glob("kept.db*"):
        said += path.read_bytes()
    text = PASSWORD.encode()
    secrets = [text, text.hex().encode(), b"enc:", hashlib.md5(text).hexdigest().encode()]
    found = [secret for secret in secrets if secret in said]
    check(not found, "secrets in output, log at trace level and store", len(found))
    check(b"/rest/getSong.view" in said, "the log was there to look into")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--player", required=True)
    parser.add_argument("--tests")
    options = parser.parse_args()
    check, workshop = Check(), Workshop()
    try:
        sound.check()
        server = Supysonic(workshop)
        tool = Tool(options.player, workshop, server)
        _, found = tool.run("search", "--service", "subsonic", "--type", "albums", "--json", "Album")
        album = found[0]["item"] if found else ""
        check(album.startswith("subsonic:album:"), "the album is found", album)
        _, found = tool.run("search", "--service", "subsonic", "--json", "--type", "songs", "o")
        items = {row["title"]: row["item"] for row in found}
        play_album(check, tool, server, album)
        report_plays(check, tool, server, [items.get("one", ""), items.get("two", "")])
        fail_as_they_should(check, tool, items.get("one", ""))
        run_tests(check, options.tests, server)
        look_for_secrets(check, tool)
    finally:
        workshop.close()
    sys.exit(1 if check.failures else 0)


main()
