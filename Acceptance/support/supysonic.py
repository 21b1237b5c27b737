"""A real Supysonic (a Subsonic server) with one album. It scrobbles to our own ListenBrainz server."""

import http.server
import json
import pathlib
import sqlite3
import sys
import threading
import time

from .media import ffmpeg
from .processes import free_port

USER = "ann"
PASSWORD = "pa55-of-ann-öß"
BIN = pathlib.Path(sys.executable).parent

# Title, format, seconds. Each song continues the one before, so that a bad joint is audible.
SONGS = [("one", "flac", 6.1), ("two", "flac", 5.3), ("three", "mp3", 4.7), ("four", "flac", 7.25)]


class Listens(http.server.ThreadingHTTPServer):
    """Accepts scrobbles, and keeps them in `reports`, each with its arrival time."""

    daemon_threads = True

    def __init__(self):
        self.reports = []
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.reports.append({**json.loads(body), "arrived": time.time()})
        answer = b'{"status":"ok"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


class Supysonic:
    def __init__(self, processes):
        self.processes = processes
        self.listens = Listens()
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.folder = processes.folder / "supysonic"
        for name in ("music", "cache"):
            (self.folder / name).mkdir(parents=True)
        self.database = self.folder / "supysonic.db"
        self.songs = make_album(self.folder / "music" / "The Band" / "The Album")
        (self.folder / "supysonic.conf").write_text(f"""
[base]
database_uri = sqlite:///{self.database}
[webapp]
cache_dir = {self.folder}/cache
log_file = {self.folder}/supysonic.log
log_level = DEBUG
[listenbrainz]
api_url = http://127.0.0.1:{self.listens.server_port}
[transcoding]
transcoder_flac_mp3 = ffmpeg -loglevel error -i %srcpath -ab %outratek -f mp3 -
""")
        # It reads its configuration from the current folder.
        options = {"cwd": self.folder, "env": {"HOME": str(self.folder)}}
        for words in (
            ["user", "add", USER, "-p", PASSWORD],
            ["folder", "add", "music", str(self.folder / "music")],
            ["folder", "scan", "-f", "music"],
        ):
            processes.run(BIN / "supysonic-cli", *words, **options)
        # As if the user had connected an account at ListenBrainz.
        self.query("update user set listenbrainz_session = 'session', listenbrainz_status = 1")
        processes.start(
            BIN / "supysonic-server", "-S", "waitress", "-h", "127.0.0.1", "-p", str(port), port=port, **options
        )
        self.environment = {"SUBSONIC_URL": self.url, "SUBSONIC_USER": USER, "SUBSONIC_PASSWORD": PASSWORD}

    def query(self, text):
        with sqlite3.connect(self.database, timeout=60) as database:
            return database.execute(text).fetchall()


def make_album(folder):
    """Makes the songs, with tags and a cover, and returns their paths in order."""
    folder.mkdir(parents=True)
    ffmpeg("-f", "lavfi", "-i", "color=c=teal:s=400x400", "-frames:v", "1", folder / "cover.jpg")
    sound = "0.3*sin(2*PI*(220+30*t)*t)|0.3*sin(2*PI*(330-10*t)*t)"
    start, songs = 0.0, []
    for number, (title, ending, seconds) in enumerate(SONGS, 1):
        tags = {
            "title": title, "artist": "The Band", "album": "The Album", "album_artist": "The Band",
            "track": number, "date": 2021, "genre": "Rock",
        }
        songs.append(folder / f"{number}.{ending}")
        ffmpeg(
            "-f", "lavfi", "-i", f"aevalsrc={sound}:s=44100:d=60", "-ss", start, "-t", seconds,
            "-sample_fmt", "s16" if ending == "flac" else "s16p", *(["-b:a", "192k"] if ending == "mp3" else []),
            *[word for name, value in tags.items() for word in ("-metadata", f"{name}={value}")], songs[-1],
        )
        start += seconds
    return songs
