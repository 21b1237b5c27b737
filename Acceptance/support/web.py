"""`playerkit serve --web`, and clients of it that are not browsers."""

import base64
import hashlib
import http.client
import json
import os
import socket
import struct
import wave

from .processes import LIMIT


class WebPlayer:
    """A player with a web page at `link`, which ends with `#` and the token if there is one."""

    def __init__(self, serve, items, *options, address="127.0.0.1:0", simulator=None, **environment):
        services = []
        if simulator:
            services = ["--itunes-api", simulator.bases["itunes"], "--deezer-api", simulator.bases["deezer"]]
        self.program = serve(
            "--web", address, "--output", "null", *services, *options, "--", *items, **environment
        )
        self.link = self.program.addresses["web"][0]
        self.address, _, self.token = self.link.partition("#")
        self.host = self.address.split("/")[2]

    @property
    def port(self):
        return int(self.host.rsplit(":", 1)[1])

    def request(self, path="/", method="GET", body=None, **fields):
        """The status, the header fields (in lower case) and the body of an answer.

        Names of fields have `_` instead of `-`."""
        connection = http.client.HTTPConnection(self.host, timeout=LIMIT)
        connection.putrequest(method, path, skip_host="host" in fields, skip_accept_encoding=True)
        for name, value in fields.items():
            connection.putheader(name.replace("_", "-"), value)
        if body is not None:
            connection.putheader("content-length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, data

    def connect(self, **options):
        return WebSocket(self.host, **options)


class WebSocket:
    """A WebSocket to a player. It can send what a browser would not send."""

    def __init__(self, host, origin=None, name=None, cookie=None):
        self.socket = connect(host)
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
        while not head.endswith(b"\r\n\r\n") and (byte := self.socket.recv(1)):
            head += byte
        self.status = int(head.split(b" ")[1]) if head else 0
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        self.is_open = self.status == 101 and base64.b64encode(digest) in head

    def send(self, data):
        """Sends one text message. The mask is zero."""
        if isinstance(data, dict):
            data = json.dumps(data).encode()
        self.socket.sendall(frame(data) + data)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise ConnectionError("closed")
            data += part
        return data

    def receive(self):
        """The next message, or the number with which the server closes the connection."""
        first, size = self.exactly(2)
        if size == 126:
            size = struct.unpack(">H", self.exactly(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.exactly(8))[0]
        data = self.exactly(size)
        return struct.unpack(">H", data[:2])[0] if first & 15 == 8 else json.loads(data)

    def until(self, kind, condition=lambda message: True):
        """The next message of a kind for which the condition holds, or the code of a close."""
        while True:
            message = self.receive()
            if isinstance(message, int) or message["type"] == kind and condition(message):
                return message

    def close(self):
        self.socket.close()


def frame(data, first=0x81):
    """The head of a WebSocket frame with this data. `first` has the opcode, and whether it is the last frame."""
    size = len(data)
    if size < 126:
        return bytes([first, 0x80 | size]) + bytes(4)
    if size < 65_536:
        return bytes([first, 0x80 | 126]) + struct.pack(">H", size) + bytes(4)
    return bytes([first, 0x80 | 127]) + struct.pack(">Q", size) + bytes(4)


def connect(host):
    address, port = host.rsplit(":", 1)
    return socket.create_connection((address, int(port)), LIMIT)


def tone(path, seconds=600):
    """A small sound file. It is so long that it does not end during a test."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8_000)
        file.writeframes(bytes(0x80 + n % 8 for n in range(8_000)) * seconds)
    return path
