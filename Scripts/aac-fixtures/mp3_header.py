"""Rewrites the header frame of an MP3 by LAME.

  mp3_header.py IN plain OUT   a Xing header that counts frames and bytes, without LAME's part
  mp3_header.py IN none OUT    no header frame at all
"""

import sys

BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
RATES = [44_100, 48_000, 32_000]


def main():
    source, kind, target = sys.argv[1:]
    data = open(source, "rb").read()
    at = max(data.find(b"Info"), data.find(b"Xing"))
    start = at - 36  # MPEG 1, stereo
    bits = data[start + 2]
    length = 144_000 * BIT_RATES[bits >> 4] // RATES[bits >> 2 & 3] + (bits >> 1 & 1)
    assert data[start] == 0xFF and data[at + 120:at + 124] == b"LAME"
    if kind == "none":
        data = data[:start] + data[start + length:]
    else:
        # Frames and bytes only: neither the table nor the quality, nor what LAME adds.
        header = data[at:at + 4] + bytes([0, 0, 0, 3]) + data[at + 8:at + 16]
        data = data[:at] + header + bytes(start + length - at - len(header)) + data[start + length:]
    open(target, "wb").write(data)


main()
