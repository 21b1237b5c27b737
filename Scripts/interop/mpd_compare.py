"""Has the same done by our server and by MPD itself, by python-mpd2 and by mpc, and compares the answers.

Usage: mpd_compare.py OURS THEIRS MUSIC DIFFERENCES [sample]

OURS and THEIRS are ports. Where the answers differ, the step has to be in the file DIFFERENCES, and what is
there has to differ.
"""

import os
import re
import socket
import statistics
import subprocess
import sys
import time

import mpd

# What depends on the file and on time, and is compared by being there, or not at all.
DROPPED = {
    "last-modified", "format", "audio", "bitrate", "mixrampdb", "updating_db", "uptime", "playtime",
    "db_playtime", "db_update", "mixrampdelay", "artists", "albums", "songs", "added", "partition",
}
SONG = {"file", "title", "artist", "album", "time", "duration", "name", "track", "genre", "date",
        "albumartist", "composer", "disc", "comment", "label", "performer"}


def normal(value):
    if isinstance(value, dict):
        kept = {}
        for key, inner in value.items():
            key = key.lower()
            if key in DROPPED or key in SONG - {"file", "time"}:
                continue
            if key == "file":
                kept[key] = "*"
            elif key == "time":
                # Of a song it is its length, of the status where it is.
                if ":" in str(inner):
                    kept[key] = ":"
            elif key in ("elapsed", "playlist"):
                kept[key] = "*"
            else:
                kept[key] = normal(inner)
        return kept
    if isinstance(value, (list, tuple)):
        return [normal(inner) for inner in value]
    if isinstance(value, str) and re.fullmatch(r"(file: )?(.*/.*|.*\.(flac|mp3|m4a))", value):
        return "*"
    return value


