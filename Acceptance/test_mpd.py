"""Our server of MPD's protocol and MPD itself: with python-mpd2, mpc, a raw connection, and ncmpcpp."""

import hashlib
import os
import pty
import re
import shutil
import socket
import statistics
import struct
import subprocess
import termios
import threading
import time
from fcntl import ioctl

import mpd
import pytest
from support.media import encode, ffmpeg
from support.packages import need
from support.player import Serve
from support.processes import LIMIT, free_port, wait_for

pytestmark = pytest.mark.quick

SONGS = {"a": "first.flac", "b": "second.mp3", "c": "third.m4a"}

# Steps are commands with their arguments. {a}, {b} and {c} are songs, {version} is the version of the queue that the
# last `status` gave. `settle` waits for a state of playback, and for the place of the current song if there is one;
# `list:` sends several commands as one list.
PYTHON_STEPS = """
# The connection, and the server.
ping  commands  notcommands  urlhandlers  decoders  tagtypes  tagtypes|clear  tagtypes|enable|title  tagtypes
tagtypes|all  tagtypes|foo  status  stats  currentsong  clearerror  playlist
# The queue.
add|{a}  addid|{b}  addid|{c}|0  addid|{a}|99  add|nope.mp3  add|foo://bar  addid|nope.mp3  settle|tags  status
playlistinfo  playlistinfo|1  playlistinfo|0:2  playlistinfo|1:  playlistinfo|99  playlistinfo|2:1  playlistinfo|x
playlistid  playlistid|2  playlistid|77  playlist  plchanges|0  plchangesposid|0  plchanges|{version}  move|0|2
plchangesposid|{version}  status  moveid|1|0  moveid|77|0  move|0|99  move|0:2|1  swap|0|2  swap|0|9  swapid|1|2
swapid|1|77  plchangesposid|{version}  plchanges|x  playlistfind|title|nothing  playlistsearch|any|nothing
playlistfind|foo|x
# Ranges, priorities, tags.
shuffle|0:1  shuffle|9:12  rangeid|77|1:2  prio|5|0  prioid|5|1  addtagid|1|title|x  cleartagid|1
# Playback.
play|0  settle|play  status  currentsong  addid|{a}|+0  delete|1  addid|{a}|+99  move|2|-0  move|1|2  pause|1
settle|pause  pause|1  status  pause|0  settle|play  pause  settle|pause  next  settle|stop  status  previous
settle|stop  status  play|0  settle|play|0  next  settle|play|1  currentsong  previous  settle|play|0  currentsong
playid|2  settle|play  playid|77  play|99  play|x  seek|0|1.5  seek|9|1  seek|0|x  seekid|2|1  seekid|77|1
seekcur|2  seekcur|+1  seekcur|-1  seekcur|x  settle|play  status
# Stopped, and options.
stop  settle|stop  seekcur|1  next  previous  status  repeat|1  random|1  single|1  single|oneshot  single|0
consume|1  consume|0  random|0  repeat|0  repeat|2  single|5  consume|x  crossfade|3  status  crossfade|0
crossfade|-1  mixrampdb|-17  mixrampdelay|2
# Volume, outputs, messages.
setvol|40  status  setvol|101  volume|10  volume|-10  getvol  setvol|100  replay_gain_mode|track  replay_gain_status
replay_gain_mode|foo  replay_gain_mode|off  outputs  disableoutput|0  outputs  enableoutput|0  toggleoutput|0
toggleoutput|0  enableoutput|9  outputset|0|a|b  subscribe|chat  subscribe|chat  subscribe|a/b  channels
sendmessage|chat|hello  sendmessage|none|hello  readmessages  readmessages  unsubscribe|chat  unsubscribe|chat
# Stored playlists.
save|mix  save|mix  save|a/b  listplaylists  listplaylist|mix  listplaylistinfo|mix  listplaylist|none  load|mix
load|mix|0:1  load|none  playlistadd|mix|{a}  playlistadd|fresh|{b}  playlistadd|mix|nope.mp3  playlistmove|mix|0|1
playlistmove|mix|0|99  playlistdelete|mix|0  playlistdelete|mix|99  playlistclear|mix  listplaylist|mix
rename|mix|other  rename|other|fresh  rename|none|something  rm|other  rm|fresh  rm|none
searchaddpl|found|title|nothing
# The database: nothing of it is found.
lsinfo  lsinfo|nowhere  listall|nowhere  listallinfo|nowhere  listfiles|nowhere  find|title|nothing
search|title|nothing  find|foo|x  find|title  find|(title == 'x'  findadd|title|nothing  searchadd|title|nothing
list|artist|title|nothing  list|foo  count|title|nothing  update  rescan
# Files, stickers, mounts, partitions.
readcomments|nowhere.mp3  albumart|nowhere.mp3  readpicture|nowhere.mp3  getfingerprint|nowhere.mp3  binarylimit|10
binarylimit|4096  binarylimit|8192  sticker_get|song|x|y  sticker_set|song|x|y|z  sticker_delete|song|x|y
sticker_list|song|x  sticker_find|song|x|y  mount|x|y  unmount|x  listmounts  listneighbors  partition|default
partition|nowhere  listpartitions  newpartition|a/b  delpartition|nowhere  moveoutput|nowhere  password|wrong
config
# Lists of commands, and the end of the queue.
list:ping,status,ping  list:ping,next,ping  delete|99  delete|0:2  delete|x  deleteid|77  deleteid|3  rangeid|4|1:2
clear  status  play  status  pause  stop
"""

