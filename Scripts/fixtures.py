#!/usr/bin/env python3
"""Makes the audio files that the repository contains. Commit the files that changed.

    fixtures.py NAME …                makes fixtures:
        aac             AAC files with all ways to record their length (ffmpeg)
        demo-music      the music of the demo (swiftc, flac, lame, ffmpeg)
        hls             streams of the tests of HLS (ffmpeg)
        joints          MP3, Opus and Vorbis files of the tests of joints (ffmpeg, lame)
        loudness        files with loudness tags (ffmpeg)
        preview-music   the music of the simulated previews (swiftc, ffmpeg, lame)
        seam            the FLAC files of the tests of seams (flac)
        tags            files with tags of all formats (ffmpeg, mpcenc, mkvpropedit, mutagen)
    fixtures.py index IN OUT OPTION …    rewrites the index of an MP4 file with AAC, see `rewrite_index`:
        front  plain  tick=N  edit=N/no  count=N

Encoders of other versions write other bytes. Make fixtures again after a change of their signal: `Signal.sweep` and
`Signal.integer` in Tests/PlayerKitMPVTests/Support/Signal.swift (aac, joints, seam), `SeamSignal` in
Tests/ExamplesTests/Support (seam), fixtures-music.swift (demo-music, preview-music).
"""

import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/Fixtures"
RATE = 44_100
FRAME = 1_024  # The frames of a packet of AAC.
FFMPEG_PRIMING = 1_024  # The frames that FFmpeg's encoder adds at the start.
ITUNES_PRIMING = 2_112  # The frames that iTunes adds at the start.
ENSEMBLE = "The PlayerKit Ensemble"
FIRST_LIGHT_CUT = 263_821  # The frame at which the demo cuts a piece. It is not a multiple of any frame size.
EXACT = ("-fflags", "+bitexact")
EXACT_AUDIO = (*EXACT, "-flags:a", "+bitexact")


def run(*words):
    subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL)


def ffmpeg(*words):
    run("ffmpeg", "-loglevel", "error", "-y", *words)


def need(**packages):
    """Installs the Debian package of each command that is missing."""
    for command, package in packages.items():
        run("bash", "-c", f". {ROOT}/Scripts/lib.sh; need {command} {package}")


