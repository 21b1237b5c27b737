"""Steers `playerkit play --mpris` by playerctl, gdbus and busctl, and counts its wake-ups.

    mpris.py PLAYERKIT FOLDER     on a session bus that is its own
"""

import glob
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import time
import wave

TOOL, FOLDER = sys.argv[1:]
NAME = "org.mpris.MediaPlayer2.playerkit"
PATH = "/org/mpris/MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"
failures = []


def check(what, is_so, detail=""):
    print(("ok   " if is_so else "FAIL ") + what + (f": {detail}" if detail != "" else ""))
    if not is_so:
        failures.append(what)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    return done.stdout.strip() if done.returncode == 0 else "error: " + done.stderr.strip()


def playerctl(*arguments):
    return run("playerctl", "-p", "playerkit", *arguments)


def gdbus(method, *arguments, to=NAME):
    return run("gdbus", "call", "--session", "--dest", to, "--object-path", PATH, "--method", method, *arguments)


def until(what, condition, limit=20):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        seen = condition()
        if seen:
            return seen
        time.sleep(0.02)
    check(what, False, "never happened")
    return None


def becomes(what, value, *arguments):
    """That playerctl says a value, soon."""
    said = None

    def says():
        nonlocal said
        said = playerctl(*arguments)
        return said == value

    if until(what, says, 5):
        check(what, True)
    else:
        print("     said last:", said)


def tone(name, seconds, frequency):
    path = os.path.join(FOLDER, name)
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        samples = (int(8000 * math.sin(2 * math.pi * frequency * n / 8000)) for n in range(seconds * 8000))
        file.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    return path


def begin(*options):
    return subprocess.Popen(
        [TOOL, "play", "--mpris", "--output", "null", "--json", *options, *files],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )


def switches(process):
    """How often each of its threads was put to sleep, or was interrupted."""
    counts = {}
    for path in glob.glob(f"/proc/{process.pid}/task/*/status"):
        try:
            with open(path) as status:
                lines = status.read().splitlines()
        except OSError:
            # It has just ended.
            continue
        name = lines[0].split("\t")[1]
        counts[path, name] = sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    return counts


def wakeups(process, seconds=4):
    """By thread, in the quietest stretch of a few: what is left after what went before has settled."""
    best = None
    for _ in range(3):
        before = switches(process)
        time.sleep(seconds)
        rates = {}
        for thread, count in switches(process).items():
            if count != before.get(thread, 0):
                rates[thread[1]] = rates.get(thread[1], 0) + (count - before.get(thread, 0)) / seconds
        if best is None or sum(rates.values()) < sum(best.values()):
            best = rates
        if not best:
            break
    # Swift's dispatch library looks after its threads once a second, in each process that uses it.
    return {name: rate for name, rate in best.items() if name != "-qos.overcommit" or rate > 1.3}


files = [tone(name + ".wav", 60, 300 + 50 * n) for n, name in enumerate(["one", "two", "three"])]
player = begin()
until("a player", lambda: "playerkit" in run("playerctl", "-l"))
follower = subprocess.Popen(
    ["playerctl", "-p", "playerkit", "--follow", "metadata", "--format", "{{status}} {{title}} {{volume}}"],
    stdout=subprocess.PIPE,
    text=True,
)

becomes("it plays", "Playing", "status")
becomes("the first track is shown", "one.wav", "metadata", "title")
check("its length is told", playerctl("metadata", "mpris:length") == "60000000", playerctl("metadata", "mpris:length"))
playerctl("pause")
becomes("pause", "Paused", "status")
playerctl("play")
becomes("play", "Playing", "status")
playerctl("play-pause")
becomes("play-pause", "Paused", "status")
playerctl("next")
becomes("next", "two.wav", "metadata", "title")
becomes("what is paused stays so", "Paused", "status")
playerctl("previous")
becomes("previous", "one.wav", "metadata", "title")
playerctl("position", "20")
check("position", abs(float(playerctl("position")) - 20) < 0.25, playerctl("position"))
playerctl("position", "5+")
check("position forward", abs(float(playerctl("position")) - 25) < 0.25, playerctl("position"))
playerctl("position", "10-")
check("position back", abs(float(playerctl("position")) - 15) < 0.25, playerctl("position"))
playerctl("volume", "0.5")
becomes("volume", "0.500000", "volume")
for value in ["Track", "Playlist", "None"]:
    playerctl("loop", value)
    becomes("loop " + value, value, "loop")
for value, shown in [("On", "On"), ("Off", "Off"), ("Toggle", "On"), ("Toggle", "Off")]:
    playerctl("shuffle", value)
    becomes("shuffle " + value, shown, "shuffle")
playerctl("play")
playerctl("stop")
becomes("stop", "Stopped", "status")
playerctl("play")
becomes("play after stop", "Playing", "status")
check("it begins at 0", float(playerctl("position")) < 3, playerctl("position"))
check("a file is refused", playerctl("open", "file:///etc/passwd").startswith("error"))
check("a private address is refused", playerctl("open", "http://127.0.0.1/a.mp3").startswith("error"))
check("the player is the active one", run("playerctl", "status") == "Playing")

text = run("gdbus", "introspect", "--session", "--dest", NAME, "--object-path", PATH)
for name in ["org.mpris.MediaPlayer2 {", PLAYER + " {", "org.mpris.MediaPlayer2.TrackList {", "Seeked", "PropertiesChanged"]:
    check("gdbus finds " + name.strip(" {"), name in text)
if shutil.which("busctl"):
    table = run("busctl", "--user", "introspect", NAME, PATH)
    check("busctl reads the properties", "PlaybackStatus" in table and '"Playing"' in table)

second = begin()
instance = f"{NAME}.instance{second.pid}"
until("a second one beside it", lambda: "instance" in run("playerctl", "-l"))
check("it has the number of its process", f"playerkit.instance{second.pid}" in run("playerctl", "-l"))
gdbus("org.mpris.MediaPlayer2.Quit", to=instance)
until("quit ends it", lambda: second.poll() is not None)
until("its name is gone", lambda: "instance" not in run("playerctl", "-l"))

playerctl("pause")
becomes("it pauses", "Paused", "status")
paused = wakeups(player)
check("paused, nothing wakes up", not paused, paused)
playerctl("stop")
becomes("it stops", "Stopped", "status")
stopped = wakeups(player)
check("stopped, nothing wakes up", not stopped, stopped)
check("it is still there", player.poll() is None)

follower.terminate()
lines = follower.communicate()[0].splitlines()
wanted = ["Playing one.wav 1.0", "Paused one.wav 1.0", "Paused two.wav 1.0", "Paused one.wav 0.5", "Stopped one.wav 0.5"]
rest = iter(lines)
check("who follows saw it all", all(any(line == want for line in rest) for want in wanted), lines)
player.terminate()
player.wait(10)
check("the end leaves no files", glob.glob(FOLDER + "/playerkit/*") == [])
print(json.dumps({"failed": failures, "wakeupsPaused": paused, "wakeupsStopped": stopped}))
sys.exit(1 if failures else 0)