MPC_STEPS = """
version  status  add|{a}  add|{c}  settle|tags  play|1  insert|{b}  settle|tags  playlist  current  pause  toggle
pause-if-playing  stop
play  next  prev  cdprev  seek|1  seekthrough|+1  stop  repeat|on  repeat|off  random|on  random|off  single|on
single|off  consume|on  consume|off  volume|50  volume|+10  volume|100  crossfade|2  crossfade|0  mixrampdb|1
mixrampdelay|1  replaygain  replaygain|track  replaygain|off  outputs  disable|1  enable|1  toggleoutput|1
toggleoutput|1  move|1|2  searchplay|nothing-of-that-name  del|1  crop  shuffle  save|mpcmix  lsplaylists
load|mpcmix  rm|mpcmix  ls|nowhere  search|title|nothing  find|title|nothing  findadd|title|nothing
searchadd|title|nothing  list|artist|title|nothing  stats  update  channels  sendmessage|x|y  queued  clearerror
mount  listneighbors  partitions  sticker|x|get|y  prio|1|1  rescan  clear  status
"""

# The steps that our server answers differently on purpose, with the reason. (2) means the second time.
REFUSED = "our server has nothing like it, and refuses the command"
CURRENT = "a queue has a current entry before it is played, and after it was stopped"
PYTHON_DIFFERENCES = {
    "commands": "our server does not list commands that it refuses",
    "notcommands": "our server lists commands that it refuses",
    "urlhandlers": "our server opens only http and https",
    "decoders": "the engine does not name its decoders",
    "tagtypes": "our server lists the tags that its library has",
    "outputs": "the output has another name",
    "outputs (2)": "the output has another name",
    "lsinfo": "the folders are the services; there is no folder of music",
    "listfiles nowhere": "our server gives no paths of this machine",
    **dict.fromkeys(["list:ping,status,ping", *(f"status ({n})" for n in (2, 3, 6, 7, 10, 11))], CURRENT),
    **dict.fromkeys(
        ["prio 5 0", "prioid 5 1", "mixrampdb -17", "mixrampdelay 2", "getfingerprint nowhere.mp3", "newpartition a/b"],
        REFUSED,
    ),
}
MPC_DIFFERENCES = {"queued": CURRENT, **dict.fromkeys(["mixrampdb 1", "mixrampdelay 1", "prio 1 1"], REFUSED)}

# Methods of python-mpd2 that end the server or wait, and methods that are not commands.
NOT_COMPARED = {"kill", "close", "idle", "noidle"}
NO_COMMANDS = {
    "NOOP", "add_command", "remove_command", "command_list_end", "command_list_ok_begin", "connect", "disconnect",
    "fileno", "idletimeout", "timeout", "use_unicode", "outputvolume",
}

# Fields that depend on the file or on time, and fields of songs. They are not compared.
DROPPED = {
    "last-modified", "format", "audio", "bitrate", "mixrampdb", "updating_db", "uptime", "playtime", "db_playtime",
    "db_update", "mixrampdelay", "artists", "albums", "songs", "added", "partition", "title", "artist", "album",
    "duration", "name", "track", "genre", "date", "albumartist", "composer", "disc", "comment", "label", "performer",
}
FILE = r"\S+\.(flac|mp3|m4a)"


