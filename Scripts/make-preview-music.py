#!/usr/bin/env python3
"""Finishes the previews' m4a files: writes the exact length into them in the ways that are met in
the wild. Reads what FFmpeg wrote with `-use_editlist 0` or with its own edit list, moov at the end.

usage: make-preview-music.py IN OUT FRAMES [--itunsmpb] [--edit-list SCALE] [--moov-last]

--itunsmpb         the samples begin at 2112, as iTunes has it, and the tag says so
--edit-list SCALE  an edit list that begins there too, with a movie timescale of SCALE
--moov-last        leave the index at the end
"""

import argparse
import struct
import sys

RATE = 44100
PACKET = 1024
PRIMING = 2112
CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"udta", b"ilst"}


def parse(data):
    """The boxes in `data`, as lists of [type, content]; content is a list for containers."""
    boxes, at = [], 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if size < 8 or at + size > len(data):
            sys.exit("a box is damaged")
        body = data[at + 8 : at + size]
        if kind == b"meta":
            content = [["prefix", body[:4]]] + parse(body[4:])
        elif kind in CONTAINERS:
            content = parse(body)
        else:
            content = body
        boxes.append([kind, content])
        at += size
    return boxes


def serialize(box):
    kind, content = box
    if kind == "prefix":
        return content
    if isinstance(content, list):
        content = b"".join(serialize(child) for child in content)
    return struct.pack(">I4s", len(content) + 8, kind) + content


def find(boxes, path):
    for name in path.split("/"):
        found = [box for box in boxes if box[0] == name.encode()]
        if not found:
            sys.exit(f"no box {path}")
        box = found[0]
        boxes = box[1]
    return box


def put(box, offset, value):
    box[1] = box[1][:offset] + struct.pack(">I", value) + box[1][offset + 4 :]


def itunsmpb(padding, frames):
    text = f" 00000000 {PRIMING:08X} {padding:08X} {frames:016X}" + " 00000000" * 8
    mean = [b"mean", bytes(4) + b"com.apple.iTunes"]
    name = [b"name", bytes(4) + b"iTunSMPB"]
    data = [b"data", struct.pack(">II", 1, 0) + text.encode()]
    return [b"----", b"".join(serialize(box) for box in (mean, name, data))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("frames", type=int)
    parser.add_argument("--itunsmpb", action="store_true")
    parser.add_argument("--edit-list", type=int)
    parser.add_argument("--moov-last", action="store_true")
    options = parser.parse_args()

    boxes = parse(open(options.source, "rb").read())
    moov = find(boxes, "moov")
    track = find(boxes, "moov/trak")
    if options.itunsmpb:
        # As iTunes has it: every packet counts in full, and the tag alone knows the rest.
        packets = struct.unpack_from(">I", find(boxes, "moov/trak/mdia/minf/stbl/stsz")[1], 8)[0]
        total = packets * PACKET
        padding = total - PRIMING - options.frames
        if padding < 0:
            sys.exit("too few packets")
        find(boxes, "moov/trak/mdia/minf/stbl/stts")[1] = struct.pack(
            ">IIII", 0, 1, packets, PACKET
        )
        put(find(boxes, "moov/trak/mdia/mdhd"), 16, total)
        movie = find(boxes, "moov/mvhd")
        scale = options.edit_list or struct.unpack_from(">I", movie[1], 12)[0]
        shown = options.frames if options.edit_list else total
        duration = round(shown * scale / RATE)
        put(movie, 12, scale)
        put(movie, 16, duration)
        put(find(boxes, "moov/trak/tkhd"), 20, duration)
        track[1] = [box for box in track[1] if box[0] != b"edts"]
        if options.edit_list:
            entry = struct.pack(">IIIiHH", 0, 1, duration, PRIMING, 1, 0)
            track[1].insert(1, [b"edts", [[b"elst", entry]]])
        find(boxes, "moov/udta/meta/ilst")[1].append(itunsmpb(padding, options.frames))

    head = [box for box in boxes if box[0] == b"ftyp"]
    media = [box for box in boxes if box[0] == b"mdat"]
    order = head + media + [moov] if options.moov_last else head + [moov] + media
    # The chunks have moved by as much as their box has.
    before = sum(len(serialize(box)) for box in boxes[: boxes.index(media[0])])
    after = sum(len(serialize(box)) for box in order[: order.index(media[0])])
    stco = find(boxes, "moov/trak/mdia/minf/stbl/stco")
    count = struct.unpack_from(">I", stco[1], 4)[0]
    offsets = struct.unpack_from(f">{count}I", stco[1], 8)
    stco[1] = stco[1][:8] + struct.pack(f">{count}I", *(o + after - before for o in offsets))
    with open(options.target, "wb") as out:
        out.write(b"".join(serialize(box) for box in order))


main()
