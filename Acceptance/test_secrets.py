"""Marked secrets in the environment, in items, and in answers of a server: no output, no file of others, no argument of
a program, and no crash report shows them. Files and folders are private from the moment when they exist."""

import base64
import http.server
import json
import os
import pathlib
import re
import signal
import stat
import sys
import threading

import pytest

from support.packages import need
from support.player import own_folders
from support.processes import wait_for
from support.web import WebPlayer, tone

MARK = "geheim0123456789GEHEIM"
FORMS = [MARK, base64.b64encode(MARK.encode()).decode(), base64.b64encode(f"id:{MARK}".encode()).decode()]
SECRETS = [
    "APPLE_MUSIC_USER_TOKEN", "JELLYFIN_PASSWORD", "JELLYFIN_TOKEN", "LASTFM_API_KEY", "LASTFM_API_SECRET",
    "LISTENBRAINZ_TOKEN", "PODCASTINDEX_KEY", "PODCASTINDEX_SECRET", "SOUNDCLOUD_CLIENT_SECRET", "SPOTIFY_CLIENT_SECRET",
    "SUBSONIC_PASSWORD", "WEBDAV_PASSWORD", "YOUTUBE_API_KEY",
]
SERVICES = [
    "apple", "spotify", "spotify-accounts", "deezer", "soundcloud", "soundcloud-accounts", "itunes", "subsonic",
    "webdav", "jellyfin", "radio", "podcast-index", "archive", "youtube", "lastfm", "listenbrainz", "musicbrainz",
]


def shown(text):
    """The lines in which a secret is."""
    return [line[:300] for line in text.splitlines() if any(form in line for form in FORMS)]


def files_with_the_mark(folder):
    files = [path for path in pathlib.Path(folder).rglob("*") if path.is_file()]
    return {path.name for path in files if any(form.encode() in path.read_bytes() for form in FORMS)}


@pytest.fixture
def echo():
    """A server that refuses each request, and sends all of it back."""

    class Echo(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            said = f"{self.path} {self.headers} {body.decode(errors='replace')}"
            self.server.heard.append(said)
            data = json.dumps({"error": {"status": 400, "message": said}, "error_description": said, "message": said})
            self.send_response([400, 401, 403, 429, 500][len(self.server.heard) % 5])
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data.encode())))
            self.end_headers()
            self.wfile.write(data.encode())

        do_POST = do_PUT = do_HEAD = do_GET

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads, server.heard = True, []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def environment(scratch, echo):
    """Marked secrets for all services, which are all that server."""
    address = f"http://127.0.0.1:{echo.server_port}"
    names = {f"{name}_USER": "ann" for name in ("SUBSONIC", "WEBDAV", "JELLYFIN")}
    addresses = {f"{name}_URL": address for name in ("SUBSONIC", "WEBDAV", "JELLYFIN")}
    plain = {f"{name}_ALLOW_PLAIN_PASSWORD": "1" for name in ("SUBSONIC", "WEBDAV", "JELLYFIN")}
    clients = {"SPOTIFY_CLIENT_ID": "id", "SOUNDCLOUD_CLIENT_ID": "id"}
    marked = {name: MARK for name in SECRETS}
    return {**own_folders(scratch), **names, **addresses, **plain, **clients, **marked, "PLAYERKIT_LOG": "trace"}


@pytest.fixture
def bases(echo):
    address = f"http://127.0.0.1:{echo.server_port}"
    return [word for name in SERVICES for word in ("--api", f"{name}={address}/{name}")]


@pytest.fixture
def command(processes, playerkit, environment):
    """Runs `playerkit`, and returns all that it wrote."""

    def command(*arguments):
        output, _ = processes.run(playerkit, *arguments, env=environment, is_checked=False)
        logs = "".join(path.read_text(errors="replace") for path in sorted(processes.logs.iterdir()))
        return output.decode(errors="replace") + logs

    return command


COMMANDS = {
    "search": ["--limit", "2", "love"],
    "resolve": ["spotify:track:4uLU6hMCjMI75M1A2tKUQC", "subsonic:1", "youtube:aB3_-xyZ09k", "jellyfin:1", "soundcloud:1"],
    "info": ["subsonic:1", "soundcloud:1"],
    "play": ["--output", "null", "subsonic:1", "spotify:track:4uLU6hMCjMI75M1A2tKUQC", "soundcloud:1"],
    "export": ["list.m3u8", "spotify:album:4aawyAB9vmqN3uQ7FjRGTy"],
}


@pytest.mark.quick
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_shows_a_credential_that_a_server_sends_back(command, echo, bases, environment, scratch, name):
    words = COMMANDS[name]
    if name == "export":
        words = [str(scratch / words[0]), *words[1:]]
    said = command(name, *bases, *words)
    assert shown(said) == []
    assert any(shown(heard) for heard in echo.heard), "no secret was sent at all"
    assert files_with_the_mark(environment["HOME"]) == set()


@pytest.mark.quick
def test_a_player_shows_no_part_of_a_secret_address(serve, scratch, echo):
    address = f"http://ann:{MARK}@127.0.0.1:{echo.server_port}/a.mp3?token={MARK}"
    (scratch / "list.m3u").write_text(f"{address}\n{tone(scratch / 'tone.wav')}\n")
    queue = scratch / "queue"
    queue.mkdir()
    player = WebPlayer(serve, [scratch / "list.m3u"], "--queue", queue / "queue.sqlite", PLAYERKIT_LOG="trace")
    client = player.connect()
    state = client.until("state", lambda state: state["state"] == "play")
    client.send({"id": 1, "do": "window", "from": 0, "count": 10})
    window = client.until("window")
    assert shown(json.dumps([state, window])) == []
    assert player.program.end() in (0, 130, 143)
    log = player.program.process.log.read_text(errors="replace")
    assert shown(log + json.dumps(player.program.events)) == []
    # The queue can play the item again, so its own file has the address. It is private.
    assert files_with_the_mark(queue) and files_with_the_mark(scratch / "home") == set()
    assert {stat.S_IMODE(path.stat().st_mode) for path in queue.iterdir()} == {0o600}


