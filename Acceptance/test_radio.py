"""Stations of real servers: names and titles, sources and servers that disconnect, pauses."""

import time

import pytest

from support import media, stations
from support.processes import wait_for
from support.relay import Relay
from support.sound import read_pcm, tones

# Longer than the player's buffer of a paused station.
LONG_PAUSE = 62

each_format = pytest.mark.parametrize("format", stations.FORMATS)


class Radio:
    """A station on Icecast that plays a tone, whose source can be replaced."""

    def __init__(self, processes, format, icecast=None):
        self.icecast, self.format = icecast or stations.Icecast(processes), format
        self.is_ogg = format in stations.OGG
        self.url = self.icecast.url(format)
        self.begin(440, "1")

    def begin(self, tone, title):
        # Their timestamps are like those of a station that has run for long. At the start of such a Vorbis stream,
        # libmpv's clock changes from 0 to 1000 s after the first sound, and so does the player's position. This is a
        # known defect.
        offset = ["-output_ts_offset", 1_000] if self.format in ("opus", "flac") else []
        self.source = self.icecast.source(
            self.format, f"sine=frequency={tone}:sample_rate=44100", "-ice_name", "Test Radio", "-ice_genre", "Jazz",
            "-ice_url", "http://station.example/", "-metadata", f"title={title}", "-metadata", "artist=Somebody",
            *offset,
        )
        wait_for(f"the source of {self.format}", lambda: self.icecast.has_begun(self.format))

    def end(self):
        self.icecast.processes.end(self.source)


@pytest.fixture
def radio(processes, format):
    return Radio(processes, format)


def title(player):
    titles = [event.get("title") for event in player.of("metadata")]
    return (titles or [""])[-1] or ""


def wait_for_sound(player, since=0):
    player.wait_until("sound", lambda: player.states(since)[-1:] == ["play"])


def assert_plays_as_a_station(player):
    wait_for_sound(player)
    player.wait_until("three positions", lambda: len(player.of("position")) >= 3)
    for event in player.of("position"):
        # The position counts from the start of listening, not of the station.
        assert 0 < event["position"] <= event["t"]
        assert "duration" not in event


def seconds_of(tone, path):
    return sum(abs(found - tone) < tone * 0.05 for found in tones(read_pcm(path))) / 10


def wait_for_tone(tone, path):
    wait_for(f"{tone} Hz in the recording", lambda: seconds_of(tone, path) > 1.5)


@each_format
def test_a_station_plays_with_its_name_and_titles(format, radio, play):
    player = play("--output", "null", radio.url)
    assert_plays_as_a_station(player)
    player.wait_until("the name", lambda: any(e.get("station") == "Test Radio" for e in player.of("metadata")))
    if not radio.is_ogg:
        radio.icecast.announce(format, "Somebody - It's 1")
    player.wait_until("the first title", lambda: title(player).endswith("1"))
    if not radio.is_ogg:
        radio.icecast.announce(format, "Somebody - 1b")
        player.wait_until("another title", lambda: title(player).endswith("1b"))
    # A station is not seekable. The player continues.
    mark = player.mark()
    player.command("seek 5")
    player.wait_until("two positions", lambda: len(player.of("position", mark)) >= 2)
    assert player.quit() == 0 and not player.codes


@each_format
def test_a_source_that_breaks_off_comes_back(format, radio, play, scratch):
    relay = Relay(radio.icecast.port)
    player = play("--output", "null", relay.url(f"/{format}"))
    recording = scratch / "heard.pcm"
    recorder = play("--output", f"pcm:{recording}", radio.url + ".m3u")
    wait_for_sound(player)
    wait_for_tone(440, recording)
    mark = player.mark()
    radio.end()
    player.wait("state", since=mark, state="loadToPlay")
    wait_for("Icecast to answer 404", lambda: any(b" 404" in answer[:20] for answer in relay.answers))
    radio.begin(880, "2")
    wait_for_sound(player, mark)
    if radio.is_ogg:
        player.wait_until("the second title", lambda: title(player) == "2")
    wait_for_tone(880, recording)
    assert_never_goes_back(player, recorder)


@each_format
def test_a_server_that_is_started_again_is_heard_again(format, radio, play, scratch):
    player = play("--output", "null", radio.url)
    recording = scratch / "heard.pcm"
    recorder = play("--output", f"pcm:{recording}", radio.url + ".m3u")
    wait_for_sound(player)
    wait_for_tone(440, recording)
    mark = player.mark()
    radio.icecast.kill()
    player.wait("state", since=mark, state="loadToPlay")
    radio.end()
    radio.icecast.start()
    radio.begin(660, "3")
    wait_for_sound(player, mark)
    wait_for_tone(660, recording)
    assert_never_goes_back(player, recorder)


def assert_never_goes_back(player, recorder):
    positions = [event["position"] for event in player.of("position")]
    assert positions == sorted(positions)
    for one in (player, recorder):
        assert one.quit() == 0 and not one.codes


@each_format
def test_a_station_continues_after_a_short_pause_where_it_was(format, radio, play):
    player = play("--output", "null", radio.url)
    wait_for_sound(player)
    mark = player.mark()
    player.command("pause")
    player.wait("state", since=mark, state="pause")
    time.sleep(2)
    mark = player.mark()
    player.command("play")
    wait_for_sound(player, mark)
    player.wait("position", since=mark)
    assert player.quit() == 0 and not player.codes and not player.of("discontinuity")


def test_stations_continue_after_a_long_pause_at_the_live_edge(processes, play, table):
    icecast = stations.Icecast(processes)
    players = {format: play("--output", "null", Radio(processes, format, icecast).url) for format in stations.FORMATS}
    for player in players.values():
        wait_for_sound(player)
        player.command("pause")
    for player in players.values():
        player.wait("state", state="pause")
    time.sleep(LONG_PAUSE)
    for format, player in players.items():
        mark = player.mark()
        player.command("play")
        jump = player.wait("discontinuity", since=mark, reason="liveEdge")
        wait_for_sound(player, mark)
        table("A pause of 62 s", station=format, continues_s_later=f"{jump['position'] - jump['from']:.0f}")
        assert jump["position"] > jump["from"]
        assert player.quit() == 0 and not player.codes


@pytest.mark.parametrize("format", ["mp3", "vorbis"])
@pytest.mark.parametrize("server", [stations.mpd, stations.liquidsoap], ids=lambda server: server.__name__)
def test_a_station_of_another_server_plays_with_the_titles_of_its_songs(server, format, processes, play):
    songs = processes.folder / "songs"
    songs.mkdir()
    for number in (1, 2):
        tags = {"title": f"Song {number}", "artist": "Somebody"}
        media.tone(songs / f"{number}.flac", 8, frequency=number * 440, tags=tags)
    player = play("--output", "null", server(processes, songs)[format])
    assert_plays_as_a_station(player)
    player.wait_until("two titles", lambda: len({e.get("title") for e in player.of("metadata")} - {None}) >= 2)
    assert player.quit() == 0 and not player.codes
