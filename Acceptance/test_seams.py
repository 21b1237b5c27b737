"""Records tracks that follow each other, in real time from a null sink, and compares every sample.

Output to a file can't show this: it hides a next track that comes too late.
"""

import dataclasses
import http.server
import json
import pathlib
import re
import threading
import time

import numpy
import pytest

from support.media import ffmpeg
from support.sound import NEAR, delay, deviating, place, places, read_pcm, white_noise, write_wav

pytestmark = pytest.mark.real_time

# No multiple of a frame or block size of any codec.
CUT = 123_457
SECOND_CUT = 200_003
LENGTH = 264_600
# At the start and end of a stream PulseAudio may lose some frames, because the sink has already rendered silence.
EDGE = 4_410


class Signal:
    """Noise as one signal, and files with its parts."""

    def __init__(self, folder):
        self.folder = folder
        self.whole = white_noise(LENGTH)
        parts = {
            "a": self.whole[:CUT], "b": self.whole[CUT:], "b-short": self.whole[CUT + 1 :],
            "middle": self.whole[CUT:SECOND_CUT], "end": self.whole[SECOND_CUT:],
        }
        for name, part in parts.items():
            write_wav(folder / f"{name}.wav", part)
        ffmpeg("-i", folder / "a.wav", folder / "a.flac")
        encode = ["-i", folder / "middle.wav", "-c:a", "aac", "-b:a", "320k"]
        ffmpeg(*encode, folder / "middle.m4a")
        # A raw stream of AAC states neither the encoder's delay nor the length.
        ffmpeg(*encode, folder / "middle.aac")


@dataclasses.dataclass
class Heard:
    """How a recording differs from the whole signal. Distances are in frames; `None`: not found."""

    joint: int | None  # the frames by which the last part begins too late
    coded: int | None  # the same for the part that was encoded with loss, if there is one
    deviating: int | None  # frames of the other parts that are missing or differ


