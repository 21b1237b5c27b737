"""A snapserver on loopback with its rooms, and its port for commands."""

import json
import socket

from .packages import need
from .processes import free_port, wait_for


class Snapcast:
    """A server with one stream for each name in `streams`. `source_options` are appended to each stream's address."""

    def __init__(self, processes, folder, buffer=1_000, streams=("PlayerKit",), source_options=""):
        need("snapserver", "snapclient")
        self.processes, self.folder, self.buffer = processes, folder, buffer
        self.control_port, self.stream_port = free_port(), free_port()
        self.feed_ports = {name: free_port() for name in streams}
        sources = "\n".join(
            f"source = tcp://127.0.0.1:{port}?name={name}&mode=server&codec=pcm{source_options}"
            for name, port in self.feed_ports.items()
        )
        (folder / "snapserver.conf").write_text(
            f"""[server]
datadir = {folder}
[http]
enabled = false
[tcp]
bind_to_address = 127.0.0.1
port = {self.control_port}
[stream]
bind_to_address = 127.0.0.1
port = {self.stream_port}
buffer = {buffer}
{sources}
[logging]
sink = stdout
"""
        )
        self.rooms = {}
        self.number = 0
        self.start()

    def start(self):
        """Starts the server. Returns when it accepts commands."""
        self.server = self.processes.start("snapserver", "-c", self.folder / "snapserver.conf")
        self.connection = wait_for("snapserver", self._connect)

    def _connect(self):
        try:
            return socket.create_connection(("127.0.0.1", self.control_port), timeout=60).makefile("rw", newline="\n")
        except OSError:
            return None

    def start_room(self, name, *options, **environment):
        """Starts a room. `options` choose where it plays."""
        self.rooms[name] = self.processes.start(
            "snapclient", "-h", "127.0.0.1", "-p", self.stream_port, "--hostID", name, "--logsink", "stdout", *options,
            env=environment,
        )

    def wait_for_rooms(self):
        wait_for("the rooms", lambda: self.connected_rooms() == set(self.rooms))

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "jsonrpc": "2.0", "method": method, "params": parameters}
        self.connection.write(json.dumps(request) + "\r\n")
        self.connection.flush()
        while True:
            answer = json.loads(self.connection.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def status(self):
        return self.ask("Server.GetStatus")["server"]

    def groups(self):
        return self.status()["groups"]

    def clients(self):
        return {client["id"]: client for group in self.groups() for client in group["clients"]}

    def connected_rooms(self):
        return {name for name, client in self.clients().items() if client["connected"]}

    def volumes(self):
        return {name: client["config"]["volume"] for name, client in self.clients().items()}

    def end_rooms(self):
        for room in self.rooms.values():
            room.kill()
            room.wait()
        self.rooms = {}
