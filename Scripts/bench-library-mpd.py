"""Times the updates of MPD's database: bench-library-mpd.py MUSIC SCRATCH CHANGED

Prints lines of a name, a tab and seconds: the first update, one where nothing has changed, and one where a file has,
of all folders and of that file alone.
"""

import os
import socket
import subprocess
import sys
import time

music, scratch, changed = sys.argv[1:]
address = scratch + "/mpd.socket"
with open(scratch + "/mpd.conf", "w") as conf:
    conf.write(f"""
music_directory "{music}"
db_file "{scratch}/mpd.db"
state_file "{scratch}/mpd.state"
bind_to_address "{address}"
auto_update "no"
audio_output {{
  type "null"
  name "null"
}}
""")


class Client:
    def __init__(self):
        for _ in range(1_000):
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(address)
                break
            except OSError:
                time.sleep(0.01)
        self.file = self.socket.makefile("rw")
        self.file.readline()

    def ask(self, command):
        self.file.write(command + "\n")
        self.file.flush()
        lines = []
        while not (line := self.file.readline()).startswith(("OK", "ACK")):
            if not line:
                raise EOFError
            lines.append(line.rstrip().split(": ", 1))
        return dict(lines)

    def update(self, path=None):
        start = time.monotonic()
        self.ask("update" if path is None else f'update "{path}"')
        self.wait()
        return time.monotonic() - start

    def wait(self):
        while "updating_db" in self.ask("status"):
            time.sleep(0.002)


start = time.monotonic()
server = subprocess.Popen(
    ["mpd", "--no-daemon", scratch + "/mpd.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
)
try:
    client = Client()
    if client.ask("stats").get("songs", "0") == "0" and "updating_db" not in client.ask("status"):
        client.ask("update")
    client.wait()
    print(f"first\t{time.monotonic() - start}")
    print(f"songs\t{client.ask('stats')['songs']}")
    print(f"second\t{client.update()}")
    # MPD's times are whole seconds.
    os.utime(changed, (time.time() + 10,) * 2)
    print(f"scan of one change\t{client.update()}")
    os.utime(changed, (time.time() + 20,) * 2)
    print(f"one change\t{client.update(os.path.relpath(changed, music))}")
    with open(f"/proc/{server.pid}/status") as status:
        peak = next(line for line in status if line.startswith("VmHWM"))
    print(f"memory\t{int(peak.split()[1]) / 1024}")
finally:
    server.terminate()
    server.wait()