@pytest.mark.quick
def test_programs_get_no_secret_as_an_argument(play, scratch):
    """Other users of the machine see arguments in `ps`."""
    program = scratch / "yt-dlp"
    program.write_text(f"#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/cmdline >> {scratch}/arguments\ncat >> {scratch}/input\nexit 1\n")
    program.chmod(0o755)
    player = play("--output", "null", "--yt-dlp", program, "--queue", scratch / "queue.sqlite")
    player.command(f"add https://pages.example/watch?token={MARK}")
    player.command("play")
    wait_for("the program's input", lambda: (scratch / "input").exists() and MARK in (scratch / "input").read_text())
    assert shown((scratch / "arguments").read_text()) == []
    assert shown(pathlib.Path(f"/proc/{player.pid}/cmdline").read_text().replace("\0", "\n")) == []
    player.quit()
    assert shown(json.dumps(player.events)) == []


def test_a_crash_report_has_no_secret(play, scratch, environment, echo):
    # The report of Swift's runtime has a stack, registers, and the memory at their addresses.
    player = play(
        "--output", "null", tone(scratch / "tone.wav"), **environment,
        SWIFT_BACKTRACE="enable=yes,color=no,interactive=no,symbolicate=off",
    )
    player.wait("state", state="play")
    player.command(f"add http://127.0.0.1:{echo.server_port}/a.mp3?token={MARK}")
    wait_for("the request", lambda: any(map(shown, echo.heard)))
    player.process.send_signal(signal.SIGSEGV)
    log = player.process.log
    wait_for("the report", lambda: "Backtrace took" in log.read_text(errors="replace"), limit=300)
    player.process.kill()
    assert shown(log.read_text(errors="replace")) == []


# Permissions.

CREATES = re.compile(
    r'(?:open|openat|creat|mkdir|mkdirat|mknod|mknodat)\((?:[\w-]+, )?"([^"]+)", (?:[\w|]*O_CREAT[\w|]*, )?0?(\d+)'
)


def created(trace, folder):
    """The mode with which each file and folder below a folder was created first."""
    modes = {}
    for match in CREATES.finditer(trace.read_text(errors="replace")):
        path = match[1] if match[1].startswith("/") else f"{folder}/{match[1]}"
        if path.startswith(f"{folder}/"):
            modes.setdefault(path, int(match[2], 8))
    return modes


def traced(processes, scratch, mask, *command, **environment):
    """Runs a program under a umask. Returns the modes with which it created something."""
    need("strace")
    trace = scratch / f"trace-{mask}"
    folder = scratch / "private"
    folder.mkdir(exist_ok=True)
    calls = "openat,open,creat,mkdir,mkdirat,mknod,mknodat"
    run = f"import os, sys; os.umask({mask}); os.chdir(sys.argv[1]); os.execvp(sys.argv[2], sys.argv[2:])"
    processes.run(
        sys.executable, "-c", run, folder, "strace", "-f", "-qq", "-o", trace, "-e", f"trace={calls}", *command,
        env=environment, limit=300,
    )
    return created(trace, folder), folder


def check(modes, folder):
    assert modes, "nothing was created"
    open_to_others = {path: oct(mode) for path, mode in modes.items() if mode & 0o077}
    assert open_to_others == {}
    for path in folder.rglob("*"):
        kind = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.lstat().st_mode) == kind, path


@pytest.mark.quick
@pytest.mark.parametrize("mask", [0, 0o077], ids=oct)
@pytest.mark.parametrize("what", ["queue-file", "queue-sqlite", "playlists-file", "playlists-sqlite", "outbox", "token", "cache"])
def test_stores_are_private_from_the_beginning(processes, playerkit, scratch, what, mask):
    torture = pathlib.Path(playerkit).parent / "Torture"
    check(*traced(processes, scratch, mask, torture, "failing", "write", what, scratch / "private"))


@pytest.mark.quick
@pytest.mark.parametrize("mask", [0, 0o077], ids=oct)
def test_what_the_command_line_creates_is_private_from_the_beginning(processes, playerkit, scratch, mask):
    music = scratch / "music"
    music.mkdir()
    song = tone(music / "tone.wav", seconds=1)
    home = {f"XDG_{kind}_HOME": str(scratch / "private" / kind) for kind in ("STATE", "DATA", "CACHE", "CONFIG")}
    home["HOME"] = str(scratch / "private/home")
    for arguments in (
        ["library", "add", music],
        ["export", "list.m3u8", f"http://a.example/x.mp3?token={MARK}"],
        ["play", "--output", "null", "--queue", "queue.sqlite", "--cache", "cache", song],
    ):
        check(*traced(processes, scratch, mask, playerkit, *arguments, **home))


def test_a_file_that_is_open_at_first_would_be_found(processes, scratch):
    late = "import os; open('late', 'w').close(); os.chmod('late', 0o600)"
    modes, folder = traced(processes, scratch, 0, sys.executable, "-c", late)
    with pytest.raises(AssertionError, match="late"):
        check(modes, folder)