def write_wav(path, samples, rate=RATE):
    """Writes interleaved 16-bit stereo samples, which may be packed already."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples if isinstance(samples, bytes) else struct.pack(f"<{len(samples)}h", *samples))


# MP4 boxes, as lists of a kind and a content: bytes, or a list of boxes.

CONTAINERS = {b"moov", b"trak", b"edts", b"mdia", b"minf", b"stbl", b"udta", b"ilst"}


def parse(data):
    boxes, at = [], 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if size < 8 or at + size > len(data):
            raise ValueError("a box is damaged")
        body = data[at + 8:at + size]
        if kind == b"meta":
            body = [[None, body[:4]], *parse(body[4:])]
        boxes.append([kind, parse(body) if kind in CONTAINERS else body])
        at += size
    return boxes


def pack(boxes):
    result = b""
    for kind, body in boxes:
        data = pack(body) if isinstance(body, list) else body
        result += data if kind is None else struct.pack(">I4s", len(data) + 8, kind) + data
    return result


def find(boxes, path):
    """The first box at a path of kinds."""
    kind, _, rest = path.partition("/")
    box = next(box for box in boxes if box[0] == kind.encode())
    return find(box[1], rest) if rest else box


def put(box, offset, *numbers):
    """Replaces numbers of 32 bits in a box."""
    data = struct.pack(f">{len(numbers)}I", *numbers)
    box[1] = box[1][:offset] + data + box[1][offset + len(data):]


def itunes_count(priming, padding, frames):
    """The tag `iTunSMPB`, which records the frames before, after and in a track."""
    assert padding >= 0, "too few packets"
    fields = [0, priming, padding, frames] + [0] * 8
    text = "".join(f" {field:0{16 if place == 3 else 8}X}" for place, field in enumerate(fields))
    return [b"----", pack([[b"mean", bytes(4) + b"com.apple.iTunes"], [b"name", bytes(4) + b"iTunSMPB"],
                           [b"data", struct.pack(">II", 1, 0) + text.encode()]])]


def forget_last_packet(track):
    """Counts every packet in full, and returns the sum of frames."""
    table = find(track, "mdia/minf/stbl")[1]
    packets = struct.unpack_from(">I", find(table, "stsz")[1], 8)[0]
    find(table, "stts")[1] = struct.pack(">IIII", 0, 1, packets, FRAME)
    put(find(track, "mdia/mdhd"), 16, packets * FRAME)
    return packets * FRAME


def set_edit_list(track, duration, priming):
    """Replaces the edit list. `duration` is in ticks of the movie, or `None` for no edit list."""
    track[:] = [box for box in track if box[0] != b"edts"]
    if duration is not None:
        entry = struct.pack(">IIIiHH", 0, 1, duration, priming, 1, 0)
        track.insert(1, [b"edts", [[b"elst", entry]]])


def arranged(boxes, original, is_index_first):
    """Puts `moov` before or after `mdat`, and moves the offsets of chunks. Drops other boxes except `ftyp`."""
    order = ["ftyp", "moov", "mdat"] if is_index_first else ["ftyp", "mdat", "moov"]
    result = [find(boxes, kind) for kind in order]
    samples = find(boxes, "mdat")
    moved = len(pack(result[:result.index(samples)])) - (original.index(b"mdat") - 4)
    offsets = find(boxes, "moov/trak/mdia/minf/stbl/stco")
    count = len(offsets[1]) // 4 - 2
    put(offsets, 8, *(offset + moved for offset in struct.unpack_from(f">{count}I", offsets[1], 8)))
    return pack(result)


def rewrite_index(data, front=False, plain=False, tick=1_000, edit=None, count=None):
    """Returns an MP4 file that FFmpeg wrote with another index.

    front   the index comes before the samples
    plain   the sample table does not record where the last packet ends
    tick    units of time in a second of the movie
    edit    the frames that an edit list shows; `None` for no edit list
    count   the frames in iTunes' tag; `None` for no tag
    """
    boxes = parse(data)
    movie = find(boxes, "moov")[1]
    track = find(movie, "trak")[1]
    movie[:] = [box for box in movie if box[0] != b"udta"]
    if count is not None:
        packets = -(-(FFMPEG_PRIMING + count) // FRAME)
        tag = itunes_count(FFMPEG_PRIMING, packets * FRAME - FFMPEG_PRIMING - count, count)
        handler = [b"hdlr", bytes(8) + b"mdirappl" + bytes(9)]
        movie.append([b"udta", [[b"meta", [[None, bytes(4)], handler, [b"ilst", [tag]]]]]])
    if plain:
        forget_last_packet(track)
    rate = struct.unpack_from(">I", find(track, "mdia/mdhd")[1], 12)[0]
    put(find(movie, "mvhd"), 12, tick, (edit or 0) * tick // rate)
    set_edit_list(track, None if edit is None else edit * tick // rate, FFMPEG_PRIMING)
    return arranged(boxes, data, front)


def index(source, target, *options):
    values = {}
    for option in options:
        name, _, value = option.partition("=")
        values[name] = True if not value else None if value == "no" else int(value)
    Path(target).write_bytes(rewrite_index(Path(source).read_bytes(), **values))


# aac, joints

CUT = 30_011


def sweep(frames):
    """`Signal.sweep` of the tests."""
    noise = 1
    for frame in range(frames):
        time = frame / RATE
        for pitch in (220.0, 331.0):
            noise = (noise * 1_664_525 + 1_013_904_223) % 2**32
            tone = math.sin(2 * math.pi * (pitch + 40 * time) * time) * 12_000
            yield int(tone) + (noise >> 20) - 2_048


def aac(scratch):
    need(ffmpeg="ffmpeg")
    samples = list(sweep(60_000))
    write_wav(scratch / "a.wav", samples[:CUT * 2])
    write_wav(scratch / "b.wav", samples[CUT * 2:])
    write_wav(scratch / "a48.wav", samples[:CUT * 2], 48_000)
    for name in ("a", "b", "a48"):
        ffmpeg("-i", scratch / f"{name}.wav", "-c:a", "aac", "-b:a", "96k", *EXACT_AUDIO, scratch / f"{name}.m4a")
    for source, name, options in [
        ("a", "a-tag", dict(count=CUT, plain=True, front=True)),
        ("a", "a-tag-edit", dict(edit=CUT, count=CUT, plain=True, front=True)),
        ("a", "a-edit", dict(tick=RATE, edit=CUT, plain=True)),
        ("a", "a-table", dict(edit=CUT)),
        ("a", "a-coarse", dict(edit=CUT, plain=True)),
        ("a", "a-none", dict(plain=True)),
        ("b", "b-tag-edit", dict(edit=60_000 - CUT, count=60_000 - CUT, plain=True)),
        ("a48", "a48-tag-edit", dict(edit=CUT, count=CUT, plain=True)),
    ]:
        data = (scratch / f"{source}.m4a").read_bytes()
        (FIXTURES / f"aac-{name}.m4a").write_bytes(rewrite_index(data, **options))


BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
RATES = [44_100, 48_000, 32_000]


def without_lame_tag(data, keeps_count):
    """An MP3 by LAME (MPEG 1, stereo) whose header frame only counts frames and bytes, or without a header frame."""
    at = max(data.find(b"Info"), data.find(b"Xing"))
    start = at - 36
    bits = data[start + 2]
    length = 144_000 * BIT_RATES[bits >> 4] // RATES[bits >> 2 & 3] + (bits >> 1 & 1)
    assert data[start] == 0xFF and data[at + 120:at + 124] == b"LAME"
    if not keeps_count:
        return data[:start] + data[start + length:]
    header = data[at:at + 4] + bytes([0, 0, 0, 3]) + data[at + 8:at + 16]
    return data[:at] + header + bytes(start + length - at - len(header)) + data[start + length:]


def joints(scratch):
    need(ffmpeg="ffmpeg", lame="lame")
    signal = scratch / "a.wav"
    write_wav(signal, list(sweep(60_000))[:CUT * 2])
    lame = FIXTURES / "joint-lame.mp3"
    run("lame", "--quiet", "-b", 128, signal, lame)
    # Other rates: half frames in mono, and a variable bit rate.
    run("lame", "--quiet", "-V", 4, "-m", "m", "--resample", "22.05", signal, FIXTURES / "joint-22.mp3")
    run("lame", "--quiet", "-V", 2, "--resample", 48, signal, FIXTURES / "joint-48.mp3")
    for name, keeps_count in [("xing", True), ("bare", False)]:
        (FIXTURES / f"joint-{name}.mp3").write_bytes(without_lame_tag(lame.read_bytes(), keeps_count))
    ffmpeg("-i", signal, *EXACT, "-c:a", "libopus", "-b:a", "96k", FIXTURES / "joint.opus")
    # Pages of 0.2 s, because a longer track has several. FFmpeg miscounts the start of a file with one page.
    ffmpeg("-i", signal, *EXACT, "-c:a", "libvorbis", "-q:a", 4, "-page_duration", 200_000, FIXTURES / "joint.ogg")

    # Streams that change their format in the middle, as a station may: 44.1 kHz in stereo, then another rate in mono.
    def tone(pitch, rate, channels, *options):
        ffmpeg("-f", "lavfi", "-i", f"sine={pitch}:d=1:r={rate}", "-ac", channels, *options)

    tone(440, 44_100, 2, "-b:a", "128k", scratch / "1.mp3")
    tone(660, 22_050, 1, "-b:a", "32k", scratch / "2.mp3")
    tone(440, 44_100, 2, "-c:a", "libvorbis", scratch / "1.ogg")
    tone(660, 48_000, 1, "-c:a", "libvorbis", scratch / "2.ogg")
    for kind in ("mp3", "ogg"):
        parts = [(scratch / f"{number}.{kind}").read_bytes() for number in (1, 2)]
        (FIXTURES / f"changing.{kind}").write_bytes(b"".join(parts))

    # A film of three seconds with one second of sound, in one piece and in fragments.
    film = ("-f", "lavfi", "-i", "color=s=16x16:r=1:d=3", "-f", "lavfi", "-i", "sine=440:d=1:r=22050",
            "-c:v", "mpeg4", "-c:a", "mp3", "-b:a", "32k", *EXACT)
    ffmpeg(*film, FIXTURES / "film.mp4")
    ffmpeg(*film, "-movflags", "frag_keyframe+empty_moov", FIXTURES / "film-fragments.mp4")


def hls(scratch):
    need(ffmpeg="ffmpeg")
    folder = FIXTURES / "hls"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("ts", "mp4", "adts", "aes"):
        (folder / name).mkdir(parents=True)
    key = folder / "aes/key.bin"
    key.write_text("0123456789abcdef")
    (scratch / "key.info").write_text(f"key.bin\n{key}\n")
    whole = scratch / "whole.m4a"
    ffmpeg("-f", "lavfi", "-i", "aevalsrc=0.3*sin(2*PI*(100+300*t)*t)+0.05*(random(0)-0.5):s=44100:d=5",
           "-ac", 1, "-c:a", "aac", "-aac_pns", 0, "-b:a", "32k", *EXACT_AUDIO, whole)
    copy = ("-i", whole, "-c", "copy")
    ffmpeg(*copy, folder / "whole.aac")
    for name, options in [
        ("ts", []),
        ("mp4", ["-hls_segment_type", "fmp4", "-hls_flags", "single_file"]),
        ("aes", ["-hls_key_info_file", scratch / "key.info"]),
    ]:
        ffmpeg(*copy, "-f", "hls", "-hls_time", 1, "-hls_playlist_type", "vod", *options, folder / name / "index.m3u8")
    ffmpeg(*copy, "-f", "segment", "-segment_time", 1, "-segment_list_type", "m3u8",
           "-segment_list", folder / "adts/index.m3u8", "-segment_format", "adts", folder / "adts/%d.aac")


def loudness(scratch):
    need(ffmpeg="ffmpeg")

    def make(name, *options):
        ffmpeg("-f", "lavfi", "-i", "sine=f=441:r=44100:d=0.5,volume=2,aformat=channel_layouts=stereo",
               "-map_metadata", -1, *EXACT, *options, FIXTURES / f"loudness.{name}")

    def tags(**values):
        return [word for name, value in values.items() for word in ("-metadata", f"{name}={value}")]

    gains = tags(REPLAYGAIN_TRACK_GAIN="-6.02 dB", REPLAYGAIN_ALBUM_GAIN="-12.04 dB")
    make("flac", "-c:a", "flac", *gains, *tags(REPLAYGAIN_TRACK_PEAK=0.25, REPLAYGAIN_ALBUM_PEAK=0.25))
    make("mp3", "-c:a", "libmp3lame", "-b:a", "64k", *gains)
    make("m4a", "-c:a", "aac", "-b:a", "64k", "-movflags", "use_metadata_tags", *gains)
    make("ogg", "-c:a", "libvorbis", "-q:a", 0, *gains)
    # −11.02 and −17.04 dB, for a target of −23 LUFS.
    make("opus", "-c:a", "libopus", "-b:a", "48k", *tags(R128_TRACK_GAIN=-2821, R128_ALBUM_GAIN=-4362))


def integer_signal(frames):
    """`Signal.integer` of the tests."""
    noise = 1
    for frame in range(frames):
        for period in (200, 133):
            noise = (noise * 1_664_525 + 1_013_904_223) % 2**32
            phase = frame % period
            yield min(phase, period - phase) * 24_000 // period - 6_000 + (noise >> 28)


def seam_signal(frames):
    """`SeamSignal` of the tests."""
    def triangle(frame, period, height):
        return height - 2 * height * abs(frame % period * 2 - period) // period

    for frame in range(frames):
        yield triangle(frame, 441, 9_000) + triangle(frame, 97, 3_000)
        yield triangle(frame, 300, 7_000) - triangle(frame, 127, 4_001)


def seam(scratch):
    need(flac="flac")
    for samples, options, target in [
        (integer_signal(CUT), ["--best"], FIXTURES / "seam-a.flac"),
        (seam_signal(123_457), ["-8", "--no-padding"], ROOT / "Tests/ExamplesTests/Fixtures/seam-first.flac"),
    ]:
        write_wav(scratch / "seam.wav", list(samples))
        run("flac", "--silent", "--force", *options, "-o", target, scratch / "seam.wav")


def tags(scratch):
    need(ffmpeg="ffmpeg", mpcenc="musepack-tools", mkvpropedit="mkvtoolnix")
    run(sys.executable, "-m", "venv", scratch / "venv")
    run(scratch / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check", "mutagen==1.47.0")
    code = "import sys; from support import tagged_media; tagged_media.make(sys.argv[1], is_small=True)"
    os.environ["PYTHONPATH"] = str(ROOT / "Acceptance")
    (FIXTURES / "Tags").mkdir(exist_ok=True)
    run(scratch / "venv/bin/python", "-B", "-c", code, FIXTURES / "Tags")


def synthesize(scratch):
    """Writes the music of the demo and of the previews as `NAME.pcm` and `NAME.wav`."""
    run("swiftc", "-O", "-swift-version", 6, "-parse-as-library", "-o", scratch / "music",
        ROOT / "Scripts/fixtures-music.swift")
    run(scratch / "music", scratch)
    for samples in scratch.glob("*.pcm"):
        write_wav(samples.with_suffix(".wav"), samples.read_bytes())


def demo_music(scratch):
    need(flac="flac", lame="lame", ffmpeg="ffmpeg")
    synthesize(scratch)
    resources = ROOT / "Examples/playerkit/Resources"
    samples, cut = (scratch / "first-light.pcm").read_bytes(), FIRST_LIGHT_CUT * 4
    for number, half, name in ((1, samples[:cut], "first"), (2, samples[cut:], "second")):
        write_wav(scratch / "half.wav", half)
        run("flac", "--silent", "--force", "-8", "--no-padding", f"--tag=TITLE=First Light, {name} half",
            f"--tag=ARTIST={ENSEMBLE}", "-o", resources / f"first-light-{number}.flac", scratch / "half.wav")
    run("lame", "--quiet", "-b", 96, "--resample", "44.1", "--noreplaygain", "--tt", "Paper Boats", "--ta", ENSEMBLE,
        scratch / "paper-boats.wav", resources / "paper-boats.mp3")
    ffmpeg("-i", scratch / "undertow.wav", "-c:a", "aac", "-b:a", "96k", "-metadata", "title=Undertow",
           "-metadata", f"artist={ENSEMBLE}", *EXACT_AUDIO, "-movflags", "+faststart", resources / "undertow.m4a")
    ffmpeg("-i", resources / "undertow.m4a", "-c", "copy", "-f", "hls", "-hls_time", 3, "-hls_segment_type", "fmp4",
           "-hls_playlist_type", "vod", "-hls_flags", "single_file", *EXACT, resources / "undertow.m3u8")


def as_itunes(boxes, frames, edit_scale):
    """Records the length as iTunes does, with every packet in full and the exact count in a tag; and also in an edit
    list, in units of `edit_scale`, unless that is `None`."""
    movie, track = find(boxes, "moov")[1], find(boxes, "moov/trak")[1]
    total = forget_last_packet(track)
    header = find(movie, "mvhd")
    scale = edit_scale or struct.unpack_from(">I", header[1], 12)[0]
    duration = round((frames if edit_scale else total) * scale / RATE)
    put(header, 12, scale, duration)
    put(find(track, "tkhd"), 20, duration)
    set_edit_list(track, duration if edit_scale else None, ITUNES_PRIMING)
    padding = total - ITUNES_PRIMING - frames
    find(movie, "udta/meta/ilst")[1].append(itunes_count(ITUNES_PRIMING, padding, frames))


def write_manifest(path, entries):
    lines = [json.dumps(dict(name=name, frames=frames, length=length)) for name, frames, length in entries]
    path.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n")


def preview_music(scratch):
    need(ffmpeg="ffmpeg", lame="lame")
    synthesize(scratch)
    resources = ROOT / "Sources/PlayerKitServiceSimulator/Resources/previews"
    shutil.rmtree(resources, ignore_errors=True)
    (resources / "mp3").mkdir(parents=True)

    def frames(name):
        with wave.open(str(scratch / f"{name}.wav")) as file:
            return file.getnframes()

    entries = []
    for name, length, has_tag, edit_scale in [
        ("lanterns", "itunsmpb", True, None),
        ("harbour", "edit list", False, None),
        ("clockwork", "both", True, RATE),
        ("snowfall", "edit list, moov last", False, None),
        ("footbridge", "itunsmpb, edit list in milliseconds", True, 1_000),
        ("meridian", "itunsmpb", True, None),
        ("orchard", "edit list", False, None),
        ("ember", "both", True, RATE),
    ]:
        # Silence at the start makes the delay of FFmpeg's encoder as long as iTunes' delay.
        silence = ITUNES_PRIMING - FFMPEG_PRIMING if has_tag else 0
        options = ("-use_editlist", 0) if has_tag else ("-movie_timescale", RATE)
        source = scratch / f"{name}.m4a"
        ffmpeg("-i", scratch / f"{name}.wav", "-af", f"adelay={silence}S:all=1", "-c:a", "aac", "-b:a", "80k",
               "-metadata", f"title={name.capitalize()}", "-metadata", f"artist={ENSEMBLE}", *EXACT_AUDIO, *options,
               source)
        data = source.read_bytes()
        boxes = parse(data)
        if has_tag:
            as_itunes(boxes, frames(name), edit_scale)
        (resources / source.name).write_bytes(arranged(boxes, data, "moov last" not in length))
        entries.append((name, frames(name), length))
    write_manifest(resources / "manifest.json", entries)

    # The previews of other services are MP3. LAME's tag records the encoder's delay and the padding at the end.
    names = ["lanterns", "clockwork", "footbridge", "orchard"]
    for name in names:
        run("lame", "--quiet", "-h", "--cbr", "-b", 96, "--resample", "44.1", "--id3v2-only", "--tt",
            name.capitalize(), "--ta", ENSEMBLE, scratch / f"{name}.wav", resources / f"mp3/{name}.mp3")
    write_manifest(resources / "mp3/manifest.json", [(name, frames(name), "LAME tag") for name in names])


MAKERS = {
    "aac": aac, "demo-music": demo_music, "hls": hls, "joints": joints, "loudness": loudness,
    "preview-music": preview_music, "seam": seam, "tags": tags,
}


def main(*words):
    if words[:1] == ("index",) and len(words) > 2:
        return index(*words[1:])
    if not words or any(word not in MAKERS for word in words):
        sys.exit(__doc__.strip())
    for name in words:
        print(f"==> {name}", file=sys.stderr)
        with tempfile.TemporaryDirectory() as scratch:
            MAKERS[name](Path(scratch))
    run("git", "-C", ROOT, "status", "--short")


if __name__ == "__main__":
    main(*sys.argv[1:])
