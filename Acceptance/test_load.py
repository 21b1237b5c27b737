"""A thousand web and MPD clients in turn, 64 at once, beside clients that stay idle. All are served, and the music
does not notice."""

import concurrent.futures
import socket
import statistics
import time

import pytest

from support.processes import LIMIT, use, wait_for
from support.web import WebSocket, connect, tone

CLIENTS = 1_000
AT_ONCE = 64
IDLE = 200  # more than there are places
GROWN_MB = 8  # the growth that is allowed from the second third of the clients to the last one


class MPD:
    """A client of the MPD protocol."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), LIMIT)
        self.lines = self.socket.makefile("rb")
        assert self.lines.readline().startswith(b"OK MPD")

    def ask(self, command):
        """The values of an answer."""
        self.socket.sendall(command.encode() + b"\n")
        lines = []
        while (line := self.lines.readline().decode().rstrip("\n")) != "OK":
            assert line and not line.startswith("ACK"), line
            lines.append(line)
        return dict(line.split(": ", 1) for line in lines)

    def close(self):
        self.lines.close()
        self.socket.close()


class Box:
    """A player that both kinds of clients control."""

    def __init__(self, serve, scratch):
        self.program = serve(
            "--web", "127.0.0.1:0", "--mpd", "127.0.0.1:0", "--output", "null", "--", tone(scratch / "tone.wav", 3_600)
        )
        self.mpd = self.program.port("mpd")
        self.host = f"127.0.0.1:{self.program.port('web')}"

    def by_mpd(self):
        client = MPD(self.mpd)
        assert client.ask("status")["state"] == "play" and "file" in client.ask("currentsong")
        client.close()

    def by_web(self):
        with connect(self.host) as page:
            page.sendall(f"GET / HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n".encode())
            assert page.makefile("rb").readline().split()[1] == b"200"
        client = WebSocket(self.host)
        assert client.is_open, client.status
        state = client.until("state")
        assert isinstance(state, dict) and state["state"] == "play", state
        client.close()

    def position(self):
        """The position of the music in seconds, by the clock of this process from any moment."""
        client = MPD(self.mpd)
        before = time.monotonic()
        status = client.ask("status")
        position = float(status["elapsed"]) - (before + time.monotonic()) / 2
        client.close()
        assert status["state"] == "play" and "error" not in status
        return position


@pytest.fixture
def box(serve, scratch):
    box = Box(serve, scratch)
    wait_for("the music", lambda: float(MPD(box.mpd).ask("status").get("elapsed", 0)) > 0)
    return box


def visit(box, count):
    """Lets clients of both kinds come in turn. Returns the faults, and what the player used meanwhile."""
    samples = []

    def come(number):
        try:
            (box.by_web if number % 2 else box.by_mpd)()
        except (AssertionError, OSError, ValueError, IndexError) as error:
            return f"{'web' if number % 2 else 'MPD'} {number}: {error!r}"
        if number % 10 == 0:
            samples.append(use(box.program.pid))

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return [fault for fault in pool.map(come, range(count)) if fault], samples


def is_closed(client):
    """Whether the server has closed a connection that sends nothing."""
    client.setblocking(False)
    try:
        while client.recv(1 << 16):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


def serves(box, table, count, idle):
    sleepers = []
    for _ in range(idle):
        sleepers += [WebSocket(box.host).socket, MPD(box.mpd).socket]
    position = box.position()
    begun = time.monotonic()
    faults, samples = visit(box, count)
    seconds = time.monotonic() - begun
    drift = box.position() - position
    dropped = sum(map(is_closed, sleepers))
    for sleeper in sleepers:
        sleeper.close()
    third = len(samples) // 3
    grown = statistics.median(m for m, _, _ in samples[-third:]) - statistics.median(
        m for m, _, _ in samples[third : 2 * third]
    )
    table(
        "Clients in turn", clients=count, at_once=AT_ONCE, idle=idle * 2, dropped=dropped, seconds=f"{seconds:.1f}",
        faults=len(faults), grown_MB=f"{grown:+.1f}", drift=f"{drift:+.3f} s",
    )
    assert faults == []
    assert abs(drift) < 0.5, "the music was held up"
    assert grown < GROWN_MB
    return dropped


@pytest.mark.quick
def test_some_clients_at_once_are_all_served(box, table):
    serves(box, table, count=200, idle=0)


def test_a_thousand_clients_are_served_in_place_of_idle_ones(box, table):
    visit(box, AT_ONCE)
    _, files, threads = use(box.program.pid)
    # One of the idle connections is enough to show that idle ones give way.
    assert serves(box, table, CLIENTS * 2, IDLE) > 0
    # All connections are given back.
    wait_for("as few files and threads as before", lambda: all(
        now <= before + 3 for now, before in zip(use(box.program.pid)[1:], (files, threads))
    ))


def test_a_player_that_is_held_up_would_be_noticed(box):
    position = box.position()
    box.program.process.send_signal(19)
    time.sleep(1.5)
    box.program.process.send_signal(18)
    assert box.position() - position < -0.5