class Side:
    def __init__(self, port, uris):
        self.port = port
        self.uris = uris
        self.client = self.connect()
        self.version = "0"

    def connect(self):
        client = mpd.MPDClient()
        client.timeout = 20
        client.connect("127.0.0.1", self.port)
        return client

    def run(self, command, arguments):
        arguments = [self.fill(argument) for argument in arguments]
        try:
            if command.startswith("list:"):
                self.client.command_list_ok_begin()
                for name in command[5:].split(","):
                    getattr(self.client, name)()
                return normal(self.client.command_list_end())
            if not hasattr(self.client, command):
                return self.raw(command, arguments)
            result = getattr(self.client, command)(*arguments)
            if command == "status":
                self.version = result["playlist"]
            if command in ("update", "rescan"):
                return result.isdigit()
            return normal(result if not hasattr(result, "__next__") else list(result))
        except mpd.CommandError as error:
            return "error " + re.sub(r"entry/\d+|/\S+\.(flac|mp3|m4a)", "*", str(error))
        except (mpd.ConnectionError, mpd.ProtocolError) as error:
            self.client = self.connect()
            return "closed"
        except TimeoutError:
            self.client = self.connect()
            return "no answer"

    def raw(self, command, arguments):
        """What python-mpd2 has no method for."""
        quoted = ['"' + argument.replace('"', '\\"') + '"' for argument in arguments]
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            lines = connection.makefile("rw", encoding="utf-8", newline="\n")
            lines.readline()
            lines.write(" ".join([command, *quoted]) + "\n")
            lines.flush()
            answer = []
            for line in lines:
                answer.append(line.rstrip("\n"))
                if line.startswith(("OK", "ACK")):
                    break
            return answer

    def fill(self, argument):
        if isinstance(argument, str):
            for letter, uri in self.uris.items():
                argument = argument.replace("{" + letter + "}", uri)
            argument = argument.replace("{version}", self.version)
        return argument

    def settle(self, state):
        """Waits until playback is what was commanded: both begin in their own time. What stays stopped has
        come to an end."""
        deadline = time.time() + (10 if state == "tags" else 2)
        while time.time() < deadline:
            if state == "tags":
                # What is found out of an entry changes the queue.
                if all("artist" in song for song in self.client.playlistinfo()):
                    return
                time.sleep(0.05)
                continue
            status = self.client.status()
            if status["state"] == state and (state == "stop" or "duration" in status):
                return
            time.sleep(0.05)

    def mpc(self, arguments):
        arguments = [self.fill(argument) for argument in arguments]
        try:
            done = subprocess.run(
                ["mpc", "-h", "127.0.0.1", "-p", str(self.port), *arguments],
                capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return ["no answer"]
        text = done.stdout + done.stderr
        text = re.sub(r"\d+:\d\d/\d+:\d\d \(\d+%\)", "T", text)
        lines = []
        for line in text.splitlines():
            if re.match(r"\s*(Artists|Albums|Songs|Play Time|Uptime|DB Updated|DB Play Time):", line):
                continue
            if line.startswith("Updating DB"):
                continue
            lines.append(re.sub(r"entry/\d+|\S+\.(flac|mp3|m4a)", "*", line).rstrip())
        return [done.returncode, *lines]


# A step is a command with its arguments, or `settle` with a state.
STEPS = [line.split("|") for line in """
ping
commands
notcommands
urlhandlers
decoders
tagtypes
tagtypes|clear
tagtypes|enable|title
tagtypes
tagtypes|all
tagtypes|foo
status
stats
currentsong
clearerror
playlist
add|{a}
addid|{b}
addid|{c}|0
addid|{a}|99
add|nope.mp3
add|foo://bar
addid|nope.mp3
settle|tags
status
playlistinfo
playlistinfo|1
playlistinfo|0:2
playlistinfo|1:
playlistinfo|99
playlistinfo|2:1
playlistinfo|x
playlistid
playlistid|2
playlistid|77
playlist
plchanges|0
plchangesposid|0
plchanges|{version}
move|0|2
plchangesposid|{version}
status
moveid|1|0
moveid|77|0
move|0|99
move|0:2|1
swap|0|2
swap|0|9
swapid|1|2
swapid|1|77
plchangesposid|{version}
plchanges|x
playlistfind|title|nothing
playlistsearch|any|nothing
playlistfind|foo|x
shuffle|0:1
shuffle|9:12
rangeid|77|1:2
prio|5|0
prioid|5|1
addtagid|1|title|x
cleartagid|1
play|0
settle|play
status
currentsong
addid|{a}|+0
delete|1
addid|{a}|+99
move|2|-0
move|1|2
pause|1
settle|pause
pause|1
status
pause|0
settle|play
pause
settle|pause
next
settle|play
status
previous
settle|play
status
playid|2
settle|play
playid|77
play|99
play|x
seek|0|1.5
seek|9|1
seek|0|x
seekid|2|1
seekid|77|1
seekcur|2
seekcur|+1
seekcur|-1
seekcur|x
status
stop
settle|stop
seekcur|1
next
previous
status
repeat|1
random|1
single|1
single|oneshot
single|0
consume|1
consume|0
random|0
repeat|0
repeat|2
single|5
consume|x
crossfade|3
status
crossfade|0
crossfade|-1
mixrampdb|-17
mixrampdelay|2
setvol|40
status
setvol|101
volume|10
volume|-10
getvol
setvol|100
replay_gain_mode|track
replay_gain_status
replay_gain_mode|foo
replay_gain_mode|off
outputs
disableoutput|0
outputs
enableoutput|0
toggleoutput|0
toggleoutput|0
enableoutput|9
outputset|0|a|b
subscribe|chat
subscribe|chat
subscribe|a/b
channels
sendmessage|chat|hello
sendmessage|none|hello
readmessages
readmessages
unsubscribe|chat
unsubscribe|chat
save|mix
save|mix
save|a/b
listplaylists
listplaylist|mix
listplaylistinfo|mix
listplaylist|none
load|mix
load|mix|0:1
load|none
playlistadd|mix|{a}
playlistadd|fresh|{b}
playlistadd|mix|nope.mp3
playlistmove|mix|0|1
playlistmove|mix|0|99
playlistdelete|mix|0
playlistdelete|mix|99
playlistclear|mix
listplaylist|mix
rename|mix|other
rename|other|fresh
rename|none|something
rm|other
rm|fresh
rm|none
searchaddpl|found|title|nothing
lsinfo
lsinfo|nowhere
listall|nowhere
listallinfo|nowhere
listfiles|nowhere
find|title|nothing
search|title|nothing
find|foo|x
find|title
find|(title == 'x'
findadd|title|nothing
searchadd|title|nothing
list|artist|title|nothing
list|foo
count|title|nothing
update
rescan
readcomments|nowhere.mp3
albumart|nowhere.mp3
readpicture|nowhere.mp3
getfingerprint|nowhere.mp3
binarylimit|10
binarylimit|4096
binarylimit|8192
sticker_get|song|x|y
sticker_set|song|x|y|z
sticker_delete|song|x|y
sticker_list|song|x
sticker_find|song|x|y
mount|x|y
unmount|x
listmounts
listneighbors
partition|default
partition|nowhere
listpartitions
newpartition|a/b
delpartition|nowhere
moveoutput|nowhere
password|wrong
config
list:ping,status,ping
list:ping,next,ping
delete|99
delete|0:2
delete|x
deleteid|77
deleteid|3
rangeid|4|1:2
clear
status
play
status
pause
stop
""".strip().splitlines()]

# What is not run: it ends the server, or waits (and is measured below).
NOT_RUN = {"kill", "close", "idle", "noidle"}
# What of python-mpd2's is no command.
OWN = {
    "NOOP", "add_command", "remove_command", "command_list_end", "command_list_ok_begin", "connect",
    "disconnect", "fileno", "idletimeout", "timeout", "use_unicode", "outputvolume",
}

MPC = [line.split("|") for line in """
version
status
add|{a}
add|{c}
play|1
insert|{b}
playlist
current
pause
toggle
pause-if-playing
stop
play
next
prev
cdprev
seek|1
seekthrough|+1
stop
repeat|on
repeat|off
random|on
random|off
single|on
single|off
consume|on
consume|off
volume|50
volume|+10
volume|100
crossfade|2
crossfade|0
mixrampdb|1
mixrampdelay|1
replaygain
replaygain|track
replaygain|off
outputs
disable|1
enable|1
toggleoutput|1
toggleoutput|1
move|1|2
searchplay|nothing-of-that-name
del|1
crop
shuffle
save|mpcmix
lsplaylists
load|mpcmix
rm|mpcmix
ls|nowhere
search|title|nothing
find|title|nothing
findadd|title|nothing
searchadd|title|nothing
list|artist|title|nothing
stats
update
channels
sendmessage|x|y
queued
clearerror
mount
listneighbors
partitions
sticker|x|get|y
prio|1|1
rescan
clear
status
""".strip().splitlines()]


class Raw:
    """A connection without python-mpd2, which can't begin to wait and do something else."""

    def __init__(self, side):
        self.socket = socket.create_connection(("127.0.0.1", side.port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.socket.makefile("rb")
        self.lines.readline()

    def send(self, text):
        self.socket.sendall(text.encode() + b"\n")

    def answer(self):
        while not self.lines.readline().startswith((b"OK", b"ACK")):
            pass


def latency(side, rounds):
    """How long it takes until one client hears of what another one did, in ms."""
    times = []
    waiter, other = Raw(side), Raw(side)
    waiter.send("idle mixer")
    other.send("setvol 60")
    waiter.answer()
    other.answer()
    for number in range(rounds):
        waiter.send("idle mixer")
        # It waits by now, on the other side of the wire, too.
        time.sleep(0.02)
        before = time.perf_counter()
        other.send(f"setvol {20 + number % 2 * 20}")
        waiter.answer()
        times.append((time.perf_counter() - before) * 1000)
        other.answer()
    return statistics.median(times), max(times)


def wakeups(side, pid, seconds):
    """How often a second the threads of a process run while it is paused and a client waits."""
    waiter = Raw(side)
    side.run("clear", [])
    side.run("add", ["{a}"])
    side.run("play", ["0"])
    side.settle("play")
    side.run("pause", ["1"])
    waiter.send("idle")
    side.client.disconnect()
    time.sleep(3)

    def counts():
        result = {}
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/status") as status:
                lines = status.read().splitlines()
            name = lines[0].split("\t")[1]
            result[task, name] = sum(
                int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt")
            )
        return result

    def stretch():
        before = counts()
        time.sleep(seconds)
        # Threads of the pool end by themselves.
        return {
            thread: (count - before.get(thread, 0)) / seconds for thread, count in counts().items()
        }

    # The quietest of a few: what went before has settled by then.
    rates = min((stretch() for _ in range(3)), key=lambda rates: sum(rates.values()))
    # Swift's dispatch library looks after its threads once a second, in each process that uses it.
    return sum(
        rate for (_, name), rate in rates.items() if name != "-qos.overcommit" or rate > 1.3
    )


def main():
    ours, theirs, music, differences = sys.argv[1:5]
    is_sample = "sample" in sys.argv[5:]
    names = sorted(name for name in os.listdir(music) if re.search(r"\.(flac|mp3|m4a)$", name))
    a = Side(int(ours), {l: os.path.join(music, n) for l, n in zip("abc", names)})
    b = Side(int(theirs), dict(zip("abc", names)))
    expected = {}
    for line in open(differences):
        line = line.strip()
        # The other program has those.
        if line and not line.startswith(("#", "hits ")):
            step, reason = line.split(": ", 1)
            expected[step] = reason
    found = {}
    count = 0

    times = {}

    def compare(step, left, right):
        nonlocal count
        count += 1
        times[step] = times.get(step, 0) + 1
        if times[step] > 1:
            step += f" (again, {times[step]})"
        if left != right:
            found[step] = (left, right)

    b.client.update()
    time.sleep(1)
    for step in STEPS:
        if step[0] == "settle":
            for side in (a, b):
                side.settle(step[1])
            continue
        name = "python " + " ".join(step)
        compare(name, a.run(step[0], step[1:]), b.run(step[0], step[1:]))

    covered = {step[0] for step in STEPS}
    offered = {name for name in dir(mpd.MPDClient) if not name.startswith("_")} - OWN
    missing = offered - covered - NOT_RUN
    if missing:
        print("commands of python-mpd2 that are not run:", ", ".join(sorted(missing)))

    for side in (a, b):
        side.run("clear", [])
        side.run("setvol", [100])
    for step in MPC:
        name = "mpc " + " ".join(step)
        compare(name, a.mpc(step), b.mpc(step))
        if step[0] in ("play", "next", "prev", "cdprev", "toggle"):
            time.sleep(0.4)

    failed = bool(missing)
    for step, (left, right) in found.items():
        if step not in expected:
            failed = True
            print(f"differs: {step}\n  ours:   {left}\n  theirs: {right}")
    for step in expected:
        if step not in found:
            failed = True
            print(f"does not differ any more: {step}")
    rounds = 20 if is_sample else 100
    own, other = latency(a, rounds), latency(b, rounds)
    print(
        f"MPD's protocol: {count} answers of ours and of MPD {b.client.mpd_version} compared,"
        f" {len(found)} differ, {len(found.keys() & expected.keys())} of them as is known; idle: {own[0]:.2f} ms (MPD: {other[0]:.2f} ms)"
    )
    if own[0] > other[0] + 5:
        failed = True
        print("idle is late")
    if pid := os.environ.get("PLAYERKIT_PID"):
        rate = wakeups(a, pid, 4 if is_sample else 10)
        print(f"paused, with a client that waits: {rate:.1f} wake-ups a second")
        failed = failed or rate > 1
    sys.exit(1 if failed else 0)


main()