def steps(text):
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [step.split("|") for line in lines for step in line.split("  ") if step]


def normal(value):
    """An answer without the fields that may differ. For paths and positions only their presence is compared."""
    if isinstance(value, dict):
        kept = {}
        for key, inner in value.items():
            key = key.lower()
            if key in ("file", "elapsed", "playlist"):
                kept[key] = "*"
            elif key == "time":
                # Of a song it is the duration, of the status the position.
                if ":" in str(inner):
                    kept[key] = ":"
            elif key not in DROPPED:
                kept[key] = normal(inner)
        return kept
    if isinstance(value, (list, tuple)):
        return [normal(inner) for inner in value]
    if isinstance(value, str) and re.fullmatch(r"(file: )?(.*/.*|.*\.(flac|mp3|m4a))", value):
        return "*"
    return value


class Connection:
    """The protocol without a library that hides differences."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=LIMIT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.socket.makefile("rb")
        self.lines.readline()

    def send(self, command, *arguments):
        quoted = ['"' + one.replace("\\", "\\\\").replace('"', '\\"') + '"' for one in arguments]
        self.socket.sendall((" ".join([command, *quoted]) + "\n").encode())

    def receive(self):
        """The lines of an answer with the last one, and the bytes that came with them, if there are any."""
        lines, data = [], None
        for line in self.lines:
            lines.append(line.decode().rstrip("\n"))
            if lines[-1].startswith(("OK", "ACK")):
                return lines, data
            if lines[-1].startswith("binary: "):
                data = self.lines.read(int(lines[-1][8:]))
                self.lines.read(1)
        raise ConnectionError("closed")

    def ask(self, command, *arguments):
        self.send(command, *arguments)
        return self.receive()

    def last(self, command, *arguments):
        """The last line of an answer."""
        return self.ask(command, *arguments)[0][-1]

    def songs(self, command, *arguments):
        """The songs of an answer as lists of pairs, or the error."""
        lines, _ = self.ask(command, *arguments)
        if lines[-1] != "OK":
            return lines[-1]
        songs = []
        for line in lines[:-1]:
            name, value = line.split(": ", 1)
            if name == "file":
                songs.append([])
            songs[-1].append((name, value))
        return songs

    def first(self, command, *arguments):
        """The first song of an answer."""
        return dict(self.songs(command, *arguments)[0])


class Server:
    """One of the two servers. `songs` are the addresses of the songs. All other addresses begin with `folder`."""

    def __init__(self, port, folder=""):
        self.port, self.folder = port, folder
        self.songs = {letter: folder + name for letter, name in SONGS.items()}
        self.client = self.connect()
        self.version = "0"

    def connect(self):
        client = mpd.MPDClient()
        client.timeout = LIMIT
        client.connect("127.0.0.1", self.port)
        return client

    def fill(self, argument):
        for name, value in {**self.songs, "version": self.version}.items():
            argument = argument.replace("{" + name + "}", value)
        return argument

    def python(self, command, *arguments):
        """What python-mpd2 returns for a command."""
        arguments = [self.fill(argument) for argument in arguments]
        try:
            if command.startswith("list:"):
                self.client.command_list_ok_begin()
                for name in command[5:].split(","):
                    getattr(self.client, name)()
                return normal(self.client.command_list_end())
            if not hasattr(self.client, command):
                return Connection(self.port).ask(command, *arguments)
            result = getattr(self.client, command)(*arguments)
            if command == "status":
                self.version = result["playlist"]
            if command in ("update", "rescan"):
                return result.isdigit()
            return normal(list(result) if hasattr(result, "__next__") else result)
        except mpd.CommandError as error:
            return "error " + re.sub(r"entry/\d+|/" + FILE, "*", str(error))
        except (mpd.ConnectionError, mpd.ProtocolError, ConnectionError):
            self.client = self.connect()
            return "closed"

    def mpc(self, *arguments):
        """The exit status of mpc, followed by its output."""
        done = subprocess.run(
            ["mpc", "-h", "127.0.0.1", "-p", str(self.port), *map(self.fill, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT, stdin=subprocess.DEVNULL,
        )
        varying = r"\s*(Artists|Albums|Songs|Play Time|Uptime|DB Updated|DB Play Time):|Updating DB"
        text = re.sub(r"\d+:\d\d/\d+:\d\d \(\d+%\)", "T", done.stdout)
        lines = [line for line in text.splitlines() if not re.match(varying, line)]
        return [done.returncode, *(re.sub(r"entry/\d+|" + FILE, "*", line).rstrip() for line in lines)]

    def settle(self, state, song=None):
        """Waits for a state of playback, or until the tags of all entries are known, which changes the queue."""
        # Both servers close a connection that was idle for a minute, as that of the comparison may have been.
        client = self.connect()

        def is_reached():
            if state == "tags":
                return all("artist" in song for song in client.playlistinfo())
            status = client.status()
            is_there = status["state"] == state and song in (None, status.get("song"))
            return is_there and (state == "stop" or "duration" in status)

        wait_for(f"{state} at port {self.port}", is_reached)
        client.disconnect()


@pytest.fixture(scope="module")
def music(module_processes, root):
    """A folder with three long songs, and with three more: one with a cover, one beside a cover, one without."""
    folder = module_processes.folder / "music"
    for name in ("covers", "bare"):
        (folder / name).mkdir(parents=True)
    for name in SONGS.values():
        tags = {"title": name.split(".")[0], "artist": "Somebody"}
        encode(folder / name, "anullsrc", 300 * 44_100, "-ar", 8_000, "-ac", 1, "-b:a", "32k", tags=tags)
    shutil.copy(root / "Tests/Fixtures/Tags/comments.flac", folder / "covers/song.flac")
    shutil.copy(root / "Tests/Fixtures/seam-a.flac", folder / "covers/bare.flac")
    shutil.copy(root / "Tests/Fixtures/seam-a.flac", folder / "bare/bare.flac")
    ffmpeg("-f", "lavfi", "-i", "mandelbrot=size=160x160", "-frames:v", 1, folder / "covers/cover.png")
    return folder


def start_mpd(processes, music):
    need("mpd", "mpc")
    port, folder = free_port(), processes.folder
    (folder / "mpd.conf").write_text(f"""
