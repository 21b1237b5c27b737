"""HLS on demand: streams that ffmpeg makes and nginx serves, compared with ffmpeg's decoding, also after seeks."""

import random

import numpy
import pytest

from support.media import ffmpeg
from support.nginx import nginx
from support.processes import free_port
from support.relay import Relay
from support.sound import RATE, decoded, read_pcm

SECONDS = 31
# Two decoders may round differently.
TOLERANCE = 2

MP3 = ["-c:a", "libmp3lame", "-b:a", "128k"]
# Without the decoder's own noise, which depends on all decoded audio before.
AAC = ["-c:a", "aac", "-aac_pns", 0, "-b:a", "128k"]
FLAC = ["-c:a", "flac", "-strict", -2, "-sample_fmt", "s16"]


def hls(folder, wav, *options, codec=AAC, time=3):
    playlist = folder / "index.m3u8"
    ffmpeg("-i", wav, *codec, "-f", "hls", "-hls_time", time, "-hls_playlist_type", "vod", *options, playlist)
    return playlist


def fmp4(folder, wav, *options, **more):
    return hls(folder, wav, "-hls_segment_type", "fmp4", *options, **more)


def segments(folder, wav, form, ending, codec, *options):
    playlist = folder / "index.m3u8"
    ffmpeg(
        "-i", wav, *codec, "-f", "segment", "-segment_time", 3, "-segment_list_type", "m3u8", "-segment_list", playlist,
        "-segment_format", form, *options, folder / f"%d.{ending}",
    )
    return playlist


def encrypted(folder, wav):
    key = folder / "key.bin"
    key.write_bytes(bytes(range(16)))
    info = folder / "key.info"
    info.write_text(f"key.bin\n{key}\n")
    return hls(folder, wav, "-hls_key_info_file", info)


def discontinuity(folder, wav):
    """Two encodings in one playlist, each with its own timestamps."""
    lists = []
    for part, start in enumerate((0, 16)):
        playlist = folder / f"{part}.m3u8"
        ffmpeg(
            "-ss", start, "-t", 13, "-i", wav, *AAC, "-f", "hls", "-hls_time", 3, "-hls_playlist_type", "vod",
            "-hls_segment_filename", folder / f"{part}-%d.ts", playlist,
        )
        lists.append(playlist.read_text().splitlines())
    body = [line for line in lists[0] if line != "#EXT-X-ENDLIST"] + ["#EXT-X-DISCONTINUITY"]
    body += [line for line in lists[1] if line.startswith("#EXTINF") or not line.startswith("#")]
    playlist = folder / "index.m3u8"
    playlist.write_text("\n".join([*body, "#EXT-X-ENDLIST", ""]))
    return playlist


def rounded(playlist):
    """The same playlist with whole seconds, as many packagers write it. Only the parts' timestamps are exact."""
    lines = [
        f"#EXTINF:{round(float(line[8:].split(',')[0]) + 0.3)}," if line.startswith("#EXTINF") else line
        for line in playlist.read_text().splitlines()
    ]
    playlist.write_text("\n".join([*lines, ""]))
    return playlist


FORMATS = {
    "fmp4": fmp4,
    "fmp4 ranges": lambda folder, wav: fmp4(folder, wav, "-hls_flags", "single_file"),
    "ts": hls,
    "ts ranges": lambda folder, wav: hls(folder, wav, "-hls_flags", "single_file"),
    "ts AES-128": encrypted,
    "ts mp3": lambda folder, wav: hls(folder, wav, codec=MP3),
    "adts": lambda folder, wav: segments(folder, wav, "adts", "aac", AAC),
    "mp3": lambda folder, wav: segments(
        folder, wav, "mp3", "mp3", MP3, "-segment_format_options", "write_xing=0:id3v2_version=0"
    ),
    "ts discontinuity": discontinuity,
    "ts whole seconds": lambda folder, wav: rounded(hls(folder, wav)),
    "fmp4 whole seconds": lambda folder, wav: rounded(fmp4(folder, wav)),
    "fmp4 flac": lambda folder, wav: fmp4(folder, wav, codec=FLAC),
    "ts parts of ten minutes": lambda folder, wav: hls(folder, wav, time=600),
}
QUICK = ["fmp4 ranges", "ts AES-128"]


