"""Suites of the package's own tests that check recorded playback, or lose the sound server during it."""

import pytest

from support.packages import need
from support.pulse import Sink

pytestmark = pytest.mark.real_time


@pytest.fixture
def listen(processes, swift_tests, table):
    """Runs a suite on a null sink that it records, and puts the printed figures into a table."""

    def listen(suite, rewinds=False, **environment):
        sink = Sink(processes, rewinds=rewinds)
        lines = swift_tests(suite, REALTIME_SINK=sink.name, **sink.environment, **environment)
        for line in lines:
            if line.startswith(("late change", "clip", "crossfade", "tail", "heard parts")):
                table("Recorded from a null sink", figure=line)

    return listen


def test_chapters_and_lyrics_are_reported_as_they_are_heard(listen):
    listen("RealTimeHeardPartsTests")


def test_clips_follow_tracks_without_a_gap_and_cut_no_tail(listen):
    listen("RealTimeClipTests")


def test_crossfades_sound_as_computed_also_from_a_server_that_answers_late(listen):
    need("ffmpeg")
    listen("RealTimeCrossfadeTests")


def test_a_damaged_next_track_cuts_no_tail(listen):
    listen("RealTimeTailTests")


def test_a_next_entry_that_changes_up_to_100_ms_before_the_end_is_heard(listen):
    # Like sound cards, the sink supports rewinds.
    listen("RealTimeLateChangeTests", rewinds=True, LATE_CHANGES="20")


def test_playback_survives_a_sound_server_that_vanishes_and_keeps_its_volume(swift_tests, table):
    need("pulseaudio", "pactl:pulseaudio-utils")
    for line in swift_tests("OutputLoss|RealTimeVolume", VANISHING_OUTPUT="1"):
        if line.startswith(("moved to", "unplugged", "back", "default moved", "vanishing output")):
            table("A sound server that vanishes", figure=line)
