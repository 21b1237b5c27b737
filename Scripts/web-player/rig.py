"""What the checks work with: the player's process, its music, raw clients."""
import base64
import hashlib
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import time
import wave


class Failure(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failure(text)


def wait(condition, text, seconds=10):
    """Waits until something holds; polls, since what is watched runs elsewhere."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise Failure(f"{text} (not within {seconds} s)")


def tone(path, seconds):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes(0x80 + (n % 8) for n in range(8000)) * seconds)


def music(folder, count=6, seconds=60):
    """Tones, each with words beside it."""
    paths = []
    for number in range(count):
        path = os.path.join(folder, f"tone {number}.wav")
        tone(path, seconds)
        with open(path[:-3] + "lrc", "w") as words:
            words.write("".join(f"[00:{n:02d}.00]line {n} of {number}\n" for n in range(0, seconds, 2)))
        paths.append(path)
    return paths


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A command that tells by one line of JSON when it is ready."""

    def __init__(self, arguments, seconds=60, **environment):
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
        line = self.process.stdout.readline()
        if not line.startswith(b"{"):
            raise Failure(f"{arguments[1]} did not start: {line!r}")
        self.ready = json.loads(line)
        # What it tells of playback is not of interest here.
        os.set_blocking(self.process.stdout.fileno(), False)
        self.drain()

    def drain(self):
        import threading
        def read():
            os.set_blocking(self.process.stdout.fileno(), True)
            while self.process.stdout.read(4096):
                pass
        threading.Thread(target=read, daemon=True).start()

    @property
    def memory(self):
        """Resident, in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self, how=signal.SIGINT):
        if self.is_running:
            self.process.send_signal(how)
        self.process.wait(20)


class Player(Process):
    def __init__(self, binary, items, *options, port=0, simulator=None, address="127.0.0.1", **environment):
        apis = []
        if simulator:
            apis = ["--itunes-api", simulator["itunes"], "--deezer-api", simulator["deezer"]]
        super().__init__(
            [binary, "serve", "--web", f"{address}:{port}", "--output", "null", *apis, *options, "--", *items],
            **environment,
        )
        self.link = self.ready["web"][0]
        self.address = self.link.split("#")[0]
        self.host = self.address.split("/")[2]


class Socket:
    """A WebSocket without a browser, that can be rude."""

    def __init__(self, host, origin=None, name=None, cookie=None):
        address, port = host.rsplit(":", 1)
        self.socket = socket.create_connection((address, int(port)), 10)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /socket HTTP/1.1", f"Host: {name or host}", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
        ]
        if origin != "":
            lines.append(f"Origin: {origin or 'http://' + host}")
        if cookie:
            lines.append(f"Cookie: {cookie}")
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            part = self.socket.recv(1)
            if not part:
                break
            head += part
        self.status = int(head.split(b" ")[1]) if head else 0
        accepted = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.is_open = self.status == 101 and accepted in head

    def send(self, data, opcode=1):
        if isinstance(data, dict):
            data = json.dumps(data).encode()
        size = len(data)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.socket.sendall(head + bytes(4) + data)

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("closed")
            data += part
        return data

    def receive(self):
        """The next message; the number of a close as an int."""
        first, size = self._exactly(2)
        if size == 126:
            size = struct.unpack(">H", self._exactly(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self._exactly(8))[0]
        data = self._exactly(size)
        if first & 15 == 8:
            return struct.unpack(">H", data[:2])[0]
        return json.loads(data)

    def until(self, kind):
        while True:
            message = self.receive()
            if isinstance(message, int) or message["type"] == kind:
                return message

    def close(self):
        self.socket.close()


def request(where, path="/", method="GET", body=None, **fields):
    """An http request; gives status, fields, body. Names of fields: small, with _ for -."""
    connection = http.client.HTTPConnection(where, timeout=10)
    connection.putrequest(method, path, skip_host="host" in fields, skip_accept_encoding=True)
    for name, value in fields.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("content-length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, {k.lower(): v for k, v in answer.getheaders()}, data
