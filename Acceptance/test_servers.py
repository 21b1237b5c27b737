"""Files of real servers from Debian, on loopback: every sample arrives, even if a server cuts a transfer."""

import gzip
import sys
import time
import urllib.request

import pytest

from support import media
from support.nginx import nginx
from support.packages import need
from support.player import Player
from support.processes import IS_ROOT, free_port, wait_for
from support.relay import Relay
from support.sound import decoded, difference, read_pcm

WINDOW = 512 << 10  # the first range that the loader requests
HEAD = 44  # bytes before the samples of a WAV file

FRAMES = {
    "short.wav": 50_000,
    "equal.wav": (WINDOW - HEAD) // 4,
    "longer.wav": 400_000,
    "windows.wav": (3 * WINDOW - HEAD) // 4,
    "long.flac": 1_323_000,
    "long.mp3": 1_323_000,
    "long.m4a": 1_323_000,
}


def nginx_without_ranges(processes, folder, port):
    nginx(processes, folder, port, "max_ranges 0;")


def nginx_compressed(processes, folder, port):
    """It compresses, even if the player does not accept that."""
    packed = processes.folder / "packed"
    packed.mkdir()
    for path in folder.iterdir():
        (packed / (path.name + ".gz")).write_bytes(gzip.compress(path.read_bytes(), 1))
    nginx(processes, packed, port, "gzip_static always;")


def lighttpd(processes, folder, port):
    need("lighttpd")
    path = processes.folder / "lighttpd.conf"
    path.write_text(
        f'server.document-root = "{folder}"\nserver.port = {port}\nserver.bind = "127.0.0.1"\n'
        'mimetype.assign = (".mp3" => "audio/mpeg")\n'
    )
    processes.start("lighttpd", "-D", "-f", path, port=port)


def apache(processes, folder, port):
    need("apache2:apache2-bin")
    modules = "/usr/lib/apache2/modules"
    path = processes.folder / "apache.conf"
    path.write_text(
        f"ServerRoot {processes.folder}\nServerName test\nListen 127.0.0.1:{port}\n"
        f"PidFile {processes.folder}/apache.pid\nErrorLog {processes.folder}/apache.log\n"
        f"LoadModule mpm_event_module {modules}/mod_mpm_event.so\n"
        f"LoadModule authz_core_module {modules}/mod_authz_core.so\n"
        f"DocumentRoot {folder}\n<Directory {folder}>\nRequire all granted\n</Directory>\n"
    )
    processes.start("apache2", "-X", "-f", path, port=port)


def busybox(processes, folder, port):
    need("busybox")
    processes.start("busybox", "httpd", "-f", "-p", f"127.0.0.1:{port}", "-h", folder, port=port)


def mini_httpd(processes, folder, port):
    need("mini_httpd:mini-httpd")
    user = "root" if IS_ROOT else "nobody"
    processes.start("mini_httpd", "-D", "-h", "127.0.0.1", "-p", port, "-d", folder, "-u", user, port=port)


def webfs(processes, folder, port):
    need("webfsd:webfs")
    processes.start("webfsd", "-F", "-p", port, "-i", "127.0.0.1", "-r", folder, port=port)


def python(processes, folder, port):
    processes.start(sys.executable, "-m", "http.server", port, "--bind", "127.0.0.1", port=port, cwd=folder)


def minidlna(processes, folder, port):
    need("minidlnad:minidlna")
    data = processes.folder / "dlna"
    data.mkdir()
    path = processes.folder / "minidlna.conf"
    path.write_text(
        f"port={port}\nnetwork_interface=lo\nmedia_dir=A,{folder}\ndb_dir={data}\nlog_dir={data}\ninotify=no\n"
    )
    processes.start("minidlnad", "-S", "-R", "-f", path, "-P", data / "pid", port=port)


SERVERS = {
    "nginx": nginx, "nginx-without-ranges": nginx_without_ranges, "nginx-compressed": nginx_compressed,
    "lighttpd": lighttpd, "apache": apache, "busybox": busybox, "mini-httpd": mini_httpd, "webfs": webfs,
    "python": python, "minidlna": minidlna,
}
QUICK = {
    (server, name) for server in ("nginx-without-ranges", "webfs", "minidlna")
    for name in ("equal.wav", "longer.wav", "long.flac")
}


@pytest.fixture(scope="module")
def music(module_processes):
    """A function that returns the path of a file of `FRAMES`, which it makes if needed, and its samples."""
    folder = module_processes.folder / "music"
    folder.mkdir()
    made = {}

    def make(name):
        if name not in made:
            path = media.noise(folder / name, FRAMES[name], seed=FRAMES[name])
            made[name] = (path, decoded(path, FRAMES[name]))
        return made[name]

    return make


