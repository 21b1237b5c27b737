"""What is heard beside what should be."""

import array
import subprocess

FRAME = 4  # two samples of 16 bits


def decoded(path, frames=None):
    """ffmpeg's decoding. It does not cut the end of what AAC was filled up with."""
    arguments = ["-f", "s16le", "-ac", "2", "-ar", "44100", "-"]
    command = ["ffmpeg", "-loglevel", "error", "-nostdin", "-i", str(path), *arguments]
    sound = subprocess.run(command, check=True, capture_output=True).stdout
    if frames is None:
        return sound
    assert len(sound) >= frames * FRAME, f"ffmpeg decodes too little of {path}"
    return sound[: frames * FRAME]


def difference(heard, expected):
    """Samples that are lost (−) or added (+), and whether the others are the same."""
    frames = (len(heard) - len(expected)) // FRAME
    if frames:
        return f"{frames:+}"
    if heard == expected:
        return "0"
    # A decoder may round otherwise. What is at another place differs by far more.
    own, others = array.array("h", heard), array.array("h", expected)
    largest = max(abs(a - b) for a, b in zip(own, others))
    return "0" if largest <= 1 else f"off by {largest}"


def check():
    """Whether a difference would be found."""
    sound = bytes(range(200)) * FRAME
    assert difference(sound, sound) == "0"
    assert difference(sound[FRAME:], sound) == "-1"
    assert difference(sound[FRAME:] + sound[:FRAME], sound).startswith("off by")
