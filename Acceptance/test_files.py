"""Random media of many formats, tags and lengths: what `playerkit info` shows, what playback shows, and what is heard
have one length.

Each file is made of a known number of samples by ffmpeg, lame, flac, opus-tools or vorbis-tools, and then
changed by hand: tags in any number at both ends, headers without counts, chains, edit lists, odd chunks.

FILES=2000 tries as many; FILES_SEED=N another selection. A failure names the file's number and recipe."""

import concurrent.futures
import json
import os
import random
import struct
import subprocess

import numpy
import pytest

from support.packages import need
from support.player import own_folders

FRAME = 1152
# Audible with the default settings.
OUTPUT = 44_100


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, **options)


class Maker:
    """Makes one file. `recipe` describes it, `seconds` is the length of the source, `tolerance` its exactness."""

    def __init__(self, folder, number, seed):
        self.random = random.Random(f"{seed}.{number}")
        self.folder, self.number, self.recipe, self.tolerance = folder, number, [], 0.010
        self.rate = self.pick(22_050, 44_100, 48_000)
        self.channels = self.pick(1, 2, 2)
        self.kind = self.pick(
            "mp3", "mp3", "mp3", "wav", "wav", "flac", "ogg", "opus", "m4a", "m4a", "aiff", "aac",
            "webm", "caf", "wv", "tta",
        )
        self.note(self.kind, self.rate, self.channels)
        self.source = self.wav("source", self.length())
        self.path = folder / f"{number}.{self.kind}"
        getattr(self, f"make_{self.kind}")()

    def pick(self, *values):
        return self.random.choice(values)

    def note(self, *words):
        self.recipe += [str(word) for word in words]

    def length(self):
        return round(self.rate * self.random.uniform(0.8, 5))

    def samples(self, count):
        """Half of it is quiet, so that a variable bit rate varies."""
        noise = numpy.random.default_rng(self.random.randrange(1 << 30)).integers(-9_000, 9_000, (count, self.channels))
        middle = count // 2
        part = self.pick(slice(0, middle), slice(middle, count), slice(0, 0))
        noise[part] //= 3_000
        return noise.astype("<i2")

    def wav(self, name, count):
        path = self.folder / f"{self.number}-{name}.wav"
        data = self.samples(count).tobytes()
        block = self.channels * 2
        form = struct.pack("<HHIIHH", 1, self.channels, self.rate, self.rate * block, block, 16)
        path.write_bytes(riff(chunk(b"fmt ", form) + chunk(b"data", data)))
        self.seconds = getattr(self, "seconds", 0) + count / self.rate
        return path

    # MP3

    def make_mp3(self):
        # The first and the last frame, and the frames that the encoder adds if no header counts them.
        self.tolerance = 3 * FRAME / self.rate
        options = self.pick(["-b", "128", "--cbr"], ["-V", "0"], ["-V", "6"], ["--abr", "150"])
        header = self.pick("lame", "none", "empty", "half", "double", "joined")
        self.note(*options, header)
        run("lame", "--quiet", *options, *(["-t"] if header == "none" else []), self.source, self.path)
        audio = bytearray(self.path.read_bytes())
        mark = max(audio.find(b"Xing", 0, 64), audio.find(b"Info", 0, 64))
        factor = {"empty": 0, "half": 0.5, "double": 2}.get(header)
        if factor is not None and mark >= 0:
            count = struct.unpack(">I", audio[mark + 8:mark + 12])[0]
            audio[mark + 8:mark + 12] = struct.pack(">I", int(count * factor))
        if header == "joined":
            # The second header is a frame, and the padding in the middle is heard.
            audio, self.tolerance = audio * 2, self.tolerance + 3 * FRAME / self.rate
            self.seconds *= 2
        self.path.write_bytes(self.front_tags() + self.junk() + audio + self.tags_behind())

    def front_tags(self):
        return b"".join(self.front_tag() for _ in range(self.pick(0, 1, 1, 2, 3)))

    def tags_behind(self):
        return b"".join(self.tag_behind() for _ in range(self.pick(0, 0, 1, 2, 3)))

    def junk(self):
        """Other bytes before the first frame."""
        kind = self.pick("", "", "", "zeros", "junk")
        self.note(kind)
        count = {"zeros": 3_000, "junk": 2_000}.get(kind, 0)
        return (b"\0" if kind == "zeros" else b"\x55") * count

    def make_aac(self):
        # The encoder's padding at both ends is heard: nothing states it.
        self.tolerance = 3 * 1_024 / self.rate
        options = self.pick(["-b:a", "96k"], ["-q:a", "1"])
        self.note(*options)
        self.ffmpeg("-c:a", "aac", *options, "-f", "adts", self.path, self.source)
        self.path.write_bytes(self.front_tags() + self.path.read_bytes() + self.tags_behind())

    def front_tag(self):
        kind = self.pick("id3", "id3", "picture", "padded", "ape")
        self.note("front", kind)
        if kind == "ape":
            return ape(self.picture(3_000), header=True)
        version = self.pick(3, 4)
        frames = frame(b"TIT2", b"\0Song", version)
        if kind == "picture":
            frames += frame(b"APIC", b"\0image/png\0\3\0" + self.picture(400_000), version)
        return id3(frames + bytes(2_000 if kind == "padded" else 0), version)

    def tag_behind(self):
        kind = self.pick("ape", "id3v1", "lyrics1", "lyrics2")
        self.note("behind", kind)
        if kind == "ape":
            return ape(self.picture(self.pick(1_000, 1_500_000)), header=self.pick(True, False))
        if kind == "id3v1":
            return b"TAG" + bytes(125)
        text = b"LYRICSBEGIN" + b"la la " * 50
        return text + (b"LYRICSEND" if kind == "lyrics1" else b"%06dLYRICS200" % len(text))

    def picture(self, most):
        return self.random.randbytes(self.random.randrange(most))

    # Others

    def wav_format(self):
        size = self.pick(2, 3, 4)
        valid = self.pick(size * 8, size * 8 - 4, size * 8 - 8)
        kind = self.pick("plain", "extended")
        mask = self.pick(0, 3, 0x600, 4) if self.channels == 2 else self.pick(0, 4, 1)
        self.note(kind, size, valid, hex(mask))
        block = size * self.channels
        head = struct.pack("<IIH", self.rate, self.rate * block, block)
        if kind == "plain":
            return size, struct.pack("<HH", 1, self.channels) + head + struct.pack("<H", valid)
        guid = bytes.fromhex("0100000000001000800000aa00389b71")
        rest = struct.pack("<HHHI", size * 8, 22, valid, mask)
        return size, struct.pack("<HH", 0xFFFE, self.channels) + head + rest + guid

    def make_wav(self):
        size, form = self.wav_format()
        values = numpy.frombuffer(self.source.read_bytes()[44:], "<i2")
        wide = values.astype("<i4") << 16
        data = wide.view("u1").reshape(-1, 4)[:, 4 - size:].tobytes()
        odd = self.pick(b"", b"odd", b"x" * 33)
        padded = self.pick(True, False)
        self.note("odd chunk" if odd else "", "" if padded else "unpadded")
        before = chunk(b"JUNK", odd, padded) if odd else b""
        self.path.write_bytes(riff(before + chunk(b"fmt ", form) + before + chunk(b"data", data)))

    def make_flac(self):
        # The second kind has fewer packets a second than any other.
        options = self.pick([], [], ["--lax", "-b", "65535"])
        self.note(*options)
        run("flac", "--silent", "--force", *options, "-o", self.path, self.source)
        tags = b"".join(id3(frame(b"TIT2", b"\0Song", 3), 3) for _ in range(self.pick(0, 0, 1, 2)))
        self.note("tagged" if tags else "")
        self.path.write_bytes(tags + self.path.read_bytes())

    def make_aiff(self):
        self.ffmpeg(self.path, self.source)

    def make_caf(self):
        self.ffmpeg("-c:a", "alac", self.path, self.source)

    def make_wv(self):
        self.ffmpeg(self.path, self.source)
        self.path.write_bytes(self.path.read_bytes() + (ape(self.picture(3_000), True) if self.pick(0, 1) else b""))

    def make_tta(self):
        self.ffmpeg(self.path, self.source)
        self.path.write_bytes(self.path.read_bytes() + (ape(self.picture(3_000), True) if self.pick(0, 1) else b""))

    def make_webm(self):
        # A live recording states no length.
        self.tolerance = 0.021
        live = self.pick([], ["-live", "1"])
        self.note(*live)
        self.ffmpeg("-c:a", "libopus", *live, self.path, self.source)

    def make_ogg(self):
        self.chain(lambda source, path: run("oggenc", "-Q", "-o", path, source))

    def make_opus(self):
        self.chain(lambda source, path: run("opusenc", "--quiet", source, path))

    def chain(self, encode):
        data = b""
        for link in range(self.pick(1, 1, 2, 3)):
            self.note("link")
            source = self.source if link == 0 else self.wav(f"link{link}", self.length())
            encode(source, self.path)
            data += self.path.read_bytes()
        self.path.write_bytes(data)

    def make_m4a(self):
        self.tolerance = 1_024 / self.rate
        codec = self.pick(["-c:a", "aac", "-b:a", "96k"], ["-c:a", "alac"])
        form = self.pick("usual", "usual", "fast", "fragments", "pieces", "late")
        if form == "pieces" and codec[1] == "alac":
            form = "usual"
        self.note(codec[1], form)
        flags = {"fast": ["-movflags", "+faststart"], "fragments": ["-movflags", "+frag_keyframe+empty_moov+delay_moov"]}
        self.ffmpeg(*codec, *flags.get(form, []), self.path, self.source)
        if form in ("pieces", "late"):
            self.edit(form)

    def edit(self, form):
        data = self.path.read_bytes()
        place = data.find(b"elst")
        if place < 0:
            return
        length, start = struct.unpack(">Ii", data[place + 12:place + 20])
        edits = [(self.random.randrange(1, 2_000), -1), (length, start)]
        if form == "pieces":
            first, skipped = round(length * 0.3), round(self.seconds * self.rate * 0.6)
            edits = [(first, start), (first, start + skipped)]
            self.seconds = 2 * first / 1_000
        body = struct.pack(">II", 0, len(edits)) + b"".join(struct.pack(">IiI", *edit, 0x1_0000) for edit in edits)
        grown = len(body) - (struct.unpack(">I", data[place - 4:place])[0] - 8)
        data = bytearray(data)
        data[place + 4:place + 4 + len(body) - grown] = body
        for name in (b"elst", b"edts", b"trak", b"moov"):
            at = data.find(name) - 4
            data[at:at + 4] = struct.pack(">I", struct.unpack(">I", data[at:at + 4])[0] + grown)
        self.path.write_bytes(data)

    def ffmpeg(self, *arguments):
        *options, path, source = arguments
        run("ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-i", source, *options, path)


