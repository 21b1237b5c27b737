"""nginx that cuts a transfer which rests for two seconds, and pauses of ten."""

import concurrent.futures
import statistics
import time

import files
from player import Player
from relay import Relay
from sound import decoded, difference
from workshop import free_port

PAUSE = 10
SEND_TIMEOUT = "send_timeout 2s; keepalive_timeout 2s;"
FRAMES = 7 << 20  # 28 MiB: more than the loader and all sockets hold
RATE = 4 << 20
SONGS = ["0.flac", "1.flac"]
PLAYERS = 5
DELAY = 0.5  # s
WITHOUT_ROOM = "without ranges or room"
BOUND = 15  # ms that a `next` takes longer than one onto a file


def run(shop, program, table, is_sample):
    folder = shop.make_folder("pauses")
    for number in (0, 1):
        shop.ffmpeg(
            "-f", "lavfi", "-i", f"anoisesrc=r=44100:a=0.3:c=pink:seed={number}",
            "-af", f"aformat=s16:channel_layouts=stereo,atrim=end_sample={FRAMES}",
            "-c:a", "pcm_s16le", folder / f"{number}.wav",
            "-c:a", "flac", "-t", "60", folder / f"{number}.flac",
        )
    ports = {"with ranges": free_port(), "without ranges": free_port()}
    files.nginx(shop, folder, ports["with ranges"], SEND_TIMEOUT)
    files.nginx(shop, folder, ports["without ranges"], SEND_TIMEOUT + "max_ranges 0;")
    table.head(
        f"A pause of {PAUSE} s, nginx with send_timeout 2s", "server", "file", "samples off", "requests"
    )
    # Where no file can be made, the server is held back, and cuts the transfer.
    cases = [*ports.items(), (WITHOUT_ROOM, ports["without ranges"])]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for cells in pool.map(lambda case: pause(shop, program, folder, *case), cases):
            table.row(*cells)
    if is_sample:
        return
    table.head(
        f"next, prepared {PAUSE} s before; each request {DELAY * 1000:.0f} ms late; "
        f"the bound: {BOUND} ms more than onto a file",
        "server", "file", "ms, the fastest", "requests", "median",
    )
    skip(shop, program, table, folder, ports)


def settled(output):
    """The size of a file once nothing was written to it for half a second: the last of it may come after the word."""
    size = None
    for _ in range(10):
        before, size = size, output.stat().st_size if output.exists() else 0
        if size == before:
            break
        time.sleep(0.5)
    return size


def pause(shop, program, folder, name, port):
    output = shop.path(f"{name}.pcm")
    relay = Relay(port, RATE)
    has_room = name != WITHOUT_ROOM
    player = Player(
        shop, program, "--position-interval", "0.2", "--output", f"pcm:{output}", relay.url("/0.wav"),
        environment=None if has_room else {"TMPDIR": "/nowhere"},
    )
    words = []
    if not player.wait_for("position"):
        words.append("never played")
    time.sleep(1)
    player.command("pause")
    if not player.wait_for("state", state="pause"):
        words.append("never paused")
    paused = settled(output)
    time.sleep(PAUSE)
    if not output.exists() or not 0 < paused == output.stat().st_size < FRAMES * 4:
        words.append("the pause was none")
    player.command("play")
    if not player.finish():
        words.append("it hung")
    expected = decoded(folder / "0.wav", FRAMES)
    heard = output.read_bytes() if output.exists() else b""
    result = difference(heard, expected)
    if player.codes:
        # What was heard before the error is right.
        is_good = not has_room and player.codes == ["interrupted"] and expected.startswith(heard)
        result = f"{player.codes[0]} at {len(heard) // 4}"
    else:
        is_good = result == "0"
    relay.close()
    return is_good and not words, "nginx", name, result, relay.requests, *words


def skip(shop, program, table, folder, ports):
    """Times `next` over both pipes. The program takes its own time, also onto a file on the disk."""
    own = times(shop, program, [str(folder / name) for name in SONGS])
    show(table, True, own, "–", "files on the disk", 0)
    for name, port in ports.items():
        relay = Relay(port, delay=DELAY)
        took = times(shop, program, [relay.url(f"/{name}") for name in SONGS])
        # A busy machine makes some of them late; a request, all.
        is_good = min(took) <= min(own) + BOUND
        show(table, is_good, took, "nginx", name, relay.requests)
        relay.close()


def show(table, is_good, times, server, name, requests):
    fastest, median = f"{min(times):.1f}", f"{statistics.median(times):.1f}"
    table.row(is_good, server, name, fastest, requests, median)


def times(shop, program, items):
    """The milliseconds from `next` to what follows, of some players that began at once."""
    players = [Player(shop, program, "--output", "null", *items) for _ in range(PLAYERS)]
    for player in players:
        player.wait_for("state", state="play")
    time.sleep(PAUSE + 2)
    found = []
    for player in players:
        since = len(player.events)
        began = player.command("next")
        follows = player.wait_for("track", since=since, index=1, seconds=20)
        plays = player.wait_for("state", since=since, state="play", seconds=20)
        found.append((plays[0] - began) * 1000 if follows and plays else float("inf"))
        time.sleep(0.3)
    for player in players:
        player.quit()
    return found
