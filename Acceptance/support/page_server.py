"""A server of the player page that a test plays by hand: it speaks the protocol of `PlayerKitPagePlayers`."""

import base64
import hashlib
import http.server
import json
import struct
import threading
import time

LIMIT = 120  # seconds: more than any deadline of the page, even on a busy machine
CREDENTIAL = "a-credential-of-the-tests-0123456789"
DEVELOPER_TOKEN = "head.body.signature"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json"}
CONFIG = {
    "musickit": "https://js-cdn.music.apple.com/musickit/v3/musickit.js",
    "youtube": "https://www.youtube.com/iframe_api",
    "spotify": "https://sdk.scdn.co/spotify-player.js",
    "name": "PlayerKit",
}
NOTHING = "'none'"
# What each SDK needs, by directive, as in `PageHeaders.swift`. The page itself needs `'self'` and its socket.
NEEDS = {
    "musickit": {
        "script-src": ["https://js-cdn.music.apple.com"],
        "connect-src": [
            "https://js-cdn.music.apple.com", "https://api.music.apple.com", "https://play.itunes.apple.com",
            "https://*.itunes.apple.com", "https://universal-activity-service.itunes.apple.com",
            "https://s.mzstatic.com", "https://*.blobstore.apple.com", "https://linear.tv.apple.com",
        ],
        "media-src": ["blob:", "https://*.itunes.apple.com"], "worker-src": ["blob:"],
    },
    "youtube": {
        "script-src": ["https://www.youtube.com"],
        "frame-src": ["https://www.youtube.com", "https://www.youtube-nocookie.com"],
    },
    "spotify": {"script-src": ["https://sdk.scdn.co"], "frame-src": ["https://sdk.scdn.co"]},
    "html": {"media-src": ["http:", "https:", "blob:"]},
}


def policy(host, kinds=tuple(NEEDS), needs=NEEDS):
    directives = {
        "default-src": ["'none'"], "script-src": ["'self'"], "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "https:", "data:"], "font-src": ["'self'"], "media-src": ["'self'"],
        "worker-src": ["'self'"], "frame-src": [], "connect-src": ["'self'", f"ws://{host}", f"wss://{host}"],
        "base-uri": ["'none'"], "form-action": ["'none'"], "frame-ancestors": ["'none'"], "object-src": ["'none'"],
    }
    for kind in kinds:
        for directive, sources in needs[kind].items():
            directives[directive] = directives[directive] + sources
    return "; ".join(f"{name} {' '.join(sources) or NOTHING}" for name, sources in directives.items())


class Connection:
    """One WebSocket of a page."""

    def __init__(self, server, handler):
        self.server, self.reader, self.writer = server, handler.rfile, handler.wfile
        self.lock = threading.Lock()
        self.page, self.sent, self.is_open, self.is_closing, self.code = "", 0, True, False, None

    def send(self, name, load=0, /, **fields):
        """Sends a message. Returns its number."""
        with self.lock:
            self.sent += 1
            data = json.dumps({"type": name, "page": self.page, "load": load, "seq": self.sent, **fields}).encode()
            self.frame(0x81, data)
            return self.sent

    def frame(self, first, data):
        size = len(data)
        head = bytes([first, size]) if size < 126 else bytes([first, 126]) + struct.pack(">H", size)
        try:
            # It has no buffer. A flush would fail if the page has answered a close already, and its handler has ended.
            self.writer.write(head + data)
        except (OSError, ValueError):
            self.is_open = False

    def close(self, code):
        with self.lock:
            self.is_closing = True
            self.frame(0x88, struct.pack(">H", code))

    def run(self):
        try:
            while True:
                first, size = self.reader.read(2)
                size &= 127
                if size == 126:
                    size = struct.unpack(">H", self.reader.read(2))[0]
                mask, data = self.reader.read(4), self.reader.read(size)
                data = bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))
                if first & 15 == 8:
                    self.code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 1005
                    if not self.is_closing:
                        self.frame(0x88, data[:2])
                    return
                self.server.receive(self, json.loads(data))
        except (OSError, ValueError):
            return
        finally:
            self.is_open = False
            self.server.note({"type": "closed", "page": self.page, "code": self.code})


