"""`playerkit play --mpris` is controlled by playerctl, gdbus and busctl on a session bus of the test."""

import glob
import os
import subprocess
import threading
import time

import pytest

from support.media import ffmpeg
from support.packages import need
from support.player import own_folders
from support.processes import wait_for
from support.sound import white_noise, write_wav

pytestmark = pytest.mark.quick

NAME = "org.mpris.MediaPlayer2.playerkit"
PATH = "/org/mpris/MediaPlayer2"
RATE = 8_000
TITLES = ["one.wav", "two.wav", "three.wav"]


class Desktop:
    """A session bus, the desktop's programs on it, and the players that a test starts."""

    def __init__(self, processes, playerkit, folder):
        need("dbus-daemon:dbus", "playerctl", "gdbus:libglib2.0-bin", "busctl:systemd")
        self.processes, self.playerkit, self.folder = processes, playerkit, folder
        folder.chmod(0o700)
        self.files = [write_wav(folder / name, white_noise(60 * RATE, channels=1), RATE) for name in TITLES]
        bus = f"unix:path={folder}/bus"
        self.environment = {"XDG_RUNTIME_DIR": str(folder), "DBUS_SESSION_BUS_ADDRESS": bus}
        processes.start("dbus-daemon", "--session", "--nofork", f"--address={bus}")
        wait_for("the session bus", (folder / "bus").exists)

    def start_player(self, *files):
        return self.processes.start(
            self.playerkit, "play", "--mpris", "--output", "null", "--json", *(files or self.files),
            env={**own_folders(self.folder), **self.environment}, stdin=subprocess.PIPE,
        )

    def run(self, *command):
        """The program's output, or `error: …`."""
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60, env={**os.environ, **self.environment}
        )
        return done.stdout.strip() if done.returncode == 0 else "error: " + done.stderr.strip()

    def playerctl(self, *arguments):
        return self.run("playerctl", "-p", "playerkit", *arguments)

    def players(self):
        return self.run("playerctl", "-l").split()

    def gdbus(self, method, to=NAME):
        return self.run("gdbus", "call", "--session", "--dest", to, "--object-path", PATH, "--method", method)

    def wait_for(self, value, *arguments):
        """Waits until playerctl prints a value."""
        wait_for(f"playerctl {' '.join(arguments)} to print {value}", lambda: self.playerctl(*arguments) == value)

    def wait_for_position(self, seconds):
        wait_for(f"position {seconds}", lambda: abs(float(self.playerctl("position")) - seconds) < 0.25)

    def pause(self):
        self.playerctl("pause")
        self.wait_for("Paused", "status")


@pytest.fixture
def desktop(processes, playerkit, scratch):
    return Desktop(processes, playerkit, scratch)


@pytest.fixture
def player(desktop):
    """A player that plays the first track."""
    process = desktop.start_player()
    wait_for("the player", lambda: "playerkit" in desktop.players())
    desktop.wait_for("Playing", "status")
    desktop.wait_for("one.wav", "metadata", "title")
    return process


def test_playerctl_shows_the_length_of_the_current_track(desktop, player):
    desktop.wait_for("60000000", "metadata", "mpris:length")


def test_playerctl_pauses_plays_and_toggles(desktop, player):
    desktop.pause()
    desktop.playerctl("play")
    desktop.wait_for("Playing", "status")
    desktop.playerctl("play-pause")
    desktop.wait_for("Paused", "status")
    desktop.playerctl("play-pause")
    desktop.wait_for("Playing", "status")


def test_next_and_previous_keep_a_paused_player_paused(desktop, player):
    desktop.pause()
    desktop.playerctl("next")
    desktop.wait_for("two.wav", "metadata", "title")
    assert desktop.playerctl("status") == "Paused"
    desktop.playerctl("previous")
    desktop.wait_for("one.wav", "metadata", "title")
    assert desktop.playerctl("status") == "Paused"


def test_playerctl_seeks_to_a_position_forward_and_back(desktop, player):
    desktop.pause()
    for argument, position in [("20", 20), ("5+", 25), ("10-", 15)]:
        desktop.playerctl("position", argument)
        desktop.wait_for_position(position)


def test_playerctl_sets_volume_loop_and_shuffle(desktop, player):
    desktop.playerctl("volume", "0.5")
    desktop.wait_for("0.500000", "volume")
    for value in ["Track", "Playlist", "None"]:
        desktop.playerctl("loop", value)
        desktop.wait_for(value, "loop")
    for value, shown in [("On", "On"), ("Off", "Off"), ("Toggle", "On"), ("Toggle", "Off")]:
        desktop.playerctl("shuffle", value)
        desktop.wait_for(shown, "shuffle")


