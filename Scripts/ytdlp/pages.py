"""Pages on loopback, the real yt-dlp that looks at them, and what is heard of that.

    pages.py --player PROGRAM [--tests PROGRAM]
"""

import argparse
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "servers"))

import sound  # noqa: E402
from workshop import Workshop  # noqa: E402

TOOL = pathlib.Path(sys.executable).parent / "yt-dlp"
PAGE = "<html><head><title>One Sound</title></head><body><audio src='tone.flac'></audio></body></html>"
TWO = (
    "<html><head><title>Two Sounds</title></head><body><video src='tone.flac'></video>"
    "<video src='other.flac'></video></body></html>"
)


class Pages(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder):
        self.folder, self.requests = folder, []
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        path = self.path.split("?")[0]
        self.server.requests.append((self.path, dict(self.headers)))
        if path.startswith("/status/"):
            return self.answer(int(path.split("/")[2]), b"<html>no</html>", "text/html")
        if path == "/hang":
            time.sleep(300)
        if path.endswith(".flac"):
            return self.sound(self.server.folder / path[1:])
        page = {"/page.html": PAGE, "/two.html": TWO, "/plain.html": "<html><title>x</title></html>"}.get(path)
        self.answer(200 if page else 404, (page or "no").encode(), "text/html")

    def sound(self, file):
        data, length = file.read_bytes(), file.stat().st_size
        part = self.headers.get("Range")
        if not part:
            return self.answer(200, data, "audio/flac")
        first, last = part.removeprefix("bytes=").split("-")
        first, last = int(first), min(int(last or length - 1), length - 1)
        extent = {"Content-Range": f"bytes {first}-{last}/{length}"}
        self.answer(206, data[first : last + 1], "audio/flac", extent)

    def answer(self, status, body, kind, fields={}):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": len(body), "Accept-Ranges": "bytes", **fields}.items():
            self.send_header(name, str(value))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def play(check, player, pages, folder, page, names):
    heard = folder / "heard.pcm"
    run = subprocess.run(
        [player, "play", "--json", "--yt-dlp", TOOL, "--output", f"pcm:{heard}", page],
        capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
    )
    name = page.rsplit("/", 1)[-1]
    check(run.returncode == 0, f"{name} plays to its end", run.returncode)
    events = [json.loads(line) for line in run.stdout.decode().splitlines() if line.startswith("{")]
    types = [event.get("playerType") for event in events if event["event"] == "track"]
    expected = b"".join(sound.decoded(folder / name) for name in names)
    off = sound.difference(heard.read_bytes(), expected) if heard.exists() else "all"
    check(off == "0", f"samples off in {name}, by the players {types}", off)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--player", required=True)
    parser.add_argument("--tests")
    arguments = parser.parse_args()
    failures = 0

    def check(is_good, what, found=""):
        nonlocal failures
        failures += not is_good
        print(f"{' ' if is_good else '✗'} {what}{f': {found}' if found != '' else ''}", flush=True)

    workshop = Workshop()
    try:
        folder = workshop.folder
        for name, pitch in (("tone.flac", 440), ("other.flac", 660)):
            workshop.ffmpeg("-f", "lavfi", "-i", f"sine={pitch}:r=44100:d=2.3", "-ac", "2", folder / name)
        plugins = folder / "config/yt-dlp/plugins/probe/yt_dlp_plugins/extractor"
        plugins.mkdir(parents=True)
        shutil.copy(pathlib.Path(__file__).parent / "probe.py", plugins / "probe.py")
        pages = Pages(folder)
        if arguments.tests:
            run = subprocess.run(
                [arguments.tests, "--testing-library", "swift-testing", "--no-parallel", "--filter", "RealYTDLPTests"],
                env={
                    **os.environ, "YTDLP_TEST": str(TOOL), "YTDLP_TEST_PAGES": pages.url,
                    "YTDLP_TEST_CONFIG": str(folder / "config"),
                },
                capture_output=True, text=True,
            )
            said = [line for line in (run.stdout + run.stderr).splitlines() if line.startswith("yt-dlp: ") or "✘" in line]
            print("\n".join(said), flush=True)
            check(run.returncode == 0 and len(said) >= 9, "the client's tests at the real yt-dlp")
        player = os.path.abspath(arguments.player)
        play(check, player, pages, folder, pages.url + "/page.html", ["tone.flac"])
        play(check, player, pages, folder, pages.url + "/two.html", ["tone.flac", "other.flac"])
        play(check, player, pages, folder, pages.url + "/tone.flac", ["tone.flac"])
        return 1 if failures else 0
    finally:
        workshop.close()


if __name__ == "__main__":
    sys.exit(main())
