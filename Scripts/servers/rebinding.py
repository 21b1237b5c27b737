"""A public server leads to its own name once more, and the name is this machine's by then.

Runs in a network and a mount namespace of its own: there is nothing but loopback, which has a public
address as well, and a server of names. Prints one line: code, seconds, requests, what is wrong."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

import hostile
from workshop import Workshop

PUBLIC = "8.8.8.8"
LOOPBACK = "127.0.0.1"
NAME = "station.example"


class Names:
    """Tells another address at the second look-up."""

    def __init__(self):
        self.looked_up = 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((LOOPBACK, 53))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            question, sender = self.socket.recvfrom(4096)
            self.socket.sendto(self.answer(question), sender)

    def answer(self, question):
        end = question.index(b"\0", 12) + 5
        head = question[:2] + b"\x81\x80\0\1"
        if question[end - 4 : end - 2] != b"\0\1":  # not for an address of version 4
            return head + bytes(6) + question[12:end]
        self.looked_up += 1
        address = PUBLIC if self.looked_up == 1 else LOOPBACK
        record = b"\xc0\x0c\0\1\0\1" + bytes(4) + b"\0\4" + socket.inet_aton(address)
        return head + b"\0\1" + bytes(4) + question[12:end] + record


class Server:
    def __init__(self, address, port, answer):
        self.requests = 0
        self.answer = answer
        self.listener = socket.create_server((address, port))
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            with connection:
                if connection.recv(64 << 10):
                    self.requests += 1
                    connection.sendall(self.answer)


def main():
    program, good = sys.argv[1:]
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "address", "add", f"{PUBLIC}/32", "dev", "lo"], check=True)
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(f"nameserver {LOOPBACK}\n")
        file.flush()
        target = os.path.realpath("/etc/resolv.conf")
        subprocess.run(["mount", "--bind", file.name, target], check=True)
        os.environ.pop("http_proxy", None)
        names = Names()
        # Another port, so that no answer of names is remembered.
        lead = f"HTTP/1.1 302 Found\r\nLocation: http://{NAME}:8080/\r\nContent-Length: 0\r\n\r\n"
        public = Server(PUBLIC, 80, lead.encode())
        sound = pathlib.Path(good).read_bytes()
        head = f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {len(sound)}\r\n\r\n"
        private = Server(LOOPBACK, 8080, head.encode() + sound)
        shop = Workshop()
        try:
            began = time.monotonic()
            player, _ = hostile.watched(shop, program, f"http://{NAME}/", good)
            took = time.monotonic() - began
            words = hostile.judge(player)
            if names.looked_up < 2:
                words.append("was not looked up twice")
            if private.requests:
                words.append("this machine was asked")
            # What the user names may lie here: the server would have been heard.
            control, _ = hostile.watched(shop, program, f"http://{LOOPBACK}:8080/")
            if control.codes or not private.requests:
                words.append("the server does not answer")
        finally:
            shop.close()
    print(*player.codes, f"{took:.1f}", public.requests, *words, sep="\t")


main()
