"""A Supysonic with one album, and what it tells a ListenBrainz that is none."""

import http.server
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "servers"))

from workshop import free_port  # noqa: E402

USER = "ann"
PASSWORD = "pa55-of-ann-öß"
BIN = pathlib.Path(sys.executable).parent

# Each song goes on where the one before it ends, so that a joint is heard.
SONGS = [("one", "flac", 6.1), ("two", "flac", 5.3), ("three", "mp3", 4.7), ("four", "flac", 7.25)]


class Listens(http.server.ThreadingHTTPServer):
    """Takes what is scrobbled."""

    def __init__(self):
        self.reports = []
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def words(self):
        return [
            (report["listen_type"], report["payload"][0]["track_metadata"]["track_name"])
            for report in self.reports
        ]


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.reports.append(json.loads(body))
        answer = b'{"status":"ok"}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


class Supysonic:
    def __init__(self, workshop):
        self.workshop = workshop
        self.listens = Listens()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = workshop.path("supysonic.db")
        self.songs = self.make_album(workshop.make_folder("music"))
        workshop.write(
            "supysonic.conf",
            f"""
[base]
database_uri = sqlite:///{self.database}
[webapp]
cache_dir = {workshop.make_folder("cache")}
log_file = {workshop.path("supysonic.log")}
log_level = DEBUG
[listenbrainz]
api_url = http://127.0.0.1:{self.listens.server_address[1]}
[transcoding]
transcoder_flac_mp3 = ffmpeg -loglevel error -i %srcpath -ab %outratek -f mp3 -
""",
        )
        self.environment = {**os.environ, "HOME": str(workshop.folder)}
        self.tell("user", "add", USER, "-p", PASSWORD)
        self.tell("folder", "add", "music", str(workshop.path("music")))
        self.tell("folder", "scan", "-f", "music")
        # What an account at ListenBrainz leaves behind.
        self.ask("update user set listenbrainz_session = 'session', listenbrainz_status = 1")
        workshop.start(
            BIN / "supysonic-server", "-S", "waitress", "-h", "127.0.0.1", "-p", str(self.port),
            port=self.port, cwd=workshop.folder, env=self.environment,
        )

    def tell(self, *words):
        subprocess.run(
            [BIN / "supysonic-cli", *words], check=True, cwd=self.workshop.folder,
            env=self.environment, stdout=subprocess.DEVNULL,
        )

    def ask(self, question):
        with sqlite3.connect(self.database, timeout=10) as database:
            return database.execute(question).fetchall()

    def make_album(self, folder):
        """The songs, tagged, with a cover, in their order."""
        album = folder / "The Band" / "The Album"
        album.mkdir(parents=True)
        self.workshop.ffmpeg(
            "-f", "lavfi", "-i", "color=c=teal:s=400x400", "-frames:v", "1", album / "cover.jpg"
        )
        start, songs = 0.0, []
        for number, (title, ending, seconds) in enumerate(SONGS, 1):
            path = album / f"{number}.{ending}"
            sound = "0.3*sin(2*PI*(220+30*t)*t)|0.3*sin(2*PI*(330-10*t)*t)"
            tags = {
                "title": title, "artist": "The Band", "album": "The Album", "album_artist": "The Band",
                "track": number, "date": 2021, "genre": "Rock",
            }
            self.workshop.ffmpeg(
                "-f", "lavfi", "-i", f"aevalsrc={sound}:s=44100:d=60",
                "-ss", start, "-t", seconds, "-sample_fmt", "s16" if ending == "flac" else "s16p",
                *(["-b:a", "192k"] if ending == "mp3" else []),
                *[part for name, value in tags.items() for part in ("-metadata", f"{name}={value}")],
                path,
            )
            start += seconds
            songs.append(path)
        return songs
