"""Compares what our server and MPD itself answer where something is found: results of searches, and covers.

Usage: mpd_hits.py OURS THEIRS MUSIC DIFFERENCES

OURS and THEIRS are ports; MUSIC is MPD's folder. Ours searches services, so of its results the form is
compared: names, order, types. Of covers each byte is. Where the answers differ, the step has to be in the file
DIFFERENCES, behind "hits", and what is there has to differ.
"""

import hashlib
import os
import re
import socket
import sys


class Connection:
    """The protocol as it stands, without a library that smoothes it."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.lines = self.socket.makefile("rb")
        self.lines.readline()

    def ask(self, command, *arguments):
        """The lines of the answer with the last one, and the bytes that came along."""
        quoted = ['"' + a.replace("\\", "\\\\").replace('"', '\\"') + '"' for a in arguments]
        self.socket.sendall((" ".join([command, *quoted]) + "\n").encode())
        lines, data = [], None
        for line in self.lines:
            line = line.decode().rstrip("\n")
            lines.append(line)
            if line.startswith(("OK", "ACK")):
                return lines, data
            if line.startswith("binary: "):
                data = self.lines.read(int(line[8:]))
                self.lines.read(1)
        raise ConnectionError("closed")

    def songs(self, command, *arguments):
        """Results as lists of pairs."""
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


def picture(connection, command, uri, limit):
    """All of a picture in pieces: size, type, number of pieces, digest."""
    connection.ask("binarylimit", str(limit))
    whole, size, kind, pieces = b"", None, None, 0
    while size is None or len(whole) < size:
        lines, data = connection.ask(command, uri, str(len(whole)))
        if data is None:
            return lines
        fields = dict(line.split(": ", 1) for line in lines[:-1])
        if len(data) > limit:
            return f"a piece of {len(data)}"
        size, kind = int(fields["size"]), fields.get("type")
        whole += data
        pieces += 1
    return size, kind, pieces, hashlib.sha256(whole).hexdigest()


# What a client may rely on in each result, and what it may find there beside.
NEEDED = ["file", "Title", "Artist"]
KNOWN = re.compile(
    r"(file|Last-Modified|Added|Format|Artist|ArtistSort|Album|AlbumSort|AlbumArtist|AlbumArtistSort|Title|"
    r"TitleSort|Track|Name|Genre|Mood|Date|OriginalDate|Composer|ComposerSort|Performer|Conductor|Work|"
    r"Ensemble|Movement|MovementNumber|ShowMovement|Location|Grouping|Comment|Disc|Label|MUSICBRAINZ_\w+|"
    r"Time|duration|Range|Pos|Id)"
)


def form(songs, title):
    """What is wrong with the form of results."""
    if isinstance(songs, str) or not songs:
        return f"no results: {songs}"
    wrong = []
    for song in songs:
        names = [name for name, _ in song]
        fields = dict(song)
        wrong += [f"{name} lacks" for name in NEEDED if name not in names]
        wrong += [f"{name} is unknown" for name in names if not KNOWN.fullmatch(name)]
        if names[0] != "file":
            wrong.append(f"{names[0]} is first")
        # Behind the tags, as MPD has it.
        if "Time" in names and "Title" in names and names.index("Time") < names.index("Title"):
            wrong.append("Time is before the tags") if title else None
        if not re.fullmatch(r"\d+", fields.get("Time", "0")):
            wrong.append("Time is no whole number")
        if not re.fullmatch(r"\d+\.\d{3}", fields.get("duration", "0.000")):
            wrong.append(f"duration is {fields.get('duration')}")
        if "Title" in fields and title.lower() not in " ".join(fields.values()).lower():
            wrong.append(f"{title} is not in it")
    return sorted(set(wrong))


def main():
    ours, theirs, music = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    a, b = Connection(ours), Connection(theirs)
    words = {a: "lighthouse", b: "seam"}
    known = set()
    for line in open(sys.argv[4]):
        if line.startswith("hits "):
            known.add(line[5:].split(": ", 1)[0])
    problems, found, count = [], set(), 0

    def same(what, left, right):
        nonlocal count
        count += 1
        if left == right:
            return
        found.add(what)
        if what not in known:
            problems.append(f"differs: {what}\n  ours:   {left}\n  theirs: {right}")

    # Something to find for MPD: it has the tags of its own folder.
    all_theirs = b.songs("search", "any", "")
    title = next((v for song in all_theirs for n, v in song if n == "Title"), None)
    artist = next((v for song in all_theirs for n, v in song if n == "Artist"), None)
    words[b] = title
    for side in (a, b):
        side.ask("clear")

    def each(what, body):
        same(what, body(a, words[a]), body(b, words[b]))

    each("the form of search", lambda s, w: [x for x in form(s.songs("search", "title", w), w) if x])
    each("the form of search any", lambda s, w: bool(s.songs("search", "any", w)))
    each("a filter", lambda s, w: bool(s.songs("search", f'(title contains "{w}")')))
    each("a window of one", lambda s, w: len(s.songs("search", "title", w, "window", "0:1")))
    each("a window behind all", lambda s, w: s.songs("search", "title", w, "window", "90000:90001"))
    each("a window that is none", lambda s, w: s.ask("search", "title", w, "window", "5:1")[0][-1])
    each("a sort", lambda s, w: isinstance(s.songs("search", "title", w, "sort", "Title"), list))

    def exact(side, word):
        first = dict(side.songs("search", "title", word)[0])["Title"]
        found = side.songs("find", "title", first)
        return bool(found) and all(dict(song)["Title"] == first for song in found)

    each("find is exact", exact)
    each("find knows case", lambda s, w: s.songs("find", "title", "zZ" + w.swapcase() + "qQ"))

    def listed(side, word):
        first = dict(side.songs("search", "title", word)[0])
        lines, _ = side.ask("list", "artist", f'(title == "{first["Title"]}")')
        return sorted({line.split(": ")[0] for line in lines[:-1]}), f"Artist: {first['Artist']}" in lines

    each("list with a filter", listed)

    def grouped(side, word):
        first = dict(side.songs("search", "title", word)[0])
        lines, _ = side.ask("list", "title", f'(title == "{first["Title"]}")', "group", "artist")
        return [line.split(": ")[0] for line in lines[:2]]

    each("list by groups", grouped)

    def counted(side, word):
        first = dict(side.songs("search", "title", word)[0])["Title"]
        lines, _ = side.ask("count", "title", first)
        return [line.split(": ")[0] for line in lines], lines[0] != "songs: 0"

    each("count", counted)

    def added(side, word):
        side.ask("clear")
        results = side.songs("search", "title", word, "window", "0:3")
        uri = dict(results[0])["file"]
        lines, _ = side.ask("addid", uri)
        queue = side.songs("playlistinfo")
        return (
            re.fullmatch(r"Id: \d+", lines[0]) is not None,
            len(queue) == 1,
            dict(queue[0])["Title"] == dict(results[0])["Title"],
            {"Pos", "Id"} <= {name for name, _ in queue[0]},
        )

    each("a result is added", added)

    def searchadded(side, word):
        side.ask("clear")
        count = len(side.songs("search", "title", word, "window", "0:10"))
        last = side.ask("searchadd", "title", word, "window", "0:10")[0][-1]
        return last, len(side.songs("playlistinfo")) == count

    each("all results are added", searchadded)

    def stored(side, word):
        side.ask("rm", "hits")
        last = side.ask("searchaddpl", "hits", "title", word, "window", "0:5")[0][-1]
        songs = side.songs("listplaylistinfo", "hits")
        side.ask("rm", "hits")
        return last, bool(songs), songs[0][0][0] if songs else None

    each("results go to a stored playlist", stored)

    # Covers: the same files on both sides.
    for side, prefix in ((a, music + "/"), (b, "")):
        side.ask("clear")
        for name in ("covers/song.flac", "covers/bare.flac", "bare/bare.flac"):
            lines, _ = side.ask("addid", prefix + name)
            if lines[-1] != "OK":
                problems.append(f"{name} is not added: {lines}")
    uris = {side: [dict(song)["file"] for song in side.songs("playlistinfo")] for side in (a, b)}
    for number, name in enumerate(("a song with a picture", "a song beside a cover", "a bare song")):
        for command in ("readpicture", "albumart"):
            for limit in (64, 8192, 1 << 20):
                what = f"{command} of {name}, {limit} bytes at a time"
                same(what, *(picture(side, command, uris[side][number], limit) for side in (a, b)))
    for command in ("readpicture", "albumart"):
        for offset in ("100000000", "-1", "x", ""):
            what = f"{command} from {offset!r}"
            same(what, *(side.ask(command, uris[side][0], offset)[0][-1] for side in (a, b)))
        same(f"{command} of nothing", *(side.ask(command, "nowhere.flac", "0")[0][-1] for side in (a, b)))
        same(f"{command} alone", *(side.ask(command)[0][-1] for side in (a, b)))
    for limit in ("63", "0", "-1", "x"):
        same(f"binarylimit {limit}", *(side.ask("binarylimit", limit)[0][-1] for side in (a, b)))

    problems += [f"does not differ any more: {what}" for what in sorted(known - found)]
    for problem in problems:
        print(problem)
    print(
        f"MPD's protocol: {count} answers with results and covers compared, {len(found)} differ,"
        f" {len(found & known)} of them as is known"
    )
    sys.exit(1 if problems else 0)


main()