music_directory "{music}"
playlist_directory "{folder}"
db_file "{folder}/db"
bind_to_address "127.0.0.1"
port "{port}"
audio_output {{
  type "null"
  name "PlayerKit"
  mixer_type "software"
}}
""")
    processes.start("mpd", "--no-daemon", "--stderr", folder / "mpd.conf", port=port)
    server = Server(port)
    server.client.update()
    wait_for("the songs", lambda: server.client.stats()["songs"] == "6" and "updating_db" not in server.client.status())
    return server


def start_ours(processes, playerkit, simulator, music):
    bases = {name: simulator.bases[key] for name, key in {
        "apple": "appleMusic", "deezer": "deezer", "itunes": "itunes", "radio": "radio",
    }.items()}
    bases |= dict.fromkeys(("archive", "podcast-index"), simulator.bases["control"] + "/none")
    # With a token, Apple Music is searched, and not the iTunes Store, which allows 20 requests a minute.
    token = {"APPLE_MUSIC_DEVELOPER_TOKEN": simulator.bases["developerToken"]}
    program = Serve(
        processes, playerkit, *(word for name, base in bases.items() for word in ("--api", f"{name}={base}")),
        "--output", "null", "--mpd", "127.0.0.1:0", "--allow", "files",
        "--playlists", processes.folder / "playlists.sqlite", environment=token,
    )
    server = Server(program.port("mpd"), f"{music}/")
    server.pid = program.pid
    return server


@pytest.fixture(scope="module")
def theirs(module_processes, music):
    return start_mpd(module_processes, music)


@pytest.fixture(scope="module")
def ours(module_processes, playerkit, simulator, music):
    return start_ours(module_processes, playerkit, simulator, music)


@pytest.fixture
def fresh(processes, playerkit, simulator, music):
    """Both servers, which have not given an id to any entry yet."""
    return start_ours(processes, playerkit, simulator, music), start_mpd(processes, music)


# Two clients.


def compare(program, text, fresh, differences, table):
    """Runs the same steps on both servers, and compares the results for a client."""
    ours, theirs = fresh
    found, times = {}, {}
    for command, *arguments in steps(text):
        if command == "settle":
            for server in fresh:
                server.settle(*arguments)
            continue
        step = " ".join([command, *arguments])
        times[step] = times.get(step, 0) + 1
        if times[step] > 1:
            step += f" ({times[step]})"
        answers = [getattr(server, program)(command, *arguments) for server in fresh]
        if answers[0] != answers[1]:
            found[step] = answers
        if program == "mpc" and command in ("play", "next", "prev", "cdprev", "toggle"):
            ours.settle(theirs.client.status()["state"])
    table(
        f"Answers of our server and of MPD {theirs.client.mpd_version}", client=program, compared=sum(times.values()),
        differ=len(found), of_these_on_purpose=len(found.keys() & differences.keys()),
    )
    assert {step: answers for step, answers in found.items() if step not in differences} == {}
    assert differences.keys() - found.keys() == set(), "these do not differ any more"


def test_python_mpd2_gets_the_same_answers_from_both_servers(fresh, table):
    compare("python", PYTHON_STEPS, fresh, PYTHON_DIFFERENCES, table)


def test_mpc_prints_the_same_with_both_servers(fresh, table):
    compare("mpc", MPC_STEPS, fresh, MPC_DIFFERENCES, table)


def test_every_command_of_python_mpd2_is_compared():
    offered = {name for name in dir(mpd.MPDClient) if not name.startswith("_")}
    assert offered - NO_COMMANDS - NOT_COMPARED - {step[0] for step in steps(PYTHON_STEPS)} == set()


# Results of searches. Our server searches services, so only the form of results is compared.

KNOWN_FIELDS = re.compile(
    r"(file|Last-Modified|Added|Format|Artist|ArtistSort|Album|AlbumSort|AlbumArtist|AlbumArtistSort|Title|"
    r"TitleSort|Track|Name|Genre|Mood|Date|OriginalDate|Composer|ComposerSort|Performer|Conductor|Work|"
    r"Ensemble|Movement|MovementNumber|ShowMovement|Location|Grouping|Comment|Disc|Label|MUSICBRAINZ_\w+|"
    r"Time|duration|Range|Pos|Id)"
)


def faults(songs, word):
    """The faults in the form of results."""
    if isinstance(songs, str) or not songs:
        return [f"no results: {songs}"]
    wrong = set()
    for song in songs:
        names, fields = [name for name, _ in song], dict(song)
        wrong |= {f"{name} is missing" for name in ("file", "Title", "Artist") if name not in names}
        wrong |= {f"{name} is unknown" for name in names if not KNOWN_FIELDS.fullmatch(name)}
        if names[0] != "file":
            wrong.add(f"{names[0]} is first")
        # MPD gives it after the tags.
        if "Time" in names and "Title" in names and names.index("Time") < names.index("Title"):
            wrong.add("Time is before the tags")
        if not re.fullmatch(r"\d+", fields.get("Time", "0")):
            wrong.add("Time is no whole number")
        if not re.fullmatch(r"\d+\.\d{3}", fields.get("duration", "0.000")):
            wrong.add(f"duration is {fields['duration']}")
        if word.lower() not in " ".join(fields.values()).lower():
            wrong.add(f"{word} is not in it")
    return sorted(wrong)


def finds_exactly(server, word):
    title = server.first("search", "title", word)["Title"]
    found = server.songs("find", "title", title)
    return bool(found) and all(dict(song)["Title"] == title for song in found)


def lists_with_a_filter(server, word):
    first = server.first("search", "title", word)
    lines, _ = server.ask("list", "artist", f'(title == "{first["Title"]}")')
    return {line.split(": ")[0] for line in lines[:-1]}, f"Artist: {first['Artist']}" in lines


def lists_by_groups(server, word):
    title = server.first("search", "title", word)["Title"]
    lines, _ = server.ask("list", "title", f'(title == "{title}")', "group", "artist")
    return [line.split(": ")[0] for line in lines[:2]]


def counts(server, word):
    lines, _ = server.ask("count", "title", server.first("search", "title", word)["Title"])
    return [line.split(": ")[0] for line in lines], lines[0] != "songs: 0"


def adds_a_result(server, word):
    server.ask("clear")
    result = server.first("search", "title", word, "window", "0:3")
    lines, _ = server.ask("addid", result["file"])
    queue = server.songs("playlistinfo")
    names = {name for name, _ in queue[0]}
    has_id = re.fullmatch(r"Id: \d+", lines[0]) is not None
    return has_id, len(queue), dict(queue[0])["Title"] == result["Title"], {"Pos", "Id"} <= names


def adds_all_results(server, word):
    server.ask("clear")
    count = len(server.songs("search", "title", word, "window", "0:10"))
    last = server.last("searchadd", "title", word, "window", "0:10")
    return last, len(server.songs("playlistinfo")) == count


def stores_results(server, word):
    server.ask("rm", "hits")
    last = server.last("searchaddpl", "hits", "title", word, "window", "0:5")
    songs = server.songs("listplaylistinfo", "hits")
    server.ask("rm", "hits")
    return last, songs[0][0][0]


QUESTIONS = {
    "the form of results": lambda server, word: faults(server.songs("search", "title", word), word),
    "search any": lambda server, word: bool(server.songs("search", "any", word)),
    "search with a filter": lambda server, word: bool(server.songs("search", f'(title contains "{word}")')),
    "a window of one": lambda server, word: len(server.songs("search", "title", word, "window", "0:1")),
    "a window after the end": lambda server, word: server.songs("search", "title", word, "window", "90000:90001"),
    "a window backwards": lambda server, word: server.last("search", "title", word, "window", "5:1"),
    "a sort": lambda server, word: isinstance(server.songs("search", "title", word, "sort", "Title"), list),
    "find is exact": finds_exactly,
    "find knows case": lambda server, word: server.songs("find", "title", "zZ" + word.swapcase() + "qQ"),
    "list with a filter": lists_with_a_filter,
    "list by groups": lists_by_groups,
    "count": counts,
    "a result is added": adds_a_result,
    "all results are added": adds_all_results,
    "results are stored in a playlist": stores_results,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_results_have_the_form_that_mpd_gives_them(ours, theirs, question):
    ask = QUESTIONS[question]
    assert ask(Connection(ours.port), "lighthouse") == ask(Connection(theirs.port), "second")


# Covers.

COVER_SONGS = ["covers/song.flac", "covers/bare.flac", "bare/bare.flac"]
COMMANDS = ["readpicture", "albumart"]


@pytest.fixture(scope="module")
def cover_songs(ours, theirs):
    """The addresses in the queues of both servers of a song with a cover, one next to a cover, and one without."""
    def addresses(server):
        connection = Connection(server.port)
        connection.ask("clear")
        for name in COVER_SONGS:
            assert connection.last("addid", server.folder + name) == "OK"
        songs = [dict(song)["file"] for song in connection.songs("playlistinfo")]
        return dict(zip(COVER_SONGS, songs, strict=True))

    return {server: addresses(server) for server in (ours, theirs)}


def cover(server, command, address, limit):
    """A cover that is read in pieces: size, type, number of pieces and digest, or the answer if there is none."""
    connection = Connection(server.port)
    connection.ask("binarylimit", str(limit))
    whole, pieces, size = b"", 0, None
    while size is None or len(whole) < size:
        lines, data = connection.ask(command, address, str(len(whole)))
        if data is None:
            return lines
        assert 0 < len(data) <= limit
        fields = dict(line.split(": ", 1) for line in lines[:-1])
        size = int(fields["size"])
        whole += data
        pieces += 1
    return size, fields.get("type"), pieces, hashlib.sha256(whole).hexdigest()


@pytest.mark.parametrize("limit", [64, 8_192, 1 << 20])
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("song", COVER_SONGS)
def test_covers_have_the_same_bytes(ours, theirs, cover_songs, song, command, limit):
    mine = cover(ours, command, cover_songs[ours][song], limit)
    # With our server an entry has one cover, which both commands give.
    if song == "covers/song.flac" and command == "albumart":
        assert mine[2:] == cover(theirs, "readpicture", cover_songs[theirs][song], limit)[2:]
    elif song == "covers/bare.flac" and command == "readpicture":
        assert mine[2:] == cover(theirs, "albumart", cover_songs[theirs][song], limit)[2:]
    else:
        assert mine == cover(theirs, command, cover_songs[theirs][song], limit)


@pytest.mark.parametrize("command", COMMANDS)
def test_bad_questions_for_covers_get_the_same_errors(ours, theirs, cover_songs, command):
    def answers(server):
        song = cover_songs[server]["covers/song.flac"]
        questions = [*((song, offset) for offset in ("100000000", "-1", "x", "")), ("nowhere.flac", "0"), ()]
        return [Connection(server.port).last(command, *question) for question in questions]

    assert answers(ours) == answers(theirs)


@pytest.mark.parametrize("limit", ["63", "0", "-1", "x"])
def test_bad_limits_for_pieces_get_the_same_error(ours, theirs, limit):
    assert Connection(ours.port).last("binarylimit", limit) == Connection(theirs.port).last("binarylimit", limit)


# The cost of waiting.


def latency(server, rounds=20):
    """The median time in milliseconds until a waiting client gets another client's change."""
    times = []
    waiting, other = Connection(server.port), Connection(server.port)
    other.ask("setvol", "60")
    for number in range(rounds + 1):
        waiting.send("idle", "mixer")
        # The server must also have begun to wait.
        time.sleep(0.02)
        before = time.perf_counter()
        other.send("setvol", str(20 + number % 2 * 20))
        waiting.receive()
        times.append((time.perf_counter() - before) * 1_000)
        other.receive()
    # Work before the first round may end it at once.
    return statistics.median(times[1:])


