"""`playerkit info --json` compared with mutagen on tagged media of all formats, by file and by HTTP.

A tool of the Swift tests describes what `info` does not print, such as the bytes of pictures."""

import base64
import json
import os
import pathlib
import subprocess
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import mutagen
import mutagen.aac
import mutagen.flac
import mutagen.id3
import mutagen.mp4
import pytest
from mutagen.apev2 import APEv2
from mutagen.asf import ASF
from mutagen.flac import FLAC
from mutagen.id3 import ID3, TCOM, TCON
from mutagen.mp4 import MP4
from mutagen.oggflac import OggFLAC
from mutagen.oggopus import OggOpus
from mutagen.oggvorbis import OggVorbis
from mutagen.wavpack import WavPack

from support import tagged_media as media
from support.packages import need

# Intended differences: (file, field), and the reason.
MEANT = {
    ("fragments.m4a", "duration"): "mutagen does not add up fragments; a Swift test knows the duration",
    ("book-behind.m4b", "channels"): "mutagen reports 2 channels for mono",
    ("book-text.m4b", "chapters"): "mutagen does not read chapters of a text track; a Swift test counts them",
    ("r128.opus", "replayGain"): "mutagen gives R128 in its own unit; a Swift test reads it",
    ("several.m4a", "channels"): "mutagen reports 2 channels for mono",
    ("several.wma", "duration"): "libavformat counts the last packet as a whole one",
    ("several.wma", "genres"): "TagLib keeps the order of the file, mutagen does not",
    ("several.wma", "composers"): "TagLib keeps the order of the file, mutagen does not",
}

# Files that mutagen does not read. They are compared with the written tags.
WRITTEN = {"matroska.mka", "tags.mka", "info.wav", "latin1.wav", "plain.caf", "plain.avi"}

# Genres of ID3v1 that TagLib and mutagen spell differently, by mutagen's spelling.
SPELLED = {
    "Jazz+Funk": "Jazz-Funk", "Alt. Rock": "Alternative Rock", "Gangsta Rap": "Gangsta",
    "Folk-Rock": "Folk Rock", "Fast-Fusion": "Fast Fusion", "Avantgarde": "Avant-garde",
    "Dance Hall": "Dancehall", "Hardcore": "Hardcore Techno", "BritPop": "Britpop",
    "Afro-Punk": "Worldbeat", "JPop": "Jpop",
}

# Larger pictures are not returned.
LARGEST_PICTURE = 20 << 20


