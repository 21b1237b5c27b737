"""PlayerKit plays tracks in the real mpv and VLC over D-Bus. Their sound goes to a PulseAudio daemon of the test."""

import pytest

from support.packages import need


@pytest.fixture
def real_players(swift_tests, sink):
    """Runs suites of the package's own tests, which start the programs, each on its own session bus."""
    need("dbus-daemon:dbus", "mpv", "vlc", "/usr/lib/mpv-mpris/mpris.so:mpv-mpris")
    # VLC refuses to run as root, so it runs as another user.
    sink.folder.chmod(0o711)
    return lambda suites: swift_tests(suites, MPRIS_REMOTE_PULSE=sink.environment["PULSE_SERVER"])


@pytest.mark.quick
def test_mpv_and_vlc_end_a_track_once_and_are_paused_by_a_stop(real_players):
    real_players("RealProgramTests/(end|stopped)")


def test_a_queue_goes_through_a_file_spotify_mpv_and_a_preview(real_players):
    real_players("RealQueueTests")


def test_mpv_and_vlc_keep_the_contract_of_players_also_if_they_are_held_or_killed(real_players):
    real_players("RealProgramTests/(contract|heldAndGone)")