def test_a_client_that_waits_is_given_a_change_as_soon_as_by_mpd(ours, theirs, table):
    """Measures again if it was late. A busy machine delays one measurement, but not all of them."""
    rows = []

    def is_as_soon():
        rows.append((latency(ours), latency(theirs)))
        return rows[-1][0] <= rows[-1][1] + 5

    wait_for("a latency like that of MPD", is_as_soon)
    own, other = rows[-1]
    table("Latency of idle", ours=f"{own:.2f} ms", MPD=f"{other:.2f} ms", measurements=len(rows))


def switches(process):
    """How often each thread of a process has begun to wait."""
    counts = {}
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/status") as status:
            fields = dict(line.rstrip("\n").split(":\t", 1) for line in status)
        counts[task, fields["Name"]] = int(fields["voluntary_ctxt_switches"])
    return counts


def wakeups(process, seconds):
    """How often per second the threads of a process wake up."""
    before = switches(process)
    time.sleep(seconds)
    rates = {thread: (count - before.get(thread, 0)) / seconds for thread, count in switches(process).items()}
    # Swift's dispatch library checks its threads once a second, in each process that uses it.
    return sum(rate for (_, name), rate in rates.items() if name != "-qos.overcommit" or rate > 1.3)


def test_a_paused_player_with_a_client_that_waits_sleeps(fresh, table):
    """Measures again if they woke up. Threads of the dispatch library end some seconds after their last work."""
    ours, _ = fresh
    rates = []

    def sleeps():
        rates.append(wakeups(ours.pid, 4))
        return rates[-1] <= 1

    ours.python("add", "{a}")
    ours.python("play", "0")
    ours.settle("play")
    playing = wakeups(ours.pid, 1)
    assert playing > 10, "a player that plays wakes up: the measurement notices it"
    ours.python("pause", "1")
    ours.settle("pause")
    waiting = Connection(ours.port)
    waiting.send("idle")
    ours.client.disconnect()
    wait_for("a process that sleeps", sleeps)
    table("Wake-ups a second", playing=f"{playing:.0f}", paused_with_a_client_that_waits=f"{rates[-1]:.1f}")


