#!/usr/bin/env python3
"""Plays streams of HLS on demand with `playerkit` and compares the samples with ffmpeg's decoding.

Makes the streams with ffmpeg, serves them on loopback, and plays each one from its beginning and from ten
places in it. Prints a table. Exit status 1: a sample was wrong, or the length.

    swift build && Scripts/servers/hls.py [--player PATH] [--sample] [FORMAT ...]

`--sample` plays two formats, each from three places.
"""

import argparse
import array
import functools
import http.server
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

RATE = 44100
SECONDS = 31
# Two decoders need not round alike.
TOLERANCE = 2
SAMPLE = ["fmp4, ranges", "ts, AES-128"]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and stretches of them."""

    requests = 0

    def log_message(self, *_):
        pass

    def do_GET(self):
        Handler.requests += 1
        path = pathlib.Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        body, status = path.read_bytes(), 200
        total = len(body)
        wanted = self.headers.get("Range", "")
        headers = {}
        if wanted.startswith("bytes="):
            first, _, last = wanted[6:].partition("-")
            first, last = int(first), min(int(last or total - 1), total - 1)
            headers["Content-Range"] = f"bytes {first}-{last}/{total}"
            body, status = body[first : last + 1], 206
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *map(str, words)], check=True)


def source(folder):
    """Tones and noise, so that every place sounds unlike all others."""
    wav = folder / "source.wav"
    generator = random.Random(7)
    notes = "+".join(
        f"0.1*sin(2*PI*{generator.randint(80, 900)}*t*(1+0.0{index}*sin({index}*t)))"
        for index in range(1, 6)
    )
    ffmpeg("-f", "lavfi", "-i", f"aevalsrc={notes}|{notes}:s={RATE}:d={SECONDS}",
           "-f", "lavfi", "-i", f"anoisesrc=a=0.05:r={RATE}:d={SECONDS}:seed=3",
           "-filter_complex", "amix=inputs=2", "-ac", 2, wav)
    return wav


MP3 = ("-c:a", "libmp3lame", "-b:a", "128k")
# Without noise of the decoder's own: that depends on all that it has decoded before.
AAC = ("-c:a", "aac", "-aac_pns", "0", "-b:a", "128k")
FLAC = ("-c:a", "flac", "-strict", "-2", "-sample_fmt", "s16")
PLAIN_MP3 = ("-segment_format_options", "write_xing=0:id3v2_version=0")


def hls(folder, name, wav, *options, codec=AAC, time=3):
    place = folder / name
    place.mkdir()
    ffmpeg("-i", wav, *codec, "-f", "hls", "-hls_time", time, "-hls_playlist_type", "vod",
           *options, place / "index.m3u8")
    return place / "index.m3u8"


def segments(folder, name, wav, form, ending, codec, *options):
    place = folder / name
    place.mkdir()
    ffmpeg("-i", wav, *codec, "-f", "segment", "-segment_time", 3, "-segment_list_type", "m3u8",
           "-segment_list", place / "index.m3u8", "-segment_format", form, *options,
           place / f"%d.{ending}")
    return place / "index.m3u8"


def encrypted(folder, name, wav, *options):
    key = folder / "key.bin"
    key.write_bytes(bytes(range(16)))
    info = folder / "key.info"
    info.write_text(f"../key.bin\n{key}\n")
    return hls(folder, name, wav, "-hls_key_info_file", info, *options)


def discontinuity(folder, name, wav):
    """Two encodings in one list, each with a clock of its own."""
    place = folder / name
    place.mkdir()
    lists = []
    for part, start in enumerate((0, 16)):
        ffmpeg("-ss", start, "-t", 13, "-i", wav, *AAC, "-f", "hls", "-hls_time", 3,
               "-hls_playlist_type", "vod", "-hls_segment_filename", place / f"{part}-%d.ts",
               place / f"{part}.m3u8")
        lines = (place / f"{part}.m3u8").read_text().splitlines()
        lists.append(lines)
    body = [line for line in lists[0] if line != "#EXT-X-ENDLIST"] + ["#EXT-X-DISCONTINUITY"]
    body += [line for line in lists[1] if line.startswith("#EXTINF") or not line.startswith("#")]
    (place / "index.m3u8").write_text("\n".join(body + ["#EXT-X-ENDLIST", ""]))
    return place / "index.m3u8"


def rounded(playlist):
    """The same list with whole seconds, as many packers write them: the parts' own clocks have to tell."""
    lines = [f"#EXTINF:{round(float(line[8:].split(',')[0]) + 0.3)}," if line.startswith("#EXTINF") else line
             for line in playlist.read_text().splitlines()]
    playlist.write_text("\n".join([*lines, ""]))
    return playlist