class Server(ThreadingHTTPServer):
    """Serves the files of a folder. `served` has the requests and the bytes that each file took."""

    daemon_threads = True

    def __init__(self, folder):
        self.folder, self.served = folder, {}
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, *_):
        """Clients that hang up are not an error."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.lstrip("/")
        data = (self.server.folder / name).read_bytes()
        part = self.headers.get("Range")
        start, end = 0, len(data) - 1
        if part:
            first, last = part.removeprefix("bytes=").split("-")
            start, end = int(first), min(int(last or end), end)
        body = data[start : end + 1]
        count = self.server.served.setdefault(name, [0, 0])
        count[0] += 1
        self.send_response(206 if part else 200)
        if part:
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(data)}")
        self.send_header("ETag", '"1"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            for place in range(0, len(body), 16384):
                self.wfile.write(body[place : place + 16384])
                count[1] += len(body[place : place + 16384])
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


def pair(text):
    number, _, count = str(text).partition("/")
    return int(number) or None, int(count) if count and int(count) else None


def normal(values):
    """The values of a key as a list of texts."""
    if not isinstance(values, list):
        values = [values]
    return [str(value) for value in values]


def by_mutagen(path):
    """The data that mutagen finds, by the names of `info --json`."""
    # mutagen mistakes ADTS after ID3 for MP3.
    file = mutagen.aac.AAC(path) if path.endswith(".aac") else mutagen.File(path)
    tags, said = file.tags, {}
    said["duration"] = file.info.length
    said["sampleRate"] = getattr(file.info, "sample_rate", None)
    said["channels"] = getattr(file.info, "channels", None)
    if path.endswith(".mp3"):
        said["padding"] = padding(path, file)
    if os.path.basename(path) in EDITED:
        said["padding"] = edited_padding(path, EDITED[os.path.basename(path)])
    if path.endswith(".aac"):
        tags = mutagen.id3.ID3(path)
    if path.endswith(".mp3") and tags is None:
        tags = APEv2(path)
    if isinstance(tags, mutagen.id3.ID3):
        return said | of_id3(tags)
    if isinstance(tags, mutagen.mp4.MP4Tags):
        return said | of_mp4(file)
    return said | of_pairs(file, tags)


def padding(path, file):
    """The padding from the LAME header. mutagen reads it only if LAME wrote it, not FFmpeg."""
    with open(path, "rb") as media:
        media.seek(file.info.frame_offset)
        frame = media.read(200)
    place = max(frame.find(b"Info"), frame.find(b"Xing"))
    if place < 0:
        return None
    flags = frame[place + 7]
    for bit, length in enumerate((4, 4, 100, 4)):
        place += length if flags >> bit & 1 else 0
    delay = int.from_bytes(frame[place + 29:place + 32], "big")
    return [delay >> 12, delay & 0xFFF] if delay else None


# AAC whose edit list gives the padding, and how many samples were encoded.
EDITED = {"front.m4a": 4 * 44100, "behind.m4a": 4 * 44100, "long-behind.m4a": 1800 * 44100}


def edited_padding(path, samples):
    """The priming of FFmpeg's encoder, and the rest of its packets, which ffprobe counts."""
    run = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "a", "-count_packets",
                          "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", path],
                         capture_output=True, text=True, check=True)
    return [1024, int(run.stdout.strip().strip(",")) * 1024 - 1024 - samples]


def timed(tags):
    """The lyrics as (seconds, text), or (`None`, text) without times."""
    for frame in tags.getall("SYLT"):
        return [(time / 1000, text) for text, time in frame.text]
    return [(None, line) for frame in tags.getall("USLT") for line in frame.text.split("\n")]


def of_id3(tags):
    def texts(frame):
        return [str(text) for frame in tags.getall(frame) for text in frame.text]
    said = {"artists": texts("TPE1"), "lyrics": bool(tags.getall("USLT") or tags.getall("SYLT"))}
    for name, frame in [("title", "TIT2"), ("album", "TALB"), ("albumArtist", "TPE2"),
                        ("date", "TDRC"), ("isrc", "TSRC")]:
        said[name] = next(iter(texts(frame)), None)
    said["composers"] = texts("TCOM")
    said["genres"] = [SPELLED.get(genre, genre) for frame in tags.getall("TCON")
                      for genre in frame.genres]
    said["words"] = timed(tags)
    said["track"], said["tracks"] = pair(next(iter(texts("TRCK")), "0"))
    said["disc"], said["discs"] = pair(next(iter(texts("TPOS")), "0"))
    # mutagen names the comment of ID3v1.
    said["comment"] = next((str(text) for frame in tags.getall("COMM")
                            for text in frame.text if frame.desc in ("", "ID3v1 Comment")), None)
    gains = {frame.desc.lower(): frame.text[0] for frame in tags.getall("TXXX")}
    said["replayGain"] = gain(gains.get)
    said["explicit"] = explicit(gains.get("itunesadvisory"))
    recording = [frame.data.decode() for frame in tags.getall("UFID:http://musicbrainz.org")]
    said["recording"] = next(iter(recording), None)
    said["release"] = gains.get("musicbrainz album id")
    pictures = [frame.data for frame in tags.getall("APIC")]
    kinds = [int(frame.type) for frame in tags.getall("APIC")]
    chapters = sorted(tags.getall("CHAP"), key=lambda chapter: chapter.start_time)
    for chapter in tags.getall("CHAP"):
        pictures += [frame.data for frame in chapter.sub_frames.getall("APIC")]
        kinds += [int(frame.type) for frame in chapter.sub_frames.getall("APIC")]
    said["chapters"] = [(chapter.start_time / 1000, chapter.end_time / 1000,
                         str(chapter.sub_frames["TIT2"])) for chapter in chapters]
    said["parts"] = [(next((frame.url for frame in chapter.sub_frames.getall("WXXX")), None),
                      next((len(frame.data) for frame in chapter.sub_frames.getall("APIC")), None))
                     for chapter in chapters]
    said["pictures"], said["kinds"] = pictures, sorted(kinds)
    return said


