"""Live streams of real servers: Icecast with ffmpeg as its source, MPD's output by HTTP, and liquidsoap."""

import pwd
import shutil
import socket
import urllib.parse
import urllib.request

from .packages import need
from .processes import IS_ROOT, free_port, listens, wait_for

PASSWORD = "hackme"

# For each format: content type, and how ffmpeg encodes it for Icecast.
FORMATS = {
    "mp3": ("audio/mpeg", ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]),
    "aac": ("audio/aac", ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
    "vorbis": ("application/ogg", ["-c:a", "libvorbis", "-b:a", "128k", "-f", "ogg"]),
    "opus": ("application/ogg", ["-c:a", "libopus", "-b:a", "96k", "-ar", "48000", "-f", "ogg"]),
    "flac": ("application/ogg", ["-c:a", "flac", "-sample_fmt", "s16", "-f", "ogg"]),
}
OGG = {"vorbis", "opus", "flac"}


def own_folder(processes, name):
    """A folder to which programs that refuse root may write."""
    folder = processes.folder / name
    folder.mkdir()
    if IS_ROOT:
        shutil.chown(folder, "nobody", pwd.getpwnam("nobody").pw_gid)
    return folder


class Icecast:
    def __init__(self, processes):
        need("icecast2", "ffmpeg")
        self.processes, self.port = processes, free_port()
        folder = own_folder(processes, f"icecast-{self.port}")
        root = "/usr/share/icecast2"
        owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>" if IS_ROOT else ""
        self.settings = processes.folder / f"icecast-{self.port}.xml"
        self.settings.write_text(
            f"""<icecast>
              <limits><clients>100</clients><sources>10</sources><burst-size>65536</burst-size></limits>
              <authentication><source-password>{PASSWORD}</source-password>
                <admin-user>admin</admin-user><admin-password>{PASSWORD}</admin-password></authentication>
              <hostname>127.0.0.1</hostname>
              <listen-socket><port>{self.port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
              <paths><basedir>{root}</basedir><logdir>{folder}</logdir><webroot>{root}/web</webroot>
                <adminroot>{root}/admin</adminroot></paths>
              <logging><errorlog>error.log</errorlog><accesslog>access.log</accesslog></logging>
              <security><chroot>0</chroot>{owner}</security>
            </icecast>"""
        )
        self.start()

    def start(self):
        self.program = self.processes.start("icecast2", "-c", self.settings, port=self.port)

    def kill(self):
        self.program.kill()
        self.processes.end(self.program)

    def url(self, mount):
        return f"http://127.0.0.1:{self.port}/{mount}"

    def source(self, format, sound, *metadata):
        """Starts ffmpeg, which sends `lavfi` sound in real time to the mount with that name."""
        kind, codec = FORMATS[format]
        return self.processes.start(
            "ffmpeg", "-loglevel", "error", "-nostdin", "-re", "-f", "lavfi", "-i", sound, "-ac", 2, *codec, *metadata,
            "-content_type", kind, "-flush_packets", 1,
            f"icecast://source:{PASSWORD}@127.0.0.1:{self.port}/{format}",
        )

    def has_begun(self, mount):
        """Whether a new listener gets some audio at once."""
        try:
            with urllib.request.urlopen(self.url(mount), timeout=5) as answer:
                return len(answer.read(4_000)) == 4_000
        except OSError:
            return False

    def announce(self, mount, song):
        """Sets the current title, as sources of MP3 and AAC do."""
        query = urllib.parse.urlencode({"mount": f"/{mount}", "mode": "updinfo", "song": song})
        address = self.url(f"admin/metadata?{query}")
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, address, "admin", PASSWORD)
        opener = urllib.request.build_opener(urllib.request.HTTPBasicAuthHandler(passwords))
        opener.open(address, timeout=20).read()


def mpd(processes, songs):
    """MPD that repeats the songs of a folder. Returns the address of each of its streams."""
    need("mpd")
    folder = own_folder(processes, "mpd")
    control, encoders = free_port(), {"mp3": "lame", "vorbis": "vorbis"}
    ports = {format: free_port() for format in encoders}
    outputs = "".join(
        f"""audio_output {{
          type "httpd"
          name "{format}"
          encoder "{encoder}"
          bind_to_address "127.0.0.1"
          port "{ports[format]}"
          bitrate "128"
          format "44100:16:2"
          always_on "yes"
        }}\n"""
        for format, encoder in encoders.items()
    )
    settings = processes.folder / "mpd.conf"
    settings.write_text(
        f"""music_directory "{songs}"
        bind_to_address "127.0.0.1"
        port "{control}"
        db_file "{folder}/db"
        log_file "{folder}/log"
        pid_file "{folder}/pid"
        zeroconf_enabled "no"
        {outputs}"""
    )
    processes.start("mpd", "--no-daemon", settings, port=control, user="nobody")
    with socket.create_connection(("127.0.0.1", control), timeout=60) as connection:
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
        count = len(list(songs.iterdir()))
        wait_for("MPD to know its songs", lambda: len(ask("listall")) == count)
        for command in ("add /", "repeat 1", "play"):
            ask(command)
    for port in ports.values():
        wait_for("the output of MPD", lambda port=port: listens(port))
    return {format: f"http://127.0.0.1:{port}/" for format, port in ports.items()}


def liquidsoap(processes, songs):
    """liquidsoap that repeats the songs of a folder. Returns the address of each of its streams."""
    need("liquidsoap")
    port = free_port()
    script = processes.folder / "station.liq"
    script.write_text(
        f"""settings.harbor.bind_addrs.set(["127.0.0.1"])
settings.log.stdout.set(true)
settings.log.file.set(false)
source = mksafe(playlist(mode="normal", reload_mode="never", loop=true, "{songs}"))
output.harbor(%mp3(bitrate=128), port={port}, mount="mp3", source)
output.harbor(%vorbis(quality=0.4), port={port}, mount="vorbis", source)
"""
    )
    processes.start("liquidsoap", script, port=port, user="nobody", cwd="/", limit=180)
    return {format: f"http://127.0.0.1:{port}/{format}" for format in ("mp3", "vorbis")}
