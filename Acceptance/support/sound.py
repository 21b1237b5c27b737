"""Reads recordings, and compares them with the expected sound."""

import pathlib
import wave

import numpy

from .media import ffmpeg

RATE = 44_100
NEAR = 1  # the largest difference of samples of two decoders, which may round differently


def read_pcm(path, channels=2):
    """The samples of a headerless file of 16 bits, a row for each frame. Empty if the file does not exist."""
    path = pathlib.Path(path)
    data = path.read_bytes() if path.exists() else b""
    return frames(data, channels)


def frames(data, channels=2):
    size = 2 * channels
    return numpy.frombuffer(data[: len(data) // size * size], dtype="<i2").reshape(-1, channels)


def write_wav(path, samples, rate=RATE):
    samples = numpy.asarray(samples, dtype="<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(samples.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return pathlib.Path(path)


def decoded(path, count=None, options=()):
    """The samples that ffmpeg decodes from a file; with a count, so many frames of them.

    ffmpeg does not cut the padding at the end of AAC, therefore the count."""
    samples = frames(ffmpeg(*options, "-i", path, "-f", "s16le", "-ac", 2, "-ar", RATE, "-"))
    if count is None:
        return samples
    assert len(samples) >= count, f"ffmpeg decodes too little of {path}"
    return samples[:count]


def difference(heard, expected):
    """A short text: "0" if both are equal, frames that are lost (-1) or added (+1), or the difference of samples."""
    if len(heard) != len(expected):
        return f"{len(heard) - len(expected):+}"
    if len(heard) == 0:
        return "0"
    # Samples at another position differ much more.
    largest = int(numpy.abs(heard.astype(int) - expected).max())
    return "0" if largest <= NEAR else f"off by {largest}"


def white_noise(count, channels=2, seed=1, peak=8_000):
    """Non-silent samples, of which no two parts are alike."""
    generator = numpy.random.default_rng(seed)
    return generator.integers(-peak, peak, size=(count, channels)).astype("<i2")


def place(window, source):
    """The frame of the source at which a window (both of one channel) fits best, and how well: 1 is equality."""
    window, source = window.astype(float), source.astype(float)
    size = 1 << (len(source) + len(window)).bit_length()
    product = numpy.fft.rfft(source, size) * numpy.conj(numpy.fft.rfft(window, size))
    likeness = numpy.fft.irfft(product, size)[: len(source)]
    best = int(likeness.argmax())
    norm = numpy.linalg.norm(window) * numpy.linalg.norm(source[best : best + len(window)])
    return best, likeness[best] / norm if norm else 0


def tones(samples, part=0.1):
    """The frequency in each part (seconds) of a recording, by its zero crossings."""
    left = numpy.signbit(samples[:, 0])
    size = round(part * RATE)
    parts = left[: len(left) // size * size].reshape(-1, size)
    return (parts[:, 1:] != parts[:, :-1]).sum(axis=1) / (2 * part)


def places(stretch, recorded):
    """The frames at which a recording contains a part, sample for sample."""
    stretch, recorded = stretch.astype(int), recorded.astype(int)
    found = numpy.arange(max(len(recorded) - len(stretch) + 1, 0))
    # The frames after the largest steps exclude the most candidates.
    steps = abs(numpy.diff(stretch, axis=0, prepend=stretch[:1])).max(axis=1)
    for index in numpy.argsort(-steps)[:64]:
        found = found[(abs(recorded[found + index] - stretch[index]) <= NEAR).all(axis=1)]
    return [first for first in found.tolist() if (abs(recorded[first : first + len(stretch)] - stretch) <= NEAR).all()]


def delay(signal, start, recorded, length=256):
    """How many frames later than the signal a recording contains the part that begins at `start`, or `None`."""
    found = places(signal[start : start + length], recorded)
    return found[0] - start if found else None


def deviating(signal, first, last, delay, recorded):
    """The frames from `first` to `last` of a signal that its delayed recording lacks, or has with other values."""
    frames = numpy.arange(first, last)
    is_there = (frames + delay >= 0) & (frames + delay < len(recorded))
    there = frames[is_there]
    differs = (abs(recorded[there + delay].astype(int) - signal[there]) > NEAR).any(axis=1)
    return numpy.concatenate([frames[~is_there], there[differs]])