def of_mp4(file):
    tags = file.tags
    first = lambda key: next(iter(normal(tags.get(key, []))), None)
    free = lambda key: next((bytes(value).decode() for value in tags.get(
        "----:com.apple.iTunes:" + key, [])), None)
    track, disc = tags.get("trkn", [(0, 0)])[0], tags.get("disk", [(0, 0)])[0]
    return {
        "title": first("\xa9nam"), "artists": normal(tags.get("\xa9ART", [])),
        "album": first("\xa9alb"), "albumArtist": first("aART"),
        "composers": normal(tags.get("\xa9wrt", [])), "genres": normal(tags.get("\xa9gen", [])),
        "words": [(None, line) for text in tags.get("\xa9lyr", []) for line in text.split("\n")],
        "kinds": [3 for _ in tags.get("covr", [])], "date": first("\xa9day"), "comment": first("\xa9cmt"),
        "track": track[0] or None, "tracks": track[1] or None, "disc": disc[0] or None,
        "discs": disc[1] or None, "isrc": free("ISRC"), "lyrics": "\xa9lyr" in tags,
        "replayGain": gain(lambda key: free(key)),
        "explicit": explicit(next(iter(tags.get("rtng", [])), None)),
        "recording": free("MusicBrainz Track Id"), "release": free("MusicBrainz Album Id"),
        "chapters": [(chapter.start, None, chapter.title) for chapter in file.chapters or []],
        "pictures": [bytes(cover) for cover in tags.get("covr", [])],
    }


def of_pairs(file, tags):
    fields = {}
    for key, value in (tags.items() if hasattr(tags, "items") else tags):
        try:
            values = normal(list(value)) if not isinstance(value, str) else [value]
        except TypeError:
            values = normal(value)
        fields.setdefault(key.lower(), []).extend(values)
    def all_of(*keys):
        return next((fields[key] for key in keys if key in fields), [])
    first = lambda *keys: next(iter(all_of(*keys)), None)
    track = pair(first("tracknumber", "track", "wm/tracknumber") or "0")
    disc = pair(first("discnumber", "disc", "wm/partofset") or "0")
    chapters = []
    for number in range(3):
        start = first(f"chapter{number:03}")
        if start:
            hours, minutes, seconds = start.split(":")
            chapters.append((int(hours) * 3600 + int(minutes) * 60 + float(seconds), None,
                             first(f"chapter{number:03}name")))
    return {
        "title": first("title"), "artists": all_of("artist", "author"),
        "album": first("album", "wm/albumtitle"),
        "albumArtist": first("albumartist", "album artist", "wm/albumartist"),
        "composers": all_of("composer", "wm/composer"), "genres": all_of("genre", "wm/genre"),
        "words": [(None, line) for text in all_of("lyrics", "wm/lyrics") for line in text.split("\n")],
        "kinds": kinds(file, tags),
        "date": first("date", "year", "wm/year"), "comment": first("comment", "description"),
        "track": track[0], "tracks": track[1] or int(first("tracktotal") or 0) or None,
        "disc": disc[0], "discs": disc[1] or int(first("disctotal") or 0) or None,
        "isrc": first("isrc", "wm/isrc"), "lyrics": bool(all_of("lyrics", "wm/lyrics")),
        "replayGain": gain(first), "chapters": chapters, "pictures": pictures(file, tags),
        "explicit": explicit(first("itunesadvisory")),
        "recording": first("musicbrainz_trackid", "musicbrainz/track id"),
        "release": first("musicbrainz_albumid", "musicbrainz/album id"),
    }


