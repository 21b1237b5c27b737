"""Stations: Icecast with ffmpeg as its source, MPD's output by http, liquidsoap."""

import socket
import threading

from player import Player
from relay import Listener, Relay
from streams import Answer, place_in
from workshop import IS_ROOT, free_port, wait_until

MUSIC = "anoisesrc=c=pink:a=0.3:r=44100"

# What ffmpeg sends to Icecast.
CODECS = {
    "mp3": ("audio/mpeg", ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]),
    "aac": ("audio/aac", ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
    "vorbis": ("application/ogg", ["-c:a", "libvorbis", "-q:a", "4", "-f", "ogg"]),
    "opus": ("application/ogg", ["-c:a", "libopus", "-b:a", "96k", "-ar", "48000", "-f", "ogg"]),
    "flac": ("application/ogg", ["-c:a", "flac", "-sample_fmt", "s16", "-f", "ogg"]),
}

# For so many seconds a station that sends nothing ahead may run out: its first page is heard before the
# next one is due. Then the player has more.
FIRST = 5

# Not each of them tells a name.
NAMED = {"mp3", "vorbis"}


def icecast(shop, port, is_sample):
    logs = shop.make_folder("icecast", is_nobodys=True)
    owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>"
    path = shop.write(
        "icecast.xml",
        f"""<icecast>
          <limits><clients>100</clients><sources>10</sources><burst-size>65536</burst-size></limits>
          <authentication><source-password>zoo</source-password>
            <admin-user>zoo</admin-user><admin-password>zoo</admin-password></authentication>
          <hostname>127.0.0.1</hostname>
          <listen-socket><port>{port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
          <paths><basedir>/usr/share/icecast2</basedir><logdir>{logs}</logdir>
            <webroot>/usr/share/icecast2/web</webroot>
            <adminroot>/usr/share/icecast2/admin</adminroot></paths>
          <logging><errorlog>error.log</errorlog><accesslog>access.log</accesslog></logging>
          <security><chroot>0</chroot>{owner if IS_ROOT else ""}</security>
        </icecast>""",
    )
    shop.start("icecast2", "-c", path, port=port)
    names = ["mp3"] if is_sample else list(CODECS)
    for name in names:
        kind, options = CODECS[name]
        shop.start(
            "ffmpeg", "-loglevel", "error", "-nostdin", "-re", "-f", "lavfi", "-i", MUSIC, "-ac", "2",
            *options, "-content_type", kind, *(["-ice_name", "Zoo"] if name in NAMED else []),
            f"icecast://source:zoo@127.0.0.1:{port}/{name}",
        )
    return {name: (port, f"/{name}") for name in names}


def mpd(shop, port, is_sample):
    folder = shop.make_folder("mpd", is_nobodys=True)
    song = folder / "song.flac"
    shop.ffmpeg("-f", "lavfi", "-i", MUSIC, "-t", "60", "-ac", "2", "-sample_fmt", "s16", song)
    encoders = {"lame": "mp3", "vorbis": "ogg"}
    ports = {encoder: free_port() for encoder in encoders}
    outputs = "".join(
        f"""audio_output {{
          type "httpd"
          name "{encoder}"
          encoder "{encoder}"
          bind_to_address "127.0.0.1"
          port "{ports[encoder]}"
          bitrate "128"
          format "44100:16:2"
          always_on "yes"
        }}\n"""
        for encoder in encoders
    )
    path = shop.write(
        "mpd.conf",
        f"""music_directory "{folder}"
        bind_to_address "127.0.0.1"
        port "{port}"
        db_file "{folder}/db"
        log_file "{folder}/log"
        pid_file "{folder}/pid"
        zeroconf_enabled "no"
        {outputs}""",
    )
    shop.start("mpd", "--no-daemon", path, port=port, as_nobody=True)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        lines = connection.makefile("rw")
        lines.readline()

        def ask(command):
            lines.write(command + "\n")
            lines.flush()
            answer = []
            while not (line := lines.readline()).startswith(("OK", "ACK")):
                answer.append(line.strip())
            return answer

        ask("update")
        wait_until(lambda: "file: song.flac" in ask("listall"), "MPD to know its song")
        for command in ("add song.flac", "repeat 1", "play"):
            ask(command)
    return {f"{encoders[name]}": (port, "/") for name, port in ports.items()}


