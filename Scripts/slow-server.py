"""Serves the files of a folder in parts, each answer late.

usage: slow-server.py FOLDER DELAY PORT-FILE

DELAY is in seconds; the port that was found free is written to PORT-FILE.
"""
import http.server
import os
import pathlib
import re
import sys
import time

folder, delay, port_file = pathlib.Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = (folder / os.path.basename(self.path)).read_bytes()
        match = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        first, last = (int(part) for part in match.groups()) if match else (0, len(body) - 1)
        last = min(last, len(body) - 1)
        time.sleep(delay)
        self.send_response(206 if match else 200)
        self.send_header("Content-Length", str(last - first + 1))
        self.send_header("ETag", '"1"')
        if match:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(body)}")
        self.end_headers()
        try:
            self.wfile.write(body[first : last + 1])
        except (BrokenPipeError, ConnectionResetError):
            pass

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
pathlib.Path(port_file).write_text(str(server.server_address[1]))
server.serve_forever()
