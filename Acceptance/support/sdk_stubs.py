"""Stubs of the services' web SDKs at the services' own addresses.

Chromium resolves every name to one HTTPS server of this machine, so the page runs with its real content security
policy, its real script addresses, and frames of other origins."""

import collections
import http.server
import json
import pathlib
import queue
import ssl
import subprocess
import threading
import urllib.parse

from .packages import need

FOLDER = pathlib.Path(__file__).parent.parent / "page_players"
RATE = 3_000
FILES = {
    ("js-cdn.music.apple.com", "/musickit/v3/musickit.js"): ["common.js", "musickit.js"],
    ("authorize.music.apple.com", "/woa"): ["authorize.html"],
    ("www.youtube.com", "/iframe_api"): ["common.js", "youtube-loader.js"],
    ("www.youtube.com", "/s/player/stub/www-widgetapi.js"): ["youtube-player.js"],
    ("sdk.scdn.co", "/spotify-player.js"): ["common.js", "spotify.js"],
    ("sdk.scdn.co", "/embedded/index.html"): ["spotify-frame.html"],
    ("sdk.tonewheel.example", "/player.js"): ["tonewheel.js"],
}
COVER = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f2b134"/>
<circle cx="44" cy="20" r="11" fill="#fff3d6"/><path d="M0 64 24 26l14 20 9-12 17 30z" fill="#3d2c6b"/></svg>"""


def wave(seconds):
    """A quiet tone as a WAV file."""
    count = int(float(seconds) * RATE)
    data = (bytes([0x80, 0x84, 0x80, 0x7C]) * (count // 4 + 1))[:count]
    head = b"WAVEfmt " + (16).to_bytes(4, "little") + (1).to_bytes(2, "little") + (1).to_bytes(2, "little")
    head += RATE.to_bytes(4, "little") * 2 + (1).to_bytes(2, "little") + (8).to_bytes(2, "little")
    head += b"data" + count.to_bytes(4, "little")
    return b"RIFF" + (len(head) + count).to_bytes(4, "little") + head + data


class SDKStubs(http.server.ThreadingHTTPServer):
    """Serves until the end of a `with`. `blocked` and `hanging` are host names that answer with 403 or not at all."""

    daemon_threads = True

    def __init__(self, folder):
        need("openssl")
        key, certificate = folder / "stub-key.pem", folder / "stub.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
             "-days", "2", "-subj", "/CN=stub"], check=True, capture_output=True,
        )
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, key)
        self.reset()
        self.is_closed = threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def reset(self):
        """Forgets the requests and faults of the last test."""
        self.blocked, self.hanging, self.requests = set(), set(), []
        self.commands = collections.defaultdict(queue.Queue)

    @property
    def chromium_arguments(self):
        return [f"--host-resolver-rules=MAP * 127.0.0.1:{self.server_port}, EXCLUDE 127.0.0.1, EXCLUDE localhost",
                "--ignore-certificate-errors"]

    def get_request(self):
        connection, address = super().get_request()
        return self.context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def start_spotify(self, device, uri, position):
        """Does what Spotify's Web API does: has a device play a track."""
        self.commands[device].put({"uri": uri, "position": position * 1000})

    def handle_error(self, *_):
        """Browsers hang up."""

    def __exit__(self, *_):
        self.is_closed.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        host = self.headers["Host"].split(":")[0]
        url = urllib.parse.urlsplit(self.path)
        values = dict(urllib.parse.parse_qsl(url.query))
        self.server.requests.append((host, url.path))
        if host in self.server.hanging:
            return self.server.is_closed.wait()
        if host in self.server.blocked:
            return self.answer(b"no", "text/plain", 403)
        if url.path == "/tone.wav":
            return self.part(wave(values["seconds"]), "audio/wav")
        if url.path == "/commands":
            try:
                return self.answer(json.dumps(self.server.commands[values["device"]].get(timeout=5)).encode())
            except queue.Empty:
                return self.answer(b"", status=204)
        if url.path.endswith(".svg"):
            return self.answer(COVER.encode(), "image/svg+xml")
        names = FILES.get((host, url.path)) or (url.path.startswith("/embed/") and ["youtube-frame.html"])
        if not names:
            return self.answer(b"no", "text/plain", 404)
        text = "\n".join((FOLDER / name).read_text() for name in names)
        referrer = urllib.parse.urlsplit(self.headers.get("Referer", ""))
        text = text.replace('"PARENT"', json.dumps(referrer.netloc and f"{referrer.scheme}://{referrer.netloc}"))
        kind = "text/html" if names[-1].endswith(".html") else "text/javascript"
        self.answer(text.encode(), kind + "; charset=utf-8")

    def part(self, data, kind):
        asked = self.headers.get("Range")
        if not asked:
            return self.answer(data, kind)
        first, last = asked.removeprefix("bytes=").split("-")
        first, last = int(first), min(int(last or len(data) - 1), len(data) - 1)
        self.answer(data[first : last + 1], kind, 206, {"Content-Range": f"bytes {first}-{last}/{len(data)}"})

    def answer(self, body, kind="application/json", status=200, fields={}):
        self.send_response(status)
        fields = {
            "Content-Type": kind, "Content-Length": len(body), "Accept-Ranges": "bytes",
            "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", **fields,
        }
        for name, value in fields.items():
            self.send_header(name, str(value))
        self.end_headers()
        if status != 204:
            self.wfile.write(body)