# A client in a terminal.


def test_ncmpcpp_shows_and_controls_the_queue(ours, processes, scratch):
    need("ncmpcpp")
    client = ours.connect()
    client.clear()
    for song in ours.songs.values():
        client.add(song)
    ours.settle("tags")
    terminal, end = pty.openpty()
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 120, 0, 0))
    program = processes.start(
        "ncmpcpp", "-q", "-h", "127.0.0.1", "-p", ours.port, stdin=end, stdout=end, stderr=end,
        env={"TERM": "xterm", "HOME": str(scratch), "XDG_CONFIG_HOME": str(scratch), "LANG": "C.UTF-8"},
    )
    os.close(end)
    shown = bytearray()

    def read():
        try:
            while data := os.read(terminal, 4_096):
                shown.extend(data)
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()

    def text():
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]", "", shown.decode(errors="replace"))

    def shows(word):
        wait_for(f"{word!r} on the terminal", lambda: word in text())

    def press(keys, **status):
        os.write(terminal, keys.encode())
        wait_for(f"{status} after {keys!r}", lambda: status.items() <= client.status().items())

    for song in client.playlistinfo():
        shows(song["title"])
    press("\r", state="play", song="0")
    press("p", state="pause")
    press("p", state="play")
    press(">", song="1")
    press("r", repeat="1")
    shows("Repeat mode is on")
    press("r", repeat="0")
    client.setvol(50)
    del shown[:]
    client.setvol(77)
    shows("77")
    press("s", state="stop")
    os.write(terminal, b"q")
    assert program.wait(LIMIT) == 0