def explicit(value):
    return {"1": True, "4": True, "2": False}.get(str(value))


def pictures(file, tags):
    found = [picture.data for picture in getattr(file, "pictures", [])]
    for key, value in (tags.items() if hasattr(tags, "items") else []):
        if key.lower() == "metadata_block_picture":
            found += [mutagen.flac.Picture(base64.b64decode(text)).data for text in value]
        elif key.lower() == "cover art (front)":
            found.append(value.value.split(b"\0", 1)[1])
        elif key == "WM/Picture":
            for picture in value:
                data = picture.value
                found.append(data[-int.from_bytes(data[1:5], "little"):])
    return found


def kinds(file, tags):
    """The kinds of the pictures, by the numbers of ID3."""
    found = [int(picture.type) for picture in getattr(file, "pictures", [])]
    for key, value in (tags.items() if hasattr(tags, "items") else []):
        if key.lower() == "metadata_block_picture":
            found += [int(mutagen.flac.Picture(base64.b64decode(text)).type) for text in value]
        elif key.lower() == "cover art (front)":
            found.append(3)
        elif key == "WM/Picture":
            found += [picture.value[0] for picture in value]
    return sorted(found)


def gain(get):
    def number(key):
        text = get("replaygain_" + key)
        return float(str(text).removesuffix("dB")) if text else None
    found = {"track": number("track_gain"), "album": number("album_gain"),
             "trackPeak": number("track_peak"), "albumPeak": number("album_peak")}
    return {key: value for key, value in found.items() if value is not None} or None


def written(name):
    """The tags that were written to a file that mutagen does not read."""
    none = {"pictures": [], "kinds": [], "chapters": [], "words": [], "lyrics": False}
    if name == "info.wav":
        return none | {"title": "A Title", "artists": ["Ada Example"], "album": "The Album",
                       "date": "2003", "genres": ["Ambient"], "comment": "A remark", "track": 3,
                       "duration": 1.0}
    if name == "latin1.wav":
        return none | {"title": "Früh am Morgen", "artists": ["Zoë “Ada” Example"], "duration": 1.0}
    if name == "tags.mka":
        return none | {"title": media.TITLE, "artists": media.ARTISTS, "genres": media.GENRES,
                       "album": media.ALBUM, "albumArtist": media.ALBUM_ARTIST,
                       "composers": [media.COMPOSER], "date": media.DATE, "isrc": media.ISRC,
                       "comment": media.COMMENT, "track": media.TRACK, "tracks": media.TRACKS,
                       "duration": 1.0}
    said = {"title": media.TITLE, "artists": [media.ARTISTS[0]], "album": media.ALBUM,
            "comment": "A remark"}
    if name != "matroska.mka":
        # ffmpeg does not write an album to AVI.
        album = None if name == "plain.avi" else media.ALBUM
        return none | said | {"album": album, "genres": [media.GENRE], "duration": 1.0}
    starts = [start / 1000 for start, _ in media.CHAPTERS]
    return none | said | {"date": media.DATE, "duration": 4.0, "pictures": [media.png()],
                          "kinds": [3],
                          "chapters": [(start, end, title) for start, end, (_, title) in
                                       zip(starts, starts[1:] + [4.0], media.CHAPTERS)]}


