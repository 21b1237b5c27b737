#!/usr/bin/env python3
"""Makes Tests/Fixtures/seam-a.flac: the first 30,011 frames of the signal that
`Signal.integer` of the tests makes too. Needs the `flac` tool."""

import pathlib
import struct
import subprocess
import wave

FRAMES = 30_011


def samples(frames):
    noise = 1
    for frame in range(frames):
        for period in (200, 133):
            noise = (noise * 1_664_525 + 1_013_904_223) % 2**32
            phase = frame % period
            triangle = min(phase, period - phase) * 24_000 // period - 6_000
            yield triangle + (noise >> 28)


root = pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Fixtures"
root.mkdir(exist_ok=True)
wav = root / "seam-a.wav"
with wave.open(str(wav), "wb") as file:
    file.setnchannels(2)
    file.setsampwidth(2)
    file.setframerate(44_100)
    file.writeframes(struct.pack(f"<{FRAMES * 2}h", *samples(FRAMES)))
subprocess.run(
    ["flac", "--silent", "--force", "--best", "--delete-input-file", str(wav)], check=True)
