"""Writes the signal of the AAC tests as WAV files, and rewrites the index of encoded MP4 files.

  fixtures.py signal FOLDER          a.wav and b.wav: `Signal.sweep` of the tests, cut at CUT;
                                     a48.wav: the first, played at 48 kHz
  fixtures.py index IN OUT OPTION …  IN with another index:
      front        the index before the samples
      tick=N       N units of time in a second of the movie
      edit=N/no    an edit list that shows N frames / none
      count=N      iTunes' count of samples, N frames (hexadecimal fields, as iTunes writes it)
      plain        a sample table that does not tell where the last frame ends
"""

import math
import struct
import sys
import wave

CUT = 30_011
FRAMES = 60_000
RATE = 44_100
PRIMING = 1_024
FRAME = 1_024
PARENTS = {b"moov", b"trak", b"edts", b"mdia", b"minf", b"stbl", b"udta"}


def sweep(frames):
    noise = 1
    for frame in range(frames):
        time = frame / RATE
        for pitch in (220.0, 331.0):
            noise = (noise * 1_664_525 + 1_013_904_223) % 2**32
            tone = math.sin(2 * math.pi * (pitch + 40 * time) * time) * 12_000
            yield int(tone) + (noise >> 20) - 2_048


def write_wav(path, samples, rate=RATE):
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def parse(data):
    boxes, offset = [], 0
    while offset + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, offset)
        body = data[offset + 8:offset + size]
        boxes.append([kind, parse(body) if kind in PARENTS else body])
        offset += size
    return boxes


def pack(boxes):
    result = b""
    for kind, body in boxes:
        data = pack(body) if isinstance(body, list) else body
        result += struct.pack(">I4s", len(data) + 8, kind) + data
    return result


def find(boxes, *path):
    for box in boxes:
        if box[0] == path[0]:
            return box if len(path) == 1 else find(box[1], *path[1:])
    raise KeyError(path)


def box(kind, body):
    return struct.pack(">I4s", len(body) + 8, kind) + body


def itunes_count(frames):
    packets = -(-(PRIMING + frames) // FRAME)
    padding = packets * FRAME - PRIMING - frames
    fields = [0, PRIMING, padding, frames] + [0] * 8
    text = "".join(f" {field:0{16 if i == 3 else 8}X}" for i, field in enumerate(fields))
    item = box(b"mean", bytes(4) + b"com.apple.iTunes") + box(b"name", bytes(4) + b"iTunSMPB")
    item += box(b"data", struct.pack(">II", 1, 0) + text.encode())
    handler = box(b"hdlr", bytes(8) + b"mdirappl" + bytes(9))
    return [b"udta", box(b"meta", bytes(4) + handler + box(b"ilst", box(b"----", item)))]


def rewrite(data, options):
    top = [entry for entry in parse(data) if entry[0] in (b"ftyp", b"moov", b"mdat")]
    moov = find(top, b"moov")[1]
    moov[:] = [entry for entry in moov if entry[0] != b"udta"]
    header, track = find(moov, b"mvhd"), find(moov, b"trak")[1]
    table = find(track, b"mdia", b"minf", b"stbl")[1]
    tick, edit = 1_000, None
    for option in options:
        name, _, value = option.partition("=")
        if name == "tick":
            tick = int(value)
        elif name == "edit":
            edit = None if value == "no" else int(value)
        elif name == "count":
            moov.append(itunes_count(int(value)))
        elif name == "plain":
            times = find(table, b"stts")
            count = sum(struct.unpack_from(">I", times[1], 8 + 8 * i)[0]
                        for i in range(struct.unpack_from(">I", times[1], 4)[0]))
            times[1] = struct.pack(">IIII", 0, 1, count, FRAME)
            media = find(track, b"mdia", b"mdhd")
            media[1] = media[1][:16] + struct.pack(">I", count * FRAME) + media[1][20:]
        elif name != "front":
            raise ValueError(option)
    edits = [entry for entry in track if entry[0] == b"edts"]
    for entry in edits:
        track.remove(entry)
    rate = struct.unpack_from(">I", find(track, b"mdia", b"mdhd")[1], 12)[0]
    length = (edit or 0) * tick // rate
    header[1] = header[1][:12] + struct.pack(">II", tick, length) + header[1][20:]
    if edit is not None:
        elst = struct.pack(">IIIiI", 0, 1, length, PRIMING, 0x10000)
        track.insert(1, [b"edts", [[b"elst", elst]]])
    samples = find(top, b"mdat")
    order = [b"ftyp", b"moov", b"mdat"] if "front" in options else [b"ftyp", b"mdat", b"moov"]
    top.sort(key=lambda entry: order.index(entry[0]))
    before = pack(top[:top.index(samples)])
    offsets, old = find(table, b"stco"), data.index(b"mdat") + 4
    values = struct.unpack(f">{len(offsets[1]) // 4 - 2}I", offsets[1][8:])
    moved = [value - old + len(before) + 8 for value in values]
    offsets[1] = offsets[1][:8] + struct.pack(f">{len(moved)}I", *moved)
    return pack(top)


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "signal":
        samples = list(sweep(FRAMES))
        write_wav(f"{arguments[0]}/a.wav", samples[:CUT * 2])
        write_wav(f"{arguments[0]}/b.wav", samples[CUT * 2:])
        write_wav(f"{arguments[0]}/a48.wav", samples[:CUT * 2], 48_000)
    else:
        with open(arguments[0], "rb") as file:
            data = rewrite(file.read(), arguments[2:])
        with open(arguments[1], "wb") as file:
            file.write(data)


main()
