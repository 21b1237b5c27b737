"""A user drags the seek bar near the end of a song, for SEEK_SECONDS (60) with each output, format and sound."""

import os
import pathlib
import re
import subprocess

import pytest

from support.pulse import Sink

SONGS = {
    "MP3": "Examples/playerkit/Resources/paper-boats.mp3",
    "AAC": "Examples/playerkit/Resources/undertow.m4a",
    "WAV": None,
}


@pytest.fixture
def storm(processes, playerkit, scratch, root, table):
    """Runs storms of seeks concurrently, one for each format and sound, all into one output."""
    program = pathlib.Path(playerkit).parent / "Torture"

    def run(output, seconds, kinds, environment={}):
        storms = []
        for song, sound in kinds:
            path = root / SONGS[song] if SONGS[song] else wav(scratch)
            place = output
            if output == "pipe":
                place = scratch / f"{song}-{sound}.pipe"
                os.mkfifo(place)
                # The engine may close the pipe for a moment, which ends `cat`.
                processes.start("sh", "-c", 'while :; do cat "$0"; done', place, stdout=subprocess.DEVNULL)
            words = [seconds, place, path] + (["sound"] if sound else [])
            program_run = processes.start(
                program, "engine", "seek", *map(str, words), env=environment, stdout=subprocess.PIPE,
            )
            storms.append((song, sound, program_run))
        for song, sound, program_run in storms:
            said = program_run.stdout.read().decode().strip()
            assert program_run.wait() == 0, f"{song}, {sound}: {said}"
            sent, landed, replaced = map(int, re.findall(r"(?:seeks|landed|replaced): (\d+)", said))
            assert sent == landed + replaced
            table(
                "Seeks about the end", output=output, song=song, equalizer="changes" if sound else "off",
                seconds=seconds, sent=sent, landed=landed, replaced=replaced,
            )

    return run


def wav(folder):
    path = folder / "song.wav"
    if not path.exists():
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=6", "-ac", "2", path], check=True,
        )
    return path


EVERY_KIND = [(song, sound) for song in SONGS for sound in (False, True)]


def seconds():
    return int(os.environ.get("SEEK_SECONDS", "60"))


@pytest.mark.quick
def test_a_drag_of_the_seek_bar_leaves_the_process_alive(storm):
    storm("null", 5, [("MP3", True), ("AAC", False)])


@pytest.mark.parametrize("output", ["null", "pipe"])
def test_seeks_about_the_end_are_settled(storm, output):
    storm(output, seconds(), EVERY_KIND)


def test_seeks_about_the_end_are_settled_on_pulseaudio(storm, processes):
    sink = Sink(processes)
    storm("auto", seconds(), EVERY_KIND, sink.environment)