def chunk(name, data, padded=True):
    return name + struct.pack("<I", len(data)) + data + (b"\0" if len(data) % 2 and padded else b"")


def riff(chunks):
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks


def frame(name, body, version):
    return name + (sevens(len(body)) if version == 4 else struct.pack(">I", len(body))) + bytes(2) + body


def sevens(size):
    return bytes(size >> shift & 127 for shift in (21, 14, 7, 0))


def id3(frames, version):
    return b"ID3" + bytes([version, 0, 0]) + sevens(len(frames)) + frames


def ape(picture, header):
    items = [(b"Title", b"Song", 0), (b"Cover Art (Front)", b"a.png\0" + picture, 2)]
    body = b"".join(struct.pack("<II", len(value), flags) + key + b"\0" + value for key, value, flags in items)

    def part(flags):
        return b"APETAGEX" + struct.pack("<IIII", 2_000, len(body) + 32, len(items), flags) + bytes(8)

    return (part(0xA000_0000) if header else b"") + body + part(0x8000_0000 if header else 0)


def shown(program, path, environment):
    output = run(program, "info", "--json", "--", path, env=environment).stdout
    return json.loads(output.splitlines()[0]).get("duration")


def heard(program, path, environment):
    pcm = path.with_suffix(".pcm")
    run(program, "play", "--json", "--output", f"pcm:{pcm}", "--", path, env=environment, timeout=120)
    seconds = pcm.stat().st_size / 4 / OUTPUT
    pcm.unlink()
    return seconds


