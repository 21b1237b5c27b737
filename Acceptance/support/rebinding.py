"""A public server redirects to its own name, which by then is a name of this machine.

    rebinding.py PLAYERKIT FILE FOLDER

Runs in a network and a mount namespace of its own: there is only loopback, which has a public address as well, and a
server of names. Prints one line of JSON."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from support.player import Player  # noqa: E402
from support.processes import Processes  # noqa: E402

PUBLIC = "8.8.8.8"
LOOPBACK = "127.0.0.1"
NAME = "station.example"


class Names:
    """Returns the public address for the first lookup, and loopback after that."""

    def __init__(self):
        self.lookups = 0
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
        if question[end - 4 : end - 2] != b"\0\1":  # not for an IPv4 address
            return head + bytes(6) + question[12:end]
        self.lookups += 1
        address = PUBLIC if self.lookups == 1 else LOOPBACK
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
    program, good, folder = sys.argv[1:]
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "address", "add", f"{PUBLIC}/32", "dev", "lo"], check=True)
    resolver = pathlib.Path(folder) / "resolv.conf"
    resolver.write_text(f"nameserver {LOOPBACK}\n")
    subprocess.run(["mount", "--bind", resolver, os.path.realpath("/etc/resolv.conf")], check=True)
    os.environ.pop("http_proxy", None)
    names = Names()
    # Another port, so that no name server's answer is remembered.
    lead = f"HTTP/1.1 302 Found\r\nLocation: http://{NAME}:8080/\r\nContent-Length: 0\r\n\r\n"
    Server(PUBLIC, 80, lead.encode())
    sound = pathlib.Path(good).read_bytes()
    head = f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {len(sound)}\r\n\r\n"
    private = Server(LOOPBACK, 8080, head.encode() + sound)
    processes = Processes(folder)

    def codes(*items):
        player = Player(processes, program, "--output", "null", *items)
        player.process.wait()
        player.finish()
        return player

    player = codes(f"http://{NAME}/", good)
    ended = player.of("ended")
    found = {
        "codes": player.codes, "continues": bool(player.first("track", index=1)),
        "ends": ended[-1]["reason"] if ended else None, "lookups": names.lookups,
        "requests_to_this_machine": private.requests,
    }
    found["control_codes"] = codes(f"http://{LOOPBACK}:8080/").codes
    print(json.dumps({**found, "control_requests": private.requests}))


main()