def by_playerkit(line, more):
    """The output of `info` and of the tool of the Swift tests, in the form of `by_mutagen`."""
    said = dict(line)
    said["words"] = [(words.get("start"), words["text"]) for words in more["words"]]
    said["kinds"], said["sums"] = sorted(more["kinds"]), sorted(more["sums"])
    said["genres"], said["composers"] = more["genres"], more["composers"]
    said["parts"] = [(part.get("link"), part.get("picture")) for part in more["parts"]]
    said["artists"] = line.get("artists") or ([line["artist"]] if "artist" in line else [])
    said["chapters"] = [(c["start"], c.get("end"), c.get("title")) for c in line.get("chapters", [])]
    said["pictures"] = sorted(p["bytes"] for p in line.get("artwork", []))
    said["types"] = sorted({p.get("type") for p in line.get("artwork", [])})
    said["recording"] = line.get("musicBrainz", {}).get("recording")
    said["release"] = line.get("musicBrainz", {}).get("release")
    if "padding" in line:
        said["padding"] = [line["padding"]["start"], line["padding"]["end"]]
    return said


def expected(path):
    said = written(path.name) if path.name in WRITTEN else by_mutagen(str(path))
    found = said["pictures"]
    said["pictures"] = sorted(len(data) for data in found)
    said["sums"] = sorted(zlib.adler32(data) for data in found if len(data) <= LARGEST_PICTURE)
    # All pictures that are written are PNG.
    said["types"] = ["image/png"] if found else []
    return said


def is_same(field, ours, theirs):
    if field == "duration":
        # mutagen counts the padding of some encoders.
        return ours is not None and abs(ours - theirs) <= 0.1
    if field in ("sampleRate", "channels") and theirs is None:
        return True  # mutagen does not support them for Opus.
    if field == "comment" and theirs:
        return ours == theirs.replace("\r\n", "\n")
    if field == "explicit":
        return ours == theirs
    return (ours or None) == (theirs or None)


def differences(name, ours, theirs):
    return [
        f"{name}: {field} is {ours.get(field)!r}, not {value!r}"
        for field, value in theirs.items()
        if not is_same(field, ours.get(field), value) and (name, field) not in MEANT
    ]


@pytest.fixture(scope="module")
def files(module_processes):
    need("ffmpeg", "mpcenc:musepack-tools", "mkvpropedit:mkvtoolnix")
    folder = module_processes.folder / "media"
    folder.mkdir()
    return [folder / name for name in media.make(str(folder)) + make_large(str(folder)) + make_several(str(folder))]


@pytest.fixture(scope="module")
def wanted(files):
    return [expected(file) for file in files]


@pytest.fixture(scope="module")
def server(files):
    with Server(files[0].parent) as server:
        yield server
        server.shutdown()


@pytest.fixture
def inspect(processes, playerkit):
    """Returns our data of files or addresses, and the requests and bytes that `info` needed."""

    def inspect(items, server=None):
        lines = processes.run(playerkit, "info", "--json", "--", *items).splitlines()
        served = {name: tuple(counts) for name, counts in server.served.items()} if server else {}
        describer = pathlib.Path(playerkit).parent / "Torture"
        more = processes.run(describer, "inspect", "describe", *items).splitlines()
        return [
            by_playerkit(json.loads(line), json.loads(rest)) for line, rest in zip(lines, more, strict=True)
        ], served

    return inspect


def test_a_file_has_the_tags_that_mutagen_reads(inspect, files, wanted, table):
    found, _ = inspect(files)
    wrong = [
        text for file, ours, theirs in zip(files, found, wanted, strict=True)
        for text in differences(file.name, ours, theirs)
    ]
    table("Tags by file", files=len(files), fields=sum(map(len, wanted)), differences=len(wrong))
    assert wrong == []


def test_a_remote_file_has_the_same_tags_for_few_requests_and_bytes(inspect, files, wanted, server, table):
    found, served = inspect([server.url + file.name for file in files], server)
    for file in files:
        requests, count = served[file.name]
        table("Tags by HTTP", file=file.name, requests=requests, bytes=count, size=file.stat().st_size)
    wrong = [
        text for file, ours, theirs in zip(files, found, wanted, strict=True)
        for text in differences(file.name, ours, theirs)
    ]
    assert wrong == []
    assert {name: cost for name, cost in served.items() if cost[0] > 10 or cost[1] > 2 << 20} == {}