def liquidsoap(shop, port, is_sample):
    folder = shop.make_folder("liquidsoap")
    shop.ffmpeg("-f", "lavfi", "-i", MUSIC, "-t", "30", "-ac", "2", folder / "song.wav")
    path = shop.write(
        "radio.liq",
        f"""set("harbor.bind_addrs", ["127.0.0.1"])
set("log.stdout", true)
set("log.file", false)
source = mksafe(playlist("{folder}"))
output.harbor(%mp3(bitrate=128), port={port}, mount="mp3", source)
output.harbor(%vorbis(quality=0.4), port={port}, mount="vorbis", source)
""",
    )
    shop.start("liquidsoap", path, port=port, as_nobody=True, cwd="/")
    return {name: (port, f"/{name}") for name in ("mp3", "vorbis")}


# Each with what starts it, its program, and the package of that.
SERVERS = {
    "icecast": (icecast, "icecast2", "icecast2"),
    "mpd": (mpd, "mpd", "mpd"),
    "liquidsoap": (liquidsoap, "liquidsoap", "liquidsoap"),
}


def run(shop, program, table, names, seconds, is_sample):
    """Listens to all stations at once, in real time."""
    table.head(
        f"Live, {seconds} s in real time", "server", "stream", "bytes off", "requests", "kB", "heard s"
    )
    rows = []
    for name in names:
        stations = SERVERS[name][0](shop, free_port(), is_sample)
        for stream, (port, path) in stations.items():
            rows.append(Station(shop, program, name, stream, port, path, seconds))
    for row in rows:
        row.join()
        table.row(not row.faults, *row.cells, *row.faults)


class Station(threading.Thread):
    """One listens to what the source sends; a player listens through a relay."""

    def __init__(self, shop, program, server, stream, port, path, seconds):
        super().__init__(daemon=True)
        self.shop, self.program, self.port, self.path = shop, program, port, path
        self.seconds = seconds
        self.cells = [server, stream, "–", 0, 0, 0]
        self.faults = []
        self.start()

    def run(self):
        try:
            self.listen()
        except Exception as error:
            self.faults.append(repr(error))

    def listen(self):
        source = wait_until(self.first_bytes, f"{self.path} to send")
        relay = Relay(self.port)
        player = Player(self.shop, self.program, "--output", "null", relay.url(self.path))
        if player.wait_for("state", seconds=20, state="play"):
            player.wait_for("ended", seconds=self.seconds)
        if not player.quit():
            self.faults.append("it hung")
        received = b"".join(Answer(answer).audio for answer in relay.answers)
        # The source's listener may be a little behind.
        self.shop.settle(lambda: place_in(Answer(source.answer).audio, received) is not None)
        place = place_in(Answer(source.answer).audio, received)
        source.close()
        relay.close()
        self.judge(player, received, place, relay.requests)

    def first_bytes(self):
        try:
            listener = Listener(self.port, self.path)
        except OSError:
            return None
        try:
            wait_until(lambda: Answer(listener.answer).audio, "bytes", seconds=2)
        except RuntimeError:
            listener.close()
            return None
        return listener if " 200" in Answer(listener.answer).status else None

    def judge(self, player, received, place, requests):
        positions = [event["position"] for event in player.of("position")]
        heard = positions[-1] if positions else 0
        result = "0" if place is not None else "not in a row"
        self.cells[2:] = [result, requests, len(received) >> 10, f"{heard:.1f}"]
        if place is None:
            self.faults.append("lost")
        self.faults += player.codes
        states = [(event["t"], event["state"]) for event in player.of("state")]
        began = next((time for time, state in states if state == "play"), None)
        if began is None:
            self.faults.append("never played")
        elif breaks := sum(
            time > began + FIRST and state == "loadToPlay" for time, state in states
        ):
            self.faults.append(f"left play {breaks} times")
        if any(event.get("duration") is not None for event in player.of("position")):
            self.faults.append("has a duration")
        if positions != sorted(positions):
            self.faults.append("goes back")
        if heard < self.seconds - 3:
            self.faults.append("stood still")