@pytest.fixture(scope="module")
def source(module_processes):
    """Tones and noise, in which no two positions are alike."""
    wav = module_processes.folder / "source.wav"
    generator = random.Random(7)
    notes = "+".join(
        f"0.1*sin(2*PI*{generator.randint(80, 900)}*t*(1+0.0{index}*sin({index}*t)))" for index in range(1, 6)
    )
    ffmpeg(
        "-f", "lavfi", "-i", f"aevalsrc={notes}|{notes}:s={RATE}:d={SECONDS}",
        "-f", "lavfi", "-i", f"anoisesrc=a=0.05:r={RATE}:d={SECONDS}:seed=3",
        "-filter_complex", "amix=inputs=2", "-ac", 2, wav,
    )
    return wav


@pytest.mark.parametrize("form", [pytest.param(form, marks=[pytest.mark.quick] * (form in QUICK)) for form in FORMATS])
def test_hls_plays_and_seeks_to_the_sample(form, source, play, processes, scratch, port, table, is_quick):
    folder = scratch / "stream"
    folder.mkdir()
    playlist = FORMATS[form](folder, source)
    reference = decoded(playlist, options=["-allowed_extensions", "ALL"])
    nginx(processes, folder, port)
    relay = Relay(port)
    output = scratch / "heard.pcm"

    def heard(*options):
        output.unlink(missing_ok=True)
        player = play("--output", f"pcm:{output}", *options, relay.url("/index.m3u8"))
        assert player.finish() == 0 and not player.codes
        return read_pcm(output)

    whole = heard()
    requests = relay.requests
    wrong = count_of_differences(whole, reference)
    generator = random.Random(11)
    offsets = []
    for _ in range(3 if is_quick else 10):
        frame = generator.randrange(RATE // 2, len(reference) - RATE)
        part = heard("--position", repr(frame / RATE))
        shift = offset(part, reference, frame)
        offsets.append(shift if shift is None or len(part) == len(reference) - frame - shift else None)
    table(
        "HLS, beside ffmpeg", stream=form, frames_of_ffmpeg=len(reference), frames=len(whole), wrong=wrong,
        requests=requests, seeks_exact=f"{offsets.count(0)}/{len(offsets)}",
    )
    assert wrong == 0
    assert offsets == [0] * len(offsets)


def test_a_frame_too_many_or_too_few_would_be_found():
    noise = numpy.random.default_rng(1).integers(-9_000, 9_000, (60_000, 2)).astype("<i2")
    assert count_of_differences(noise, noise) == 0
    assert count_of_differences(noise[1:], noise) == 1
    assert count_of_differences(numpy.roll(noise, 1, axis=0), noise) > 1_000
    assert [offset(noise[20_000 + shift :], noise, 20_000) for shift in (0, 1, -2)] == [0, 1, -2]
    assert offset(noise[::-1], noise, 20_000) is None


def count_of_differences(heard, reference):
    """The number of frames that differ, or the difference of the lengths."""
    if len(heard) != len(reference):
        return abs(len(heard) - len(reference))
    return int((numpy.abs(heard.astype(int) - reference) > TOLERANCE).any(axis=1).sum())


def offset(part, reference, frame):
    """The number of frames by which a part of the reference begins after a frame, or `None` if it is not near."""
    skipped, length = 4_000, 2_000
    probe = part[skipped : skipped + length].astype(int)
    if len(probe) < length:
        return None
    for shift in sorted(range(-3_000, 3_001), key=abs):
        begin = frame + shift + skipped
        window = reference[max(begin, 0) : begin + length]
        # A decoder that starts within a stream may differ in a few samples.
        if len(window) == length and (numpy.abs(window - probe) > TOLERANCE).sum() < 8:
            return shift
    return None
