"""Plays six kinds of entries in one queue, and compares what is heard with each of them alone.

    play.py PROGRAM
"""

import json
import os
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).parent.parent
for name in ("servers", "subsonic", "ytdlp"):
    sys.path.insert(0, str(SCRIPTS / name))

import pages as ytdlp  # noqa: E402
import server as subsonic  # noqa: E402
import sound  # noqa: E402
from workshop import Workshop  # noqa: E402

TYPES = ["url", "subsonic", "podcast", "appleMusicPreview", "url", "ytdlp"]
CLIP = (1.0, 3.5)
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>A Show</title><item><title>An Episode</title>
<guid>1</guid><enclosure url="other.flac" length="0" type="audio/flac"/></item></channel></rss>"""
KINDS = {".xml": "application/rss+xml", ".m3u8": "application/vnd.apple.mpegurl", ".ts": "video/mp2t"}


class Handler(ytdlp.Handler):
    """Pages and sounds as for yt-dlp's tests, and also a feed and the parts of HLS."""

    def do_GET(self):
        file = self.server.folder / self.path[1:]
        kind = KINDS.get(file.suffix)
        if kind and file.exists():
            return self.answer(200, file.read_bytes(), kind)
        super().do_GET()


class Listener:
    """Runs `playerkit`, and tells what was heard and told."""

    def __init__(self, program, folder, environment):
        self.program, self.folder = os.path.abspath(program), folder
        self.environment = {**os.environ, **environment}

    def run(self, *words):
        run = subprocess.run(
            [self.program, *map(str, words)], capture_output=True, stdin=subprocess.DEVNULL,
            timeout=180, cwd=self.folder, env=self.environment,
        )
        lines = run.stdout.decode().splitlines()
        return run, [json.loads(line) for line in lines if line.startswith("{")]

    def play(self, *words):
        heard = self.folder / "heard.pcm"
        heard.unlink(missing_ok=True)
        run, events = self.run("play", "--json", "--output", f"pcm:{heard}", *words)
        return run.returncode, events, heard.read_bytes() if heard.exists() else b""


def start_simulator(workshop, program):
    said = workshop.path("simulator.json")
    with open(said, "wb") as output:
        workshop.start(os.path.abspath(program), "simulate", stdout=output)
    from workshop import wait_until

    return json.loads(wait_until(lambda: "\n" in said.read_text() and said.read_text(), "the simulator"))


def main():
    program, failures = sys.argv[1], 0

    def check(is_good, what, found=""):
        nonlocal failures
        failures += not is_good
        print(f"{' ' if is_good else '✗'} {what}{f': {found}' if found != '' else ''}", flush=True)

    workshop = Workshop()
    try:
        sound.check()
        folder = workshop.folder
        for name, pitch in (("file", 440), ("other", 660), ("tone", 550), ("parts", 330)):
            workshop.ffmpeg(
                "-f", "lavfi", "-i", f"sine={pitch}:r=44100:d=4.3", "-ac", "2", folder / f"{name}.flac"
            )
        workshop.ffmpeg("-i", folder / "parts.flac", "-c:a", "aac", "-f", "hls", "-hls_time", "1",
                        "-hls_playlist_type", "vod", folder / "parts.m3u8")
        workshop.write("feed.xml", FEED)
        pages = ytdlp.Pages(folder)
        pages.RequestHandlerClass = Handler
        own = subsonic.Supysonic(workshop)
        simulator = start_simulator(workshop, program)
        listener = Listener(program, folder, {
            "SUBSONIC_URL": own.url, "SUBSONIC_USER": subsonic.USER,
            "SUBSONIC_PASSWORD": subsonic.PASSWORD,
            "APPLE_MUSIC_DEVELOPER_TOKEN": simulator["developerToken"],
        })
        apple = ["--apple-api", simulator["appleMusic"]]
        _, found = listener.run("search", "--service", "apple", "--json", *apple, "lighthouse")
        preview = next(row["item"] for row in found if row.get("preview"))
        _, found = listener.run("search", "--service", "subsonic", "--json", "one")
        song = found[0]["item"]
        options = [*apple, "--yt-dlp", ytdlp.TOOL]
        items = [
            folder / "file.flac", song, f"podcast:{pages.url}/feed.xml", preview,
            f"{pages.url}/parts.m3u8", f"ytdlp:{pages.url}/page.html",
        ]
        status, events, heard = listener.play(*options, "--clip", f"2:{CLIP[0]}-{CLIP[1]}", *items)
        check(status == 0, "the queue plays to its end", status)
        tracks = [event for event in events if event["event"] == "track"]
        types = [event.get("playerType") for event in tracks]
        check(types == TYPES, "players", types)
        check([event["index"] for event in tracks] == list(range(6)), "one after the other, each once")
        reasons = [event["reason"] for event in tracks]
        check(reasons == ["userSelected"] + ["auto"] * 5, "reasons of the transitions", reasons)
        states = [event["state"] for event in events if event["event"] == "state"]
        # Into a file it is faster than what comes, and may wait at a joint.
        check(states == ["loadToPlay", "play"] * (len(states) // 2) + ["init"], "states", states)
        errors = [event for event in events if event["event"] == "error"]
        check(not errors, "errors", len(errors))

        # What a decoder of others makes of it; of what is lossy, what is heard of it alone.
        first, last = (int(second * 44100) * sound.FRAME for second in CLIP)
        alone = {index: listener.play(*options, items[index])[2] for index in (3, 4)}
        expected = [
            sound.decoded(folder / "file.flac"), sound.decoded(own.songs[0]),
            sound.decoded(folder / "other.flac")[first:last], alone[3], alone[4],
            sound.decoded(folder / "tone.flac"),
        ]
        place = 0
        for index, part in enumerate(expected):
            end = len(heard) if index == 5 else place + len(part)
            off = sound.difference(heard[place:end], part)
            check(off == "0" and part, f"samples off in {index} ({types[index]}), up to its joint", off)
            place += len(part)
        return 1 if failures else 0
    finally:
        workshop.close()


if __name__ == "__main__":
    sys.exit(main())
