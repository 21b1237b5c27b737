#!/usr/bin/env python3
"""Plays stations of real servers with playerkit, and checks what it tells of them.

Icecast with an ffmpeg source (MP3, AAC, Ogg Vorbis, Opus, Ogg FLAC), MPD's httpd output and liquidsoap, all on
loopback, on free ports. What is not installed is left out, and the table says so. Prints a table; exits with 1
where a check failed.

    Scripts/servers/radio.py [--playerkit PATH] [--no-long-pause] [FORMAT …]
"""

import argparse
import array
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

FORMATS = {
    "mp3": ("audio/mpeg", "mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
    "aac": ("audio/aac", "adts", ["-c:a", "aac", "-b:a", "128k"]),
    "vorbis": ("application/ogg", "ogg", ["-c:a", "libvorbis", "-b:a", "128k"]),
    "opus": ("application/ogg", "ogg", ["-c:a", "libopus", "-b:a", "96k"]),
    "flac": ("application/ogg", "ogg", ["-c:a", "flac"]),
}
PASSWORD = "hackme"
LONG_PAUSE = 62
PATIENCE = 40


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what, condition, limit=PATIENCE):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    raise AssertionError(f"no {what} within {limit} s")


def stop(process):
    if process and process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Icecast:
    def __init__(self, folder):
        self.folder, self.port, self.process = folder, free_port(), None
        root = "/usr/share/icecast2"
        owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" if os.geteuid() == 0 else ""
        with open(f"{folder}/icecast.xml", "w") as config:
            config.write(f"""<icecast><limits><sources>10</sources><burst-size>65535</burst-size></limits>
<authentication><source-password>{PASSWORD}</source-password><admin-user>admin</admin-user>
<admin-password>{PASSWORD}</admin-password></authentication><hostname>localhost</hostname>
<listen-socket><port>{self.port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
<paths><basedir>{folder}</basedir><logdir>{folder}</logdir><webroot>{root}/web</webroot>
<adminroot>{root}/admin</adminroot></paths>
<logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
<security><chroot>0</chroot>{owner}</security></icecast>""")

    def start(self):
        self.process = subprocess.Popen(
            ["icecast2", "-c", f"{self.folder}/icecast.xml"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for("Icecast", lambda: listens(self.port))

    def stop(self):
        self.process.kill()
        self.process.wait()

    def url(self, mount):
        return f"http://127.0.0.1:{self.port}/{mount}"

    def has(self, mount):
        """Whether so much has come that a listener gets a burst."""
        try:
            with urllib.request.urlopen(self.url(mount), timeout=5) as answer:
                return len(answer.read(16_000)) == 16_000
        except OSError:
            return False

    def tell(self, mount, song):
        """What plays now, as sources of MP3 and AAC tell it."""
        query = urllib.parse.urlencode({"mount": f"/{mount}", "mode": "updinfo", "song": song})
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/admin/metadata?{query}")
        handler = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        handler.add_password(None, request.full_url, "admin", PASSWORD)
        urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(handler)).open(request, timeout=5).read()


class Source:
    """A tone that ffmpeg sends to Icecast in real time."""

    def __init__(self, icecast, format):
        self.icecast, self.format, self.process = icecast, format, None

    def start(self, tone, title):
        kind, muxer, codec = FORMATS[self.format]
        self.process = subprocess.Popen(
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-f", "lavfi", "-i", f"sine=frequency={tone}:sample_rate=44100",
             *codec, "-ice_name", "Test Radio", "-ice_genre", "Jazz", "-ice_url", "http://station.example/",
             "-metadata", f"title={title}", "-metadata", "artist=Somebody", "-content_type", kind, "-f", muxer,
             "-flush_packets", "1", f"icecast://source:{PASSWORD}@127.0.0.1:{self.icecast.port}/{self.format}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def is_ogg(self):
        return FORMATS[self.format][1] == "ogg"


class Player:
    def __init__(self, command, url, output="null"):
        self.events, self.begin = [], time.monotonic()
        self.process = subprocess.Popen(
            [command, "play", url, "--output", output, "--json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def say(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def of(self, kind, after=0):
        return [event for event in self.events[after:] if event["event"] == kind]

    def states(self, after=0):
        return [event["state"] for event in self.of("state", after)]

    def title(self):
        told = self.of("metadata")
        return told[-1].get("title") if told else None

    def wait(self, what, condition, limit=PATIENCE):
        def done():
            errors = self.of("error")
            assert not errors, f"{what}: error {errors[0]['code']}: {errors[0]['message']}"
            return condition()
        wait_for(what, done, limit)

    def stop(self):
        if self.process.poll() is None:
            self.say("quit")
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()


def tones(path):
    """The frequency in each tenth of a second of what was written, by its crossings of zero."""
    samples = array.array("h")
    with open(path, "rb") as file:
        data = file.read()
    samples.frombytes(data[: len(data) // 4 * 4])
    left, size, found = samples[::2], 4_410, []
    for start in range(0, len(left) - size, size):
        part = left[start:start + size]
        crossings = sum(1 for a, b in zip(part, part[1:]) if (a < 0) != (b < 0))
        found.append(crossings * 5)
    return found


def seconds_of(found, tone):
    return sum(1 for one in found if abs(one - tone) < tone * 0.05) / 10


class Row:
    def __init__(self, name):
        self.name, self.notes, self.failure = name, [], None

    def run(self, body):
        try:
            body(self)
        except Exception as error:  # whatever it is, it is this row's
            self.failure = f"{type(error).__name__}: {error}"

    def note(self, text):
        self.notes.append(text)


def check_begin(row, player, station):
    player.wait("sound", lambda: "play" in player.states())
    begin = next(event["t"] for event in player.of("state") if event["state"] == "play")
    row.note(f"sound after {begin:.2f} s")
    player.wait("three positions", lambda: len(player.of("position")) >= 3)
    first = player.of("position")[0]
    assert abs(first["position"] - 1) < 0.8, f"the first position is {first['position']}"
    assert all("duration" not in event for event in player.of("position")), "a live stream has a duration"
    if station:
        player.wait("a station", lambda: any(e.get("station") == station for e in player.of("metadata")))


def check_format(row, arguments, icecast, source, barrier):
    """Each step is one for all formats at once, as they share a server."""
    player = Player(arguments.playerkit, icecast.url(source.format))
    file = f"{icecast.folder}/{source.format}.pcm"
    recorder = Player(arguments.playerkit, icecast.url(source.format) + ".m3u", f"pcm:{file}")
    try:
        check_begin(row, player, "Test Radio")
        if not source.is_ogg():
            icecast.tell(source.format, "Somebody - It's 1")
        player.wait("a first title", lambda: (player.title() or "").endswith("1"))
        if not source.is_ogg():
            told = time.monotonic()
            icecast.tell(source.format, "Somebody - 1b")
            player.wait("another title", lambda: (player.title() or "").endswith("1b"))
            row.note(f"title heard {time.monotonic() - told:.1f} s after it was told")
        player.say("seek 5")
        time.sleep(1)

        # Only the source is gone. Icecast answers 404 then.
        mark = len(player.events)
        stop(source.process)
        player.wait("silence", lambda: "loadToPlay" in player.states(mark))
        time.sleep(3)
        source.start(880, "2")
        player.wait("sound again", lambda: player.states(mark)[-1:] == ["play"])
        if source.is_ogg():
            player.wait("a second title", lambda: player.title() == "2")
        row.note("source back")
        # The record is to have some of it.
        time.sleep(3)

        # The server is gone.
        barrier.wait(120)
        mark = len(player.events)
        if barrier.wait(10) == 0:
            icecast.stop()
        player.wait("silence", lambda: "loadToPlay" in player.states(mark))
        if barrier.wait(120) == 0:
            icecast.start()
        barrier.wait(60)
        stop(source.process)
        source.start(660, "3")
        player.wait("sound again", lambda: player.states(mark)[-1:] == ["play"])
        row.note("server back")
        time.sleep(4)
        recorder.stop()
        found = tones(file)
        heard = [seconds_of(found, tone) for tone in (440, 880, 660)]
        assert min(heard) > 1.5, f"heard of the three tones: {heard} s"
        row.note("heard %.0f + %.0f + %.0f s" % tuple(heard))
        before = player.of("position")
        assert all(a["position"] <= b["position"] for a, b in zip(before, before[1:])), "a position went back"

        # A short pause goes on where it was, a long one at the live edge.
        mark = len(player.events)
        player.say("pause")
        time.sleep(2)
        player.say("play")
        player.wait("sound after a pause", lambda: player.states(mark)[-1:] == ["play"])
        assert not player.of("discontinuity"), "a short pause lost something"
        if arguments.long_pause:
            player.say("pause")
            time.sleep(LONG_PAUSE)
            player.say("play")
            player.wait("the live edge", lambda: any(e["reason"] == "liveEdge" for e in player.of("discontinuity")))
            jump = player.of("discontinuity")[-1]
            row.note(f"live edge +{jump['position'] - jump['from']:.0f} s")
            player.wait("sound at the live edge", lambda: player.states()[-1:] == ["play"])
    except Exception:
        barrier.abort()
        raise
    finally:
        player.stop()
        recorder.stop()
        stop(source.process)


def make_music(folder):
    for number in (1, 2):
        subprocess.run(
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", f"sine=frequency={number * 440}:duration=8",
             "-metadata", f"title=Song {number}", "-metadata", "artist=Somebody", f"{folder}/{number}.flac"], check=True)


def check_other(row, arguments, url, titles):
    player = Player(arguments.playerkit, url)
    try:
        check_begin(row, player, None)
        if titles:
            player.wait("two titles", lambda: len({e.get("title") for e in player.of("metadata")} - {None}) >= 2, 60)
            row.note("titles told")
    finally:
        player.stop()


def check_mpd(row, arguments, folder):
    music = f"{folder}/music"
    os.makedirs(music)
    make_music(music)
    port, control = free_port(), free_port()
    with open(f"{folder}/mpd.conf", "w") as config:
        config.write(f'''music_directory "{music}"
db_file "{folder}/db"
log_file "{folder}/log"
bind_to_address "127.0.0.1"
port "{control}"
audio_output {{
  type "httpd"
  name "Test Radio"
  encoder "lame"
  bitrate "128"
  format "44100:16:2"
  port "{port}"
  bind_to_address "127.0.0.1"
  always_on "yes"
}}
''')
    mpd = subprocess.Popen(["mpd", "--no-daemon", f"{folder}/mpd.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for("MPD", lambda: listens(control))
        with socket.create_connection(("127.0.0.1", control)) as connection:
            stream = connection.makefile("rw")
            stream.readline()
            for command in ("update", "status", "add /", "repeat 1", "play"):
                if command == "add /":
                    time.sleep(3)
                stream.write(command + "\n")
                stream.flush()
                while not stream.readline().startswith(("OK", "ACK")):
                    pass
        wait_for("output of MPD", lambda: listens(port))
        check_other(row, arguments, f"http://127.0.0.1:{port}/", titles=True)
    finally:
        stop(mpd)


def check_liquidsoap(row, arguments, folder, format):
    music = f"{folder}/music"
    os.makedirs(music)
    make_music(music)
    port = free_port()
    encoder = {"mp3": "%mp3(bitrate=128)", "vorbis": "%vorbis(quality=0.5)"}[format]
    script = f"""settings.init.allow_root.set(true)
settings.harbor.bind_addrs.set(["127.0.0.1"])
s = mksafe(playlist(mode="normal", reload_mode="never", loop=true, "{music}"))
output.harbor({encoder}, port={port}, mount="live", s)
"""
    path = f"{folder}/station.liq"
    with open(path, "w") as file:
        file.write(script)
    process = subprocess.Popen(["liquidsoap", path], stdout=open(f"{folder}/log", "w"), stderr=subprocess.STDOUT)
    try:
        wait_for("liquidsoap", lambda: listens(port), 180)
        check_other(row, arguments, f"http://127.0.0.1:{port}/live", titles=True)
    finally:
        stop(process)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", default=list(FORMATS))
    parser.add_argument("--playerkit", default=".build/debug/playerkit")
    parser.add_argument("--no-long-pause", dest="long_pause", action="store_false")
    parser.add_argument("--only-icecast", action="store_true")
    parser.add_argument("--without-icecast", action="store_true")
    arguments = parser.parse_args()
    formats = [format for format in FORMATS if format in arguments.formats and not arguments.without_icecast]
    rows, threads = [], []

    def begin(name, program, body):
        row = Row(name)
        rows.append(row)
        missing = [one for one in program if not shutil.which(one)]
        if missing:
            row.note(f"left out: no {', '.join(missing)}")
            return
        threads.append(threading.Thread(target=row.run, args=(body,)))

    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o777)
        icecast = None
        if formats and shutil.which("icecast2") and shutil.which("ffmpeg"):
            icecast = Icecast(top)
            icecast.start()
        barrier = threading.Barrier(max(len(formats), 1))
        sources = [Source(icecast, format) for format in formats]
        if icecast:
            for source in sources:
                source.start(440, "1")
            for source in sources:
                wait_for(f"source of {source.format}", lambda: icecast.has(source.format))
        for source in sources:
            begin(f"Icecast, {source.format}", ["icecast2", "ffmpeg"],
                  lambda row, source=source: check_format(row, arguments, icecast, source, barrier))
        if not arguments.only_icecast:
            for name, program, body in (
                ("MPD httpd, mp3", ["mpd", "ffmpeg"], check_mpd),
                ("liquidsoap, mp3", ["liquidsoap", "ffmpeg"], lambda *all: check_liquidsoap(*all, "mp3")),
                ("liquidsoap, vorbis", ["liquidsoap", "ffmpeg"], lambda *all: check_liquidsoap(*all, "vorbis")),
            ):
                folder = f"{top}/{name.replace(', ', '-').replace(' ', '-')}"
                os.makedirs(folder)
                begin(name, program, lambda row, body=body, folder=folder: body(row, arguments, folder))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if icecast:
            icecast.stop()

    for row in rows:
        print(f"| {row.name:18} | {'FAILED: ' + row.failure if row.failure else 'ok'} | {'; '.join(row.notes)} |")
    sys.exit(1 if any(row.failure for row in rows) else 0)


main()