FORMATS = {
    "fmp4": lambda f, n, w: hls(f, n, w, "-hls_segment_type", "fmp4"),
    "fmp4, ranges": lambda f, n, w: hls(
        f, n, w, "-hls_segment_type", "fmp4", "-hls_flags", "single_file"),
    "ts": lambda f, n, w: hls(f, n, w),
    "ts, ranges": lambda f, n, w: hls(f, n, w, "-hls_flags", "single_file"),
    "ts, AES-128": lambda f, n, w: encrypted(f, n, w),
    "ts, mp3": lambda f, n, w: hls(f, n, w, codec=MP3),
    "adts": lambda f, n, w: segments(f, n, w, "adts", "aac", AAC),
    "mp3": lambda f, n, w: segments(f, n, w, "mp3", "mp3", MP3, *PLAIN_MP3),
    "ts, discontinuity": discontinuity,
    "ts, whole seconds": lambda f, n, w: rounded(hls(f, n, w)),
    "fmp4, whole seconds": lambda f, n, w: rounded(hls(f, n, w, "-hls_segment_type", "fmp4")),
    "fmp4, flac": lambda f, n, w: hls(f, n, w, "-hls_segment_type", "fmp4", codec=FLAC),
    "ts, ten minutes' parts": lambda f, n, w: hls(f, n, w, time=600),
}


def samples(data):
    values = array.array("h")
    values.frombytes(data[: len(data) // 2 * 2])
    return values


def decoded(playlist):
    result = subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-allowed_extensions", "ALL", "-i", str(playlist),
         "-f", "s16le", "-ar", str(RATE), "-ac", "2", "-"],
        check=True, stdout=subprocess.PIPE)
    return samples(result.stdout)


def played(player, url, folder, position=None):
    out = folder / "out.pcm"
    words = [player, "play", "--output", f"pcm:{out}"]
    if position is not None:
        words += ["--position", repr(position)]
    result = subprocess.run(words + [url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=120)
    if result.returncode != 0:
        print(result.stdout.decode(errors="replace").strip()[-300:])
    return samples(out.read_bytes()) if out.exists() else samples(b"")


def difference(own, other):
    """How many samples differ, beyond the length."""
    if len(own) != len(other):
        return abs(len(own) - len(other))
    return sum(1 for a, b in zip(own, other) if abs(a - b) > TOLERANCE)


def offset(own, reference, frame):
    """By how many frames a stretch is off; `None`: it is nowhere near."""
    if len(own) < 16000:
        return None
    probe = own[8000:12000]
    for shift in sorted(range(-3000, 3001), key=abs):
        begin = (frame + shift) * 2 + 8000
        if begin < 0 or begin + len(probe) > len(reference):
            continue
        window = reference[begin : begin + len(probe)]
        if abs(window[0] - probe[0]) > TOLERANCE or abs(window[999] - probe[999]) > TOLERANCE:
            continue
        if sum(1 for a, b in zip(window, probe) if abs(a - b) > TOLERANCE) < 8:
            return shift
    return None


def check(player, name, playlist, folder, base, seeks):
    url = f"{base}/{playlist.parent.name}/{playlist.name}"
    reference = decoded(playlist)
    Handler.requests = 0
    own = played(player, url, folder)
    requests = Handler.requests
    wrong = difference(own, reference)
    generator = random.Random(11)
    offs = []
    for _ in range(seeks):
        frame = generator.randrange(RATE // 2, len(reference) // 2 - RATE)
        own_part = played(player, url, folder, frame / RATE)
        expected = len(reference) // 2 - frame
        shift = offset(own_part, reference, frame)
        offs.append(shift if shift is None or len(own_part) // 2 == expected - shift else None)
    exact = sum(1 for shift in offs if shift == 0)
    print(f"{name:24} {len(reference) // 2:10} {len(own) // 2:10} {wrong:8} {requests:9} "
          f"{exact:3}/{seeks} {'' if exact == seeks else offs}", flush=True)
    return wrong == 0 and exact == seeks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    parser.add_argument("--player", default=".build/debug/playerkit")
    parser.add_argument("--sample", action="store_true")
    arguments = parser.parse_args()
    wanted = arguments.formats or (SAMPLE if arguments.sample else list(FORMATS))
    seeks = 3 if arguments.sample else 10
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        handler = functools.partial(Handler, directory=name)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_address[1]}"
        wav = source(folder)
        print(f"{'stream':24} {'ffmpeg':>10} {'playerkit':>10} {'wrong':>8} {'requests':>9} seeks")
        good = [check(arguments.player, form, FORMATS[form](folder, str(index), wav), folder, base, seeks)
                for index, form in enumerate(wanted)]
        server.shutdown()
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
