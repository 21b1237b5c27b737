"""Servers of files, and files around the length of the first part that the loader asks for."""

import gzip
import os
import sys
import urllib.request

from player import Player
from relay import Relay
from sound import decoded, difference
from workshop import IS_ROOT, free_port, wait_until

WINDOW = 512 << 10
HEAD = 44  # of a WAV file
SUFFIXES = ("wav", "flac", "mp3", "m4a")


class Music:
    """Files, and how many frames each has."""

    def __init__(self, workshop):
        self.folder = workshop.make_folder("music")
        self.frames = {
            "short.wav": 50_000,
            "equal.wav": (WINDOW - HEAD) // 4,
            "longer.wav": 400_000,
            "windows.wav": (3 * WINDOW - HEAD) // 4,
            "long.flac": 1_323_000,
            "long.mp3": 1_323_000,
            "long.m4a": 1_323_000,
        }
        codecs = {
            "wav": ["-c:a", "pcm_s16le"],
            "flac": ["-c:a", "flac"],
            "mp3": ["-c:a", "libmp3lame", "-b:a", "192k"],
            "m4a": ["-c:a", "aac", "-b:a", "192k", "-movflags", "+faststart"],
        }
        for name, count in self.frames.items():
            workshop.ffmpeg(
                "-f", "lavfi", "-i", f"anoisesrc=r=44100:a=0.3:c=pink:seed={count}",
                "-af", f"aformat=s16:channel_layouts=stereo,atrim=end_sample={count}",
                "-bitexact", "-map_metadata", "-1", *codecs[name.split(".")[1]], self.folder / name,
            )
        assert (self.folder / "equal.wav").stat().st_size == WINDOW

    def expected(self, name):
        return decoded(self.folder / name, self.frames[name])


def nginx(shop, folder, port, more="", name="nginx"):
    user = "user root;" if IS_ROOT else ""
    bodies = " ".join(
        f"{kind}_temp_path {shop.folder};" for kind in ("proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = shop.write(
        f"{name}-{port}.conf",
        f"{user} daemon off; pid {shop.folder}/nginx-{port}.pid; error_log stderr; events {{}} "
        f"http {{ access_log off; client_body_temp_path {shop.folder}; {bodies} "
        f"server {{ listen 127.0.0.1:{port}; root {folder}; {more} }} }}",
    )
    return shop.start("nginx", "-c", path, port=port)


def nginx_without_ranges(shop, folder, port):
    return nginx(shop, folder, port, "max_ranges 0;")


def nginx_compressed(shop, folder, port):
    """It compresses, whatever the player asks for."""
    packed = shop.make_folder("packed")
    for path in folder.iterdir():
        (packed / (path.name + ".gz")).write_bytes(gzip.compress(path.read_bytes(), 1))
    return nginx(shop, packed, port, "gzip_static always;")


def lighttpd(shop, folder, port):
    path = shop.write(
        "lighttpd.conf",
        f'server.document-root = "{folder}"\nserver.port = {port}\n'
        'server.bind = "127.0.0.1"\nmimetype.assign = (".mp3" => "audio/mpeg")\n',
    )
    return shop.start("lighttpd", "-D", "-f", path, port=port)


def apache(shop, folder, port):
    modules = "/usr/lib/apache2/modules"
    path = shop.write(
        "apache.conf",
        f"ServerRoot {shop.folder}\nServerName zoo\nListen 127.0.0.1:{port}\n"
        f"PidFile {shop.folder}/apache.pid\nErrorLog {shop.folder}/apache.log\n"
        f"LoadModule mpm_event_module {modules}/mod_mpm_event.so\n"
        f"LoadModule authz_core_module {modules}/mod_authz_core.so\n"
        f"DocumentRoot {folder}\n<Directory {folder}>\nRequire all granted\n</Directory>\n",
    )
    return shop.start("apache2", "-X", "-f", path, port=port)


def busybox(shop, folder, port):
    return shop.start("busybox", "httpd", "-f", "-p", f"127.0.0.1:{port}", "-h", folder, port=port)


def mini_httpd(shop, folder, port):
    user = "root" if IS_ROOT else "nobody"
    return shop.start(
        "mini_httpd", "-D", "-h", "127.0.0.1", "-p", port, "-d", folder, "-u", user, port=port
    )


def webfs(shop, folder, port):
    return shop.start("webfsd", "-F", "-p", port, "-i", "127.0.0.1", "-r", folder, port=port)


def python(shop, folder, port):
    return shop.start(
        sys.executable, "-m", "http.server", port, "--bind", "127.0.0.1", port=port, cwd=folder
    )


def minidlna(shop, folder, port):
    data = shop.make_folder("dlna")
    path = shop.write(
        "minidlna.conf",
        f"port={port}\nnetwork_interface=lo\nmedia_dir=A,{folder}\n"
        f"db_dir={data}\nlog_dir={data}\ninotify=no\n",
    )
    return shop.start("minidlnad", "-S", "-R", "-f", path, "-P", data / "pid", port=port)


# Each with what starts it, its program, and the package of that.
SERVERS = {
    "nginx": (nginx, "nginx", "nginx-light"),
    "nginx-no-ranges": (nginx_without_ranges, "nginx", "nginx-light"),
    "nginx-compressed": (nginx_compressed, "nginx", "nginx-light"),
    "lighttpd": (lighttpd, "lighttpd", "lighttpd"),
    "apache": (apache, "apache2", "apache2-bin"),
    "busybox": (busybox, "busybox", "busybox"),
    "mini-httpd": (mini_httpd, "mini_httpd", "mini-httpd"),
    "webfs": (webfs, "webfsd", "webfs"),
    "python": (python, "python3", "python3"),
    "minidlna": (minidlna, "minidlnad", "minidlna"),
}


def addresses(server, music, port, names):
    if server != "minidlna":
        return {name: f"/{name}" for name in names}
    sizes = {(music.folder / name).stat().st_size: name for name in names}
    found = {}

    def are_found():
        for number in range(1, 60):
            for suffix in SUFFIXES:
                path = f"/MediaItems/{number}.{suffix}"
                name = sizes.get(length(f"http://127.0.0.1:{port}{path}"), "")
                if name.endswith(suffix):
                    found[name] = path
        return len(found) == len(names)

    wait_until(are_found, "MiniDLNA to know all files")
    return found


def length(url):
    try:
        request = urllib.request.Request(url, method="HEAD")
        with urllib.request.urlopen(request, timeout=5) as answer:
            return int(answer.headers.get("Content-Length", -1))
    except OSError:
        return -1


def run(shop, program, table, music, servers, names):
    """Plays files of each server into a file, and counts what is heard."""
    output = shop.path("heard.pcm")
    for server in servers:
        port = free_port()
        process = SERVERS[server][0](shop, music.folder, port)
        paths = addresses(server, music, port, names)
        for name in names:
            relay = Relay(port)
            output.unlink(missing_ok=True)
            player = Player(shop, program, "--output", f"pcm:{output}", relay.url(paths[name]))
            has_ended = player.finish()
            heard = output.read_bytes() if output.exists() else b""
            result = difference(heard, music.expected(name))
            words = player.codes + ([] if has_ended else ["it hung"])
            table.row(result == "0" and not words, server, name, result, relay.requests, *words)
            relay.close()
        shop.stop(process)