def test_a_wrong_field_is_noticed(inspect, files, wanted):
    found, _ = inspect(files[:1])
    assert differences(files[0].name, found[0], wanted[0]) == []
    for field, value in {"title": "Another", "duration": wanted[0]["duration"] + 1, "sums": [1]}.items():
        assert len(differences(files[0].name, found[0], wanted[0] | {field: value})) == 1


def make_several(folder):
    """Makes files with two genres and two composers in each format."""
    names = []
    def new(name, *options):
        names.append(name)
        media.ffmpeg(os.path.join(folder, name), *options, seconds=1, is_small=True)
        return os.path.join(folder, name)
    composers = [media.COMPOSER, "Dora Beispiel"]
    lame = ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_id3v1", "0"]
    tags = ID3(); tags.add(TCON(encoding=3, text=media.GENRES)); tags.add(TCOM(encoding=1, text=composers))
    tags.save(new("several.mp3", *lame))
    # The genres of ID3v1 in two tags, as no field has more than 100 values.
    for first in (0, 96):
        tags = ID3()
        tags.add(TCON(encoding=3, text=[str(number) for number in range(first, first + 96)]))
        tags.save(new(f"numbers-{first}.mp3", *lame))
        tags = ID3()
        tags.add(TCON(encoding=0, text=["".join(f"({number})" for number in range(first, first + 20))]))
        tags.save(new(f"parentheses-{first}.mp3", *lame), v2_version=3)
    def fill(tags, genre="genre", composer="composer"):
        tags[genre], tags[composer] = media.GENRES, composers
        tags.save()
    fill(FLAC(new("several.flac")))
    fill(OggVorbis(new("several.ogg", "-c:a", "libvorbis")))
    fill(OggOpus(new("several.opus", "-c:a", "libopus")))
    fill(MP4(new("several.m4a", "-c:a", "aac")), "\xa9gen", "\xa9wrt")
    fill(ASF(new("several.wma", "-c:a", "wmav2")), "WM/Genre", "WM/Composer")
    pack = WavPack(new("several.wv")); pack.add_tags(); fill(pack, "Genre", "Composer")
    return names


def make_large(folder):
    """Makes an index after 30 MB, the index of a long book after its audio, and pictures of 3, 15 and 30 MB."""
    options = ["-c:a", "aac", "-b:a", "128k"]
    names = ["long-behind.m4a", "book-behind.m4b", "picture.mp3", "picture.flac", "long.mp3",
             "picture.ogg", "picture.opus", "picture.oga"]
    paths = [os.path.join(folder, name) for name in names]
    media.ffmpeg(paths[0], *options, seconds=1800)
    media.mp4(paths[0])
    chapters = media.chapter_file(folder)
    media.ffmpeg(paths[1], "-map_chapters", "1", "-map", "0", "-f", "ipod", "-c:a", "aac", "-b:a",
                 "32k", inputs=["-i", chapters], seconds=12000, is_small=True)
    media.mp4(paths[1])
    os.remove(chapters)
    lame = ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_id3v1", "0"]
    media.ffmpeg(paths[2], *lame)
    media.id3(paths[2], 4, encoding=3, picture=media.png(extra=30_000_000))
    media.ffmpeg(paths[3])
    flac = FLAC(paths[3])
    flac.add_picture(media.flac_picture(media.png(extra=15_000_000)))
    media.comments(flac, False)
    flac.save()
    media.ffmpeg(paths[4], *lame, "-write_xing", "0", seconds=600)
    media.id3(paths[4], 3, encoding=1)
    for path, kind, codec in zip(paths[5:], (OggVorbis, OggOpus, OggFLAC), ("libvorbis", "libopus", "flac")):
        media.ffmpeg(path, "-c:a", codec)
        ogg = kind(path)
        media.comments(ogg, False)
        picture = media.flac_picture(media.png(extra=3_000_000))
        ogg["metadata_block_picture"] = base64.b64encode(picture.write()).decode()
        ogg["comment"] = media.COMMENT
        ogg.save()
    return names
