"""Noise of all formats and rates passes ALSA and PulseAudio unchanged."""

import pytest

from support.packages import need


@pytest.mark.real_time
def test_every_sample_comes_out_as_it_came_in_and_the_control_does_not(swift_tests, table):
    need("pulseaudio", "parec:pulseaudio-utils")
    rows = [
        line.split(" | ")[1:] for line in swift_tests("BitPerfectTests", BIT_PERFECT="1")
        if line.startswith("bit-perfect | ")
    ]
    for played, output, differing in rows:
        table("Bit-perfect output", played=played, output=output, differing=differing)
    assert {output for _, output, _ in rows} == {"ALSA", "PulseAudio, source", "PulseAudio, device"}
    assert any("0.1 dB lower" in played for played, _, _ in rows), "the control, in which nearly all samples differ"
