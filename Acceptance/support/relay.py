"""Passes bytes on between a player and a server, unchanged. It counts requests, and keeps answers."""

import re
import socket
import threading
import time

PIECE = 64 << 10


class Relay:
    def __init__(self, target, rate=None, is_narrow=False):
        """`rate` limits how fast the server can send, in bytes a second; it can be changed later.

        `is_narrow` makes the buffers small, so that the server notices a player that does not read."""
        self.target, self.rate, self.is_narrow = target, rate, is_narrow
        self.questions, self.answers = [], []  # the bytes of each connection
        self.open = 0  # connections to the server
        # While it is cleared, requests wait here.
        self.passes = threading.Event()
        self.passes.set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.narrow(self.listener)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def requests(self):
        return len(self.paths)

    @property
    def paths(self):
        """The path of each request."""
        return [path.decode() for asked in self.questions for path in re.findall(rb"[A-Z]+ (\S+) HTTP/1\.", asked)]

    def narrow(self, connection):
        if self.is_narrow:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PIECE)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, PIECE)

    def accept(self):
        while True:
            try:
                player, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket()
            self.narrow(server)
            try:
                server.connect(("127.0.0.1", self.target))
            except OSError:
                player.close()
                continue
            question, answer = bytearray(), bytearray()
            self.questions.append(question)
            self.answers.append(answer)
            with self.lock:
                self.open += 1
            for loop in ((self.up, player, server, question), (self.down, server, player, answer)):
                threading.Thread(target=loop[0], args=loop[1:], daemon=True).start()

    def up(self, player, server, question):
        for data in pieces(player):
            question += data
            self.passes.wait()
            try:
                server.sendall(data)
            except OSError:
                break
        shut(server)

    def down(self, server, player, answer):
        for data in pieces(server):
            try:
                player.sendall(data)
            except OSError:
                break
            answer += data
            if self.rate:
                time.sleep(len(data) / self.rate)
        shut(player)
        with self.lock:
            self.open -= 1

    def close(self):
        self.listener.close()
        self.passes.set()


class Listener:
    """Another listener of a live stream. It gets the bytes that the source sends."""

    def __init__(self, port, path):
        self.answer = bytearray()
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.connection.sendall(
            f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nUser-Agent: listener\r\n\r\n".encode()
        )
        self.connection.settimeout(None)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for data in pieces(self.connection):
            self.answer += data

    def close(self):
        shut(self.connection)


def pieces(source):
    while True:
        try:
            data = source.recv(PIECE)
        except OSError:
            return
        if not data:
            return
        yield data


def shut(connection):
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
