"""Passes bytes on between a player and a server. It changes none, counts requests, keeps answers."""

import socket
import threading
import time

PIECE = 64 << 10


class Relay:
    def __init__(self, target, rate=None, delay=0):
        """With a rate, in bytes a second, it holds the server back. Its own buffers are small then.

        With a delay, in seconds, each request comes late."""
        self.target = target
        self.rate = rate
        self.delay = delay
        self.requests = 0
        self.answers = []  # the bytes of each connection
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.narrow(self.listener)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def narrow(self, connection):
        if self.rate:
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
            answer = bytearray()
            self.answers.append(answer)
            for loop in ((self.up, player, server), (self.down, server, player, answer)):
                threading.Thread(target=loop[0], args=loop[1:], daemon=True).start()

    def up(self, player, server):
        tail = b""
        for data in pieces(player):
            # A mark may lie on both sides of a joint, and is counted once.
            self.requests += (tail + data).count(b" HTTP/1.")
            tail = data[-7:]
            time.sleep(self.delay)
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

    def close(self):
        self.listener.close()


class Listener:
    """A listener of its own at a live stream: what it gets is what the source sends."""

    def __init__(self, port, path):
        self.answer = bytearray()
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.connection.sendall(
            f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nUser-Agent: zoo\r\n\r\n".encode()
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