def test_play_after_stop_starts_at_the_beginning(desktop, player):
    desktop.playerctl("position", "20")
    wait_for("the seek", lambda: float(desktop.playerctl("position")) >= 20)
    desktop.playerctl("stop")
    desktop.wait_for("Stopped", "status")
    before = time.monotonic()
    desktop.playerctl("play")
    desktop.wait_for("Playing", "status")
    position = float(desktop.playerctl("position"))
    assert position <= time.monotonic() - before


def test_open_refuses_files_and_private_addresses(desktop, player):
    assert desktop.playerctl("open", "file:///etc/passwd").startswith("error")
    assert desktop.playerctl("open", "http://127.0.0.1/a.mp3").startswith("error")


def test_playerctl_without_a_name_finds_the_player(desktop, player):
    assert desktop.run("playerctl", "status") == "Playing"


def test_gdbus_lists_the_interfaces(desktop, player):
    text = desktop.run("gdbus", "introspect", "--session", "--dest", NAME, "--object-path", PATH)
    interfaces = ["MediaPlayer2", "MediaPlayer2.Player", "MediaPlayer2.TrackList"]
    for name in [f"interface org.mpris.{interface} {{" for interface in interfaces] + ["Seeked", "PropertiesChanged"]:
        assert name in text


def test_busctl_reads_the_properties(desktop, player):
    table = desktop.run("busctl", "--user", "introspect", NAME, PATH)
    assert "PlaybackStatus" in table and '"Playing"' in table


def test_a_second_player_is_named_by_its_process_id_and_quits(desktop, player):
    second = desktop.start_player()
    name = f"playerkit.instance{second.pid}"
    wait_for("the second player", lambda: name in desktop.players())
    desktop.gdbus("org.mpris.MediaPlayer2.Quit", to=f"org.mpris.MediaPlayer2.{name}")
    wait_for("the end of the second player", lambda: second.poll() is not None)
    wait_for("the end of its name", lambda: name not in desktop.players())
    assert desktop.players() == ["playerkit"]


def test_a_follower_sees_every_change(desktop, player):
    follower = desktop.processes.start(
        "playerctl", "-p", "playerkit", "--follow", "metadata", "--format", "{{status}} {{title}} {{volume}}",
        env=desktop.environment, stdout=subprocess.PIPE, text=True,
    )
    lines = []
    threading.Thread(target=lambda: lines.extend(follower.stdout), daemon=True).start()

    def wait_for_line(text):
        wait_for(f"the follower to print {text}, after {lines}", lambda: lines and lines[-1].strip() == text)

    wait_for_line("Playing one.wav 1.0")
    for command, text in [
        (["pause"], "Paused one.wav 1.0"), (["next"], "Paused two.wav 1.0"),
        (["previous"], "Paused one.wav 1.0"), (["volume", "0.5"], "Paused one.wav 0.5"),
        (["stop"], "Stopped one.wav 0.5"),
    ]:
        desktop.playerctl(*command)
        wait_for_line(text)


def test_the_player_exports_the_cover_and_deletes_the_file_at_its_end(desktop):
    picture, song = desktop.folder / "cover.png", desktop.folder / "song.mp3"
    ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", 1, picture)
    ffmpeg(
        "-i", desktop.files[0], "-i", picture, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic",
        song,
    )
    player = desktop.start_player(song)
    wait_for("the player", lambda: "playerkit" in desktop.players())
    folder = desktop.folder / "playerkit"
    wait_for("the cover", lambda: desktop.playerctl("metadata", "mpris:artUrl").startswith(f"file://{folder}/"))
    assert list(folder.iterdir())
    player.terminate()
    player.wait(60)
    assert list(folder.glob("*")) == []


def switches(process):
    """How often each thread of a process went to sleep or was interrupted."""
    counts = {}
    for path in glob.glob(f"/proc/{process.pid}/task/*/status"):
        try:
            with open(path) as status:
                lines = status.read().splitlines()
        except OSError:
            continue  # The thread has just ended.
        counts[path, lines[0].split("\t")[1]] = sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    return counts


def wakeups(process, seconds=4):
    """The rate of wake-ups of each thread that had any."""
    before = switches(process)
    time.sleep(seconds)
    rates = {}
    for thread, count in switches(process).items():
        if count != before.get(thread, 0):
            rates[thread[1]] = rates.get(thread[1], 0) + (count - before.get(thread, 0)) / seconds
    # In every process that uses Swift's dispatch library, the library checks its threads once a second.
    return {name: rate for name, rate in rates.items() if name != "-qos.overcommit" or rate > 1.3}


@pytest.mark.parametrize("command, status", [("pause", "Paused"), ("stop", "Stopped")])
def test_a_player_that_is_paused_or_stopped_does_not_wake_up(desktop, player, command, status):
    playing = wakeups(player, 1)
    assert playing, "a playing player wakes up: otherwise the count is wrong"
    desktop.playerctl(command)
    desktop.wait_for(status, "status")
    # The first seconds may still have work of the command.
    wait_for("four seconds without a wake-up", lambda: not wakeups(player))
    assert player.poll() is None
