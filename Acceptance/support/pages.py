"""A web server with pages that yt-dlp reads, and with the files of a folder."""

import http.server
import pathlib
import sys
import threading

YTDLP = pathlib.Path(sys.executable).parent / "yt-dlp"
PAGES = {
    "/page.html": "<html><head><title>One Sound</title></head><body><audio src='tone.flac'></audio></body></html>",
    "/two.html": "<html><head><title>Two Sounds</title></head><body><video src='tone.flac'></video>"
    "<video src='other.flac'></video></body></html>",
    "/plain.html": "<html><title>x</title></html>",
}
TYPES = {
    ".flac": "audio/flac", ".xml": "application/rss+xml", ".m3u8": "application/vnd.apple.mpegurl",
    ".ts": "video/mp2t", ".mp3": "audio/mpeg", ".aac": "audio/aac", ".wav": "audio/wav", ".aiff": "audio/aiff",
    ".ogg": "audio/ogg", ".opus": "audio/ogg", ".m4a": "audio/mp4",
}


class Pages(http.server.ThreadingHTTPServer):
    """Serves until the end of a `with`. `/status/404` answers with that status, and `/hang` does not answer."""

    daemon_threads = True

    def __init__(self, folder):
        self.folder, self.is_closed = folder, threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __exit__(self, *_):
        self.is_closed.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *_):
        """Clients that hang up are not an error."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        path = self.path.split("?")[0]
        file = self.server.folder / path[1:]
        if path.startswith("/status/"):
            return self.answer(int(path.split("/")[2]), b"<html>no</html>", "text/html")
        if path == "/hang":
            self.server.is_closed.wait()
        elif path in PAGES:
            return self.answer(200, PAGES[path].encode(), "text/html")
        elif file.is_file() and file.suffix in TYPES:
            return self.file(file)
        self.answer(404, b"no", "text/html")

    def file(self, file):
        data, kind = file.read_bytes(), TYPES[file.suffix]
        part = self.headers.get("Range")
        if not part:
            return self.answer(200, data, kind)
        first, last = part.removeprefix("bytes=").split("-")
        first, last = int(first), min(int(last or len(data) - 1), len(data) - 1)
        self.answer(206, data[first : last + 1], kind, {"Content-Range": f"bytes {first}-{last}/{len(data)}"})

    def answer(self, status, body, kind, fields={}):
        self.send_response(status)
        fields = {"Content-Type": kind, "Content-Length": len(body), "Accept-Ranges": "bytes", **fields}
        for name, value in fields.items():
            self.send_header(name, str(value))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