class PageServer(http.server.ThreadingHTTPServer):
    """Serves the page until the end of a `with`. Each message of a page is in `messages`."""

    daemon_threads = True

    def __init__(self, folder, stubs):
        self.folder, self.stubs = folder, stubs
        self.changed = threading.Condition()
        self.messages, self.connections = [], []
        self.tokens = {"appleDeveloper": DEVELOPER_TOKEN, "appleUser": "a-user-token", "spotify": "a-spotify-token"}
        self.id, self.grace, self.loads = "run-1", 600, 0
        self.answers_start, self.kinds = True, list(NEEDS)
        # Texts in place of files, by path; and what a test adds to the page.
        self.texts, self.config, self.needs = {}, dict(CONFIG), dict(NEEDS)
        super().__init__(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server_port}"
        self.link = f"http://{self.host}/#{CREDENTIAL}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def handle_error(self, *_):
        """Browsers hang up."""

    # What pages say.

    def receive(self, connection, message):
        if message["type"] == "hello":
            if message["credential"] != CREDENTIAL:
                return connection.close(4001)
            connection.page = message["page"]
            self.connections.append(connection)
            role = "standby" if any(one.is_open for one in self.connections[:-1]) else "player"
            connection.send("welcome", server=self.id, role=role, ping=5, grace=self.grace)
        message["at"] = time.monotonic()
        self.note(message)
        if message["type"] == "token":
            connection.send("token", re=message["seq"], kind=message["kind"], value=self.tokens.get(message["kind"]))
        if message["type"] == "start" and self.answers_start:
            self.stubs.start_spotify(message["device"], self.item["uri"], message["position"])
            connection.send("started", message["load"], re=message["seq"], ok=True)

    def note(self, message):
        with self.changed:
            self.messages.append(message)
            self.changed.notify_all()

    # What a test does.

    @property
    def page(self):
        """The newest connection."""
        return self.connections[-1]

    def mark(self):
        return len(self.messages)

    def load(self, kind, item, position=0, playing=True, **fields):
        """Has the page load an item. Returns the number of the load."""
        self.loads += 1
        self.item = item
        fields = {
            "volume": 1, "muted": False, "rate": 1, "title": "A title", "artist": "An artist",
            "artwork": "https://artwork.example/cover.svg", **fields,
        }
        self.page.send("load", self.loads, kind=kind, item=item, position=position, playing=playing, **fields)
        return self.loads

    def command(self, name, /, **fields):
        return self.page.send(name, self.loads, **fields)

    def of(self, kind, since=0, **values):
        return [one for one in self.messages[since:] if one["type"] == kind and values.items() <= one.items()]

    def wait(self, kind, since=0, limit=LIMIT, **values):
        """Waits for a message of a page, and returns it."""
        finish = time.monotonic() + limit
        with self.changed:
            while not (found := self.of(kind, since, **values)):
                rest = finish - time.monotonic()
                assert rest > 0, f"waited in vain for {kind} {values}; the last messages: {self.messages[-12:]}"
                self.changed.wait(rest)
        return found[0]

    def playing(self, load=None):
        return self.wait("state", load=load or self.loads, state="playing")

    def stop(self):
        """Stops, and waits for silence."""
        number = self.command("stop")
        return self.wait("silent", page=self.page.page, re=number)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/socket":
            return self.upgrade()
        if path == "/config.json":
            return self.answer(json.dumps({**self.server.config, "kinds": self.server.kinds}).encode(), "application/json")
        if path in self.server.texts:
            return self.answer(self.server.texts[path].encode(), "text/javascript")
        file = self.server.folder / (path[1:] or "index.html")
        if path == "/messages.js":
            file = self.server.folder.parents[2] / "PlayerKitWebServer/Resources/messages.js"
        elif file.parent != self.server.folder:
            return self.answer(b"no", "text/plain", 404)
        if file.is_file():
            return self.answer(file.read_bytes(), TYPES[file.suffix])
        self.answer(b"no", "text/plain", 404)

    def upgrade(self):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.close_connection = True
        Connection(self.server, self).run()

    def answer(self, body, kind, status=200):
        self.send_response(status)
        fields = {
            "Content-Type": kind, "Content-Length": len(body), "Cache-Control": "no-store",
            "Content-Security-Policy": policy(self.server.host, self.server.kinds, self.server.needs), "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY", "Referrer-Policy": "strict-origin-when-cross-origin",
            "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
        }
        for name, value in fields.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)