@pytest.mark.parametrize(
    "server, name",
    [
        pytest.param(server, name, marks=[pytest.mark.quick] * ((server, name) in QUICK))
        for server in SERVERS for name in FRAMES
    ],
)
def test_every_sample_of_a_file_arrives(server, name, music, play, processes, scratch, port, table):
    path, expected = music(name)
    if name == "equal.wav":
        assert path.stat().st_size == WINDOW
    folder = scratch / "files"
    folder.mkdir()
    (folder / name).hardlink_to(path)
    SERVERS[server](processes, folder, port)
    relay = Relay(port)
    address = find_in_minidlna(port, path) if server == "minidlna" else f"/{name}"
    player = play("--output", f"pcm:{scratch}/heard.pcm", relay.url(address))
    assert player.finish() == 0
    lost = difference(read_pcm(scratch / "heard.pcm"), expected)
    table("Files of servers", server=server, file=name, samples_off=lost, requests=relay.requests)
    assert lost == "0" and not player.codes


def find_in_minidlna(port, path):
    """MiniDLNA serves files by number. The one with the right length is the file."""
    def find():
        for number in range(1, 60):
            address = f"/MediaItems/{number}{path.suffix}"
            if length(f"http://127.0.0.1:{port}{address}") == path.stat().st_size:
                return address
        return None

    return wait_for("MiniDLNA to know the file", find)


def length(url):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=20) as answer:
            return int(answer.headers.get("Content-Length", -1))
    except OSError:
        return -1


# nginx cuts a transfer to a player that does not read for two seconds, and a connection without requests.
CUTS = "send_timeout 2s; keepalive_timeout 2s;"
LENGTH = 7 << 20  # frames, 28 MiB: more than the loader and all sockets can buffer
CASES = {
    "with ranges": (CUTS, {}),
    "without ranges": (CUTS + "max_ranges 0;", {}),
    # If the loader can make no file, it slows the server down, and the server cuts the transfer.
    "without ranges or room": (CUTS + "max_ranges 0;", {"TMPDIR": "/nowhere"}),
}


@pytest.fixture(scope="module")
def songs(module_processes):
    """A long WAV file, its samples, and two songs of a minute."""
    folder = module_processes.folder / "songs"
    folder.mkdir()
    long = media.noise(folder / "long.wav", LENGTH, seed=0)
    for number in (0, 1):
        media.noise(folder / f"{number}.flac", 60 * 44_100, seed=number)
    return folder, decoded(long, LENGTH)


@pytest.mark.quick
@pytest.mark.parametrize("case", CASES)
def test_a_pause_during_which_the_server_cuts_the_transfer_loses_nothing(
    case, songs, play, processes, scratch, port, table
):
    folder, expected = songs
    settings, environment = CASES[case]
    server = nginx(processes, folder, port, settings)
    # Until the pause the server is slow, so that the pause is in time. The file would take a minute.
    relay = Relay(port, rate=512 << 10, is_narrow=True)
    output = scratch / "heard.pcm"
    player = play(
        "--position-interval", "0.2", "--output", f"pcm:{output}", relay.url("/long.wav"), **environment
    )
    player.wait("position")
    player.command("pause")
    player.wait("state", state="pause")
    relay.rate = None
    wait_for_cut(relay, server)
    assert 0 < output.stat().st_size < LENGTH * 4, "the pause did not hold back the rest"
    player.command("play")
    assert player.finish() in (0, 1)
    heard = read_pcm(output)
    lost = f"{player.codes[0]} at {len(heard)}" if player.codes else difference(heard, expected)
    table("A pause, nginx with send_timeout 2s", server=case, samples_off=lost, requests=relay.requests)
    if player.codes:
        # Without disk space the rest can't be read. The sound before the error is right.
        assert case == "without ranges or room" and player.codes == ["interrupted"]
        assert 0 < len(heard) and difference(heard, expected[: len(heard)]) == "0"
    else:
        assert lost == "0"


def wait_for_cut(relay, server):
    """Waits until nginx has cut the transfer, or has closed all connections and gets no more requests."""
    last, since = None, 0

    def is_cut():
        nonlocal last, since
        if (now := (relay.open, relay.requests)) != last:
            last, since = now, time.monotonic()
        is_quiet = relay.open == 0 and time.monotonic() - since > 3
        return is_quiet or "client timed out" in server.log.read_text()

    wait_for("nginx to cut or to finish the transfer", is_cut)


@pytest.mark.parametrize("case", ["with ranges", "without ranges"])
def test_a_prepared_track_begins_without_waiting_for_a_request(case, songs, play, processes, port):
    folder, _ = songs
    nginx(processes, folder, port, CASES[case][0])
    relay = Relay(port)
    player = play("--output", "null", relay.url("/0.flac"), relay.url("/1.flac"))
    player.wait("state", state="play")
    wait_for("nginx to close all connections", lambda: "/1.flac" in relay.paths and relay.open == 0)
    # From now on no request gets an answer.
    relay.passes.clear()
    mark = player.mark()
    player.command("next")
    player.wait("track", since=mark, index=1)
    player.wait("state", since=mark, state="play")
    player.wait("position", since=mark)
    relay.close()
    assert not player.codes
    player.quit()
