"""Long runs: many tracks with faults, and radio for hours. Memory, files, and threads do not grow.

PLAYERKIT_SOAK_CHANGES is the number of tracks (100,000), PLAYERKIT_SOAK_HOURS the hours of radio (1) at 60 times speed.
A week of radio is PLAYERKIT_SOAK_HOURS=168, and takes 2.8 hours.
"""

import contextlib
import http.server
import os
import pathlib
import threading
import time

import pytest
import test_radio_hour as radio

from support.processes import use, wait_for
from support.web import tone

CHANGES = int(os.environ.get("PLAYERKIT_SOAK_CHANGES", 100_000))
HOURS = float(os.environ.get("PLAYERKIT_SOAK_HOURS", 1))
# The growth that is allowed from the second third of a run to the last one.
BOUNDS = {"megabytes": 16, "files": 3, "threads": 3}

server = radio.server


def growth(samples):
    """By how much memory (MB), open files, and threads grew. The first third warms up. What is needed only for a while
    does not count: the least of each third is compared."""
    third = len(samples) // 3
    middle, last = zip(*samples[third : 2 * third]), zip(*samples[-third:])
    return dict(zip(BOUNDS, (min(b) - min(a) for a, b in zip(middle, last))))


def is_flat(growth):
    return all(growth[name] <= bound for name, bound in BOUNDS.items())


# Tracks.


class Tracks(http.server.BaseHTTPRequestHandler):
    """Sends a short sound, and faults. The name of the item is the fault."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server = self.server
        data = {"/damaged.wav": os.urandom(4_096), "/empty.wav": b"", "/short.wav": server.sound[:30]}.get(
            self.path, server.sound
        )
        self.send_response(404 if self.path == "/missing.wav" else 200)
        self.send_header("Content-Type", "audio/wav")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        server.visits += 1
        if server.visits % 1_000 == 0:
            # A lost connection, after which the player asks again.
            self.close_connection = True
            data = data[: len(data) // 2]
        self.wfile.write(data)

    def handle(self):
        # The player closes connections that it does not need any more.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, *_):
        pass


@pytest.fixture
def items(scratch):
    """A hundred items. Five of them are faulty: two are missing, one is damaged, one is empty, and one is cut."""
    sound = tone(scratch / "sound.wav", seconds=1).read_bytes()
    sound = sound[:4] + (836).to_bytes(4, "little") + sound[8:40] + (800).to_bytes(4, "little") + sound[44:844]
    (scratch / "short.wav").write_bytes(sound)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tracks) as tracks:
        tracks.daemon_threads, tracks.sound, tracks.visits = True, sound, 0
        threading.Thread(target=tracks.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{tracks.server_port}"
        faults = [scratch / "none.wav", *(f"{address}/{name}.wav" for name in ("missing", "damaged", "empty", "short"))]
        good = [scratch / "short.wav", f"{address}/good.wav"]
        yield [item for fault in faults for item in [*good * 9, good[0], fault]]
        tracks.shutdown()


@pytest.fixture
def soak(processes, playerkit, items):
    program = pathlib.Path(playerkit).parent / "Torture"

    def soak(what, count):
        """Plays tracks. Returns the samples of what the process used, and the numbers of its last line."""
        lines = processes.run(program, "soak", what, count, *items, limit=60 + count).decode().splitlines()
        samples = [tuple(map(int, line.split()[2:])) for line in lines if line.startswith("sample")]
        numbers = [int(part.split()[-1]) for part in lines[-1].split(", ")]
        return [(memory / 1e3, files, threads) for memory, files, threads in samples], numbers

    return soak


def plays_flat(soak, table, count):
    samples, (changes, failures, lags) = soak("play", count)
    grown = growth(samples)
    table(
        "Tracks with faults", tracks=changes, failures=failures, slow_observer_left_behind=lags,
        megabytes=f"{samples[-1][0]:.0f}", files=samples[-1][1], threads=samples[-1][2],
        **{f"{name}_grown": f"{value:+.1f}" for name, value in grown.items()},
    )
    assert failures >= changes * 0.04
    assert is_flat(grown), grown
    return lags


@pytest.mark.quick
def test_some_hundred_tracks_with_faults_need_no_more_memory_files_or_threads(soak, table):
    plays_flat(soak, table, 300)


@pytest.mark.quick
def test_leaks_would_be_found(soak):
    grown = growth(soak("leak", 300)[0])
    assert all(grown[name] > bound for name, bound in BOUNDS.items()), grown


def test_100000_tracks_with_faults_need_no_more_memory_files_or_threads(soak, table):
    # A slow observer is left behind, and its events do not fill the memory.
    assert plays_flat(soak, table, CHANGES) > 0


# Radio.


@pytest.mark.parametrize("kind", [radio.MP3, radio.Ogg, radio.HLS], ids=lambda kind: kind.__name__)
def test_hours_of_radio_need_no_more_memory_files_or_threads(kind, server, play, scratch, table, monkeypatch):
    monkeypatch.setattr(radio, "SECONDS", HOURS * 3_600)
    station = server.station = kind(scratch)
    # The sound is not kept: a week would be 100 GB. The hour in test_radio_hour.py listens to it.
    player = play(f"http://127.0.0.1:{server.server_port}{station.address}", "--output", "pcm:/dev/null")
    samples = []

    def is_over():
        assert player.process.is_running, f"the player ended: {player.events[-3:]}"
        samples.append(use(player.pid))
        time.sleep(max(0.5, HOURS / 10))
        return station.is_over

    wait_for("the end of the radio", is_over, limit=HOURS * 60 + 900)
    assert player.quit() == 0
    grown = growth(samples)
    table(
        f"Radio at {radio.SPEED} times speed", station=kind.__name__, hours=f"{station.clock / 3_600:.1f}",
        connections_lost=len(station.losses), megabytes=f"{samples[-1][0]:.0f}",
        **{f"{name}_grown": f"{value:+.1f}" for name, value in grown.items()},
    )
    assert not player.codes and len(station.losses) >= 3
    assert is_flat(grown), grown