def compare(whole, recorded, cut, next_cut):
    """Compares the sound before one cut and after the next one."""
    before = delay(whole, cut // 2, recorded)
    after = delay(whole, (next_cut + LENGTH) // 2, recorded)
    if before is None or after is None:
        return Heard(None, None, None)
    wrong = [deviating(whole, EDGE, cut, before, recorded), deviating(whole, next_cut, LENGTH - EDGE, after, recorded)]
    coded = None
    if cut != next_cut:
        start = cut + 5_000
        around = recorded[start + before - 1_500 : start + before + 4_096 + 1_500, 0]
        found, likeness = place(whole[start : start + 4_096, 0], around)
        coded = found - 1_500 if likeness > 0.3 else None
    return Heard(after - before, coded, sum(map(len, wrong)))


@pytest.fixture(scope="module")
def signal(tmp_path_factory):
    return Signal(tmp_path_factory.mktemp("signal"))


@pytest.fixture
def record(play, sink):
    """Plays items to the end, and returns the sink's sound."""

    def record(*items):
        recorder = sink.record()
        player = play("--output", f"pulse:{sink.name}", *items, **sink.environment)
        assert player.finish() == 0
        recorder.wait(1)
        return recorder.stop()

    return record


class LateHandler(http.server.BaseHTTPRequestHandler):
    """Serves the files of a folder, in parts on request, each answer late."""

    def do_GET(self):
        body = (self.server.folder / pathlib.Path(self.path).name).read_bytes()
        part = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        first, last = map(int, part.groups()) if part else (0, len(body) - 1)
        last = min(last, len(body) - 1)
        time.sleep(self.server.delay)
        self.send_response(206 if part else 200)
        self.send_header("Content-Length", str(last - first + 1))
        self.send_header("ETag", '"1"')
        if part:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(body)}")
        self.end_headers()
        try:
            self.wfile.write(body[first : last + 1])
        except OSError:
            pass

    def log_message(self, *arguments):
        pass


@pytest.fixture(params=[0.5, 1.0], ids="answers after {} s".format)
def late_server(request, signal):
    """The address of a server that answers late."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), LateHandler) as server:
        server.folder, server.delay = signal.folder, request.param
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_flac_file_and_a_wav_file_follow_each_other_without_a_gap(record, signal, table):
    recorded = record(signal.folder / "a.flac", signal.folder / "b.wav")
    heard = compare(signal.whole, recorded, CUT, CUT)
    table("Seams", played="FLAC, WAV", heard=heard)
    assert heard == Heard(joint=0, coded=None, deviating=0)


def test_a_missing_frame_is_noticed(record, signal, table):
    recorded = record(signal.folder / "a.flac", signal.folder / "b-short.wav")
    heard = compare(signal.whole, recorded, CUT, CUT)
    table("Seams", played="control: one frame less", heard=heard)
    assert heard.joint == -1


def test_aac_begins_and_ends_at_its_exact_frame(record, signal, table):
    recorded = record(*(signal.folder / name for name in ["a.wav", "middle.m4a", "end.wav"]))
    heard = compare(signal.whole, recorded, CUT, SECOND_CUT)
    table("Seams", played="WAV, AAC, WAV", heard=heard)
    assert heard == Heard(joint=0, coded=0, deviating=0)


def test_the_padding_of_aac_without_a_length_is_noticed(record, signal, table):
    recorded = record(*(signal.folder / name for name in ["a.wav", "middle.aac", "end.wav"]))
    heard = compare(signal.whole, recorded, CUT, SECOND_CUT)
    table("Seams", played="control: AAC without its length", heard=heard)
    assert heard.coded == 1_024


def test_tracks_of_a_server_that_answers_late_follow_each_other_without_a_gap(record, signal, late_server):
    recorded = record(f"{late_server}/a.flac", f"{late_server}/b.wav")
    assert compare(signal.whole, recorded, CUT, CUT) == Heard(joint=0, coded=None, deviating=0)


def test_aac_of_a_server_that_answers_late_begins_and_ends_at_its_exact_frame(record, signal, late_server):
    recorded = record(*(f"{late_server}/{name}" for name in ["a.wav", "middle.m4a", "end.wav"]))
    assert compare(signal.whole, recorded, CUT, SECOND_CUT) == Heard(joint=0, coded=0, deviating=0)


def last_telling_stretch(reference, first, last, length=4_096):
    """The last part of a track in which a shift by one frame is visible, because it is not nearly silent."""
    for end in range(last, first + length - 1, -512):
        stretch = reference[end - length : end]
        if abs(numpy.diff(stretch.astype(int), axis=0)).max() >= 16 * NEAR:
            return end - length, end
    return None


def compare_tracks(reference, recorded, joints):
    """By how many frames the end of each track is off, as seen from the first track, and the number of frames of all
    tracks that are missing or differ."""
    bounds = [0, *joints, len(reference)]
    stretches = [last_telling_stretch(reference, *track) for track in zip(bounds, bounds[1:])]
    found = [places(reference[slice(*stretch)], recorded) if stretch else [] for stretch in stretches]
    if not found[0]:
        return [], len(reference)
    origin = min(found[0], key=lambda at: abs(at - stretches[0][0])) - stretches[0][0]
    shifts = [
        min((at - stretch[0] - origin for at in all_places), key=abs, default=None)
        for stretch, all_places in zip(stretches, found)
    ]
    return shifts, len(deviating(reference, 0, len(reference), origin, recorded))


def write_demo(processes, playerkit, path, *options):
    """Plays the demo to a file. Returns its samples and the number of tracks that it played."""
    output = processes.run(playerkit, "demo", "--json", "--output", f"pcm:{path}", *options)
    events = [json.loads(line) for line in output.splitlines()]
    return read_pcm(path), sum(event["event"] == "track" for event in events)


def test_the_demo_in_real_time_is_what_it_writes_to_a_file(processes, playerkit, scratch, sink, table):
    reference, count = write_demo(processes, playerkit, scratch / "demo.raw")
    # From a later track on, the demo is the end of the whole demo. So its length shows where that track begins.
    joints = []
    for track in range(1, count):
        rest, _ = write_demo(processes, playerkit, scratch / "rest.raw", "--start-at", track)
        joints.append(len(reference) - len(rest))
        assert numpy.array_equal(reference[joints[-1] :], rest)
    assert joints

    recorder = sink.record()
    processes.run(playerkit, "demo", "--output", f"pulse:{sink.name}", env=sink.environment)
    recorder.wait(1)
    recorded = recorder.stop()
    shifts, wrong = compare_tracks(reference, recorded, joints)
    table("Seams", played=f"demo: {count} tracks, {len(reference)} frames", heard=f"off by {shifts}, {wrong} frames differ")
    assert shifts == [0] * count
    assert wrong == 0

    for index, joint in enumerate(joints):
        short = numpy.delete(reference, joint, axis=0)
        moved = joints[: index + 1] + [later - 1 for later in joints[index + 1 :]]
        shifts, _ = compare_tracks(short, recorded, moved)
        assert shifts == [int(track > index) for track in range(count)], f"without frame {joint}"
