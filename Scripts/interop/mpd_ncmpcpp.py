"""Steers a server by ncmpcpp's keys on a terminal of its own, and looks at what it shows.

Usage: mpd_ncmpcpp.py PORT MUSIC
"""

import fcntl
import os
import pty
import re
import struct
import sys
import tempfile
import termios
import threading
import time

import mpd


def main():
    port, music = sys.argv[1:3]
    client = mpd.MPDClient()
    client.connect("127.0.0.1", int(port))
    client.clear()
    names = sorted(name for name in os.listdir(music) if name.endswith((".flac", ".mp3", ".m4a")))
    for name in names:
        client.add(os.path.join(music, name))
    wait("tags", lambda: all("artist" in song for song in client.playlistinfo()))
    titles = [song["title"] for song in client.playlistinfo()]

    pid, terminal = pty.fork()
    if pid == 0:
        home = tempfile.mkdtemp()
        os.environ.update(TERM="xterm", HOME=home, XDG_CONFIG_HOME=home, LANG="C.UTF-8")
        os.execvp("ncmpcpp", ["ncmpcpp", "-q", "-h", "127.0.0.1", "-p", port])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 120, 0, 0))
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

    def press(keys):
        os.write(terminal, keys.encode())

    for title in titles:
        wait(f"{title!r} in its list", lambda: title in text())
    press("\r")
    wait("its first entry to play", lambda: client.status()["state"] == "play")
    press("p")
    wait("its pause", lambda: client.status()["state"] == "pause")
    press("p")
    wait("its going on", lambda: client.status()["state"] == "play")
    song = client.status()["song"]
    press(">")
    wait("the next one", lambda: client.status().get("song") not in (song, None))
    press("r")
    wait("its repeat", lambda: client.status()["repeat"] == "1")
    press("r")
    client.setvol(50)
    del shown[:]
    client.setvol(77)
    wait("what others do", lambda: "77" in text())
    press("s")
    wait("its stop", lambda: client.status()["state"] == "stop")
    press("q")
    os.waitpid(pid, 0)
    client.clear()
    client.setvol(100)
    print(f"ncmpcpp: {len(titles)} entries shown, played, paused, skipped, repeated and stopped by keys")


def wait(what, condition):
    end = time.monotonic() + 10
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"error: waited in vain for {what}")
        time.sleep(0.05)


main()