def told(program, path, environment):
    """The duration during playback, once it has been measured."""
    process = subprocess.Popen(
        [program, "play", "--json", "--output", "null", "--position-interval", "0.1", "--", path],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
    )
    try:
        positions = []
        for line in process.stdout:
            event = json.loads(line)
            if event.get("event") == "position":
                positions.append(event.get("duration"))
            if len(positions) == 3 or event.get("event") == "ended":
                break
        return positions[-1] if positions else None
    finally:
        process.stdin.close()
        process.kill()
        process.wait()
        process.stdout.close()


def examine(program, folder, environment, number, seed):
    media = Maker(folder, number, seed)
    recipe = " ".join(filter(None, media.recipe))
    try:
        found = [look(program, media.path, environment) for look in (shown, told, heard)]
    except subprocess.SubprocessError as failure:
        # The others are tried as well.
        return f"{number} ({recipe}): {media.seconds:.4f} s: {failure}"
    finally:
        for path in folder.glob(f"{number}[-.]*"):
            path.unlink()
    seconds = found[2]
    limit = media.tolerance
    is_right = (
        abs(seconds - media.seconds) <= limit + 0.001
        and all(length is not None and abs(length - seconds) <= limit for length in found[:2])
        and abs(found[0] - found[1]) <= 0.010
    )
    return None if is_right else f"{number} ({recipe}): {media.seconds:.4f} s are shown, told, heard as {found}"


@pytest.mark.quick
def test_random_files_are_shown_and_heard_with_their_length(scratch, is_quick):
    need("ffmpeg", "lame", "flac", "opusenc:opus-tools", "oggenc:vorbis-tools")
    program = os.environ["PLAYERKIT"]
    environment = {**os.environ, **own_folders(scratch)}
    count = int(os.environ.get("FILES", 24 if is_quick else 2_000))
    seed = os.environ.get("FILES_SEED", "1")
    print(f"{count} files of FILES_SEED={seed}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        tries = [threads.submit(examine, program, scratch, environment, number, seed) for number in range(count)]
        wrong = [text for text in (one.result() for one in tries) if text]
    assert not wrong, f"{len(wrong)} of {count} files of FILES_SEED={seed}:\n" + "\n".join(wrong[:50])
