"""Rooms on a real Snapcast: two rooms in step, two queues at once, and what is heard of pauses, seeks and skips.

Both rooms play into one null sink of four channels, so that they have one clock. Sound is compared after it was
recorded: the comparison takes so much time that the rooms would come out of step.
"""

import time
from urllib.parse import quote

import numpy
import pytest

from support.packages import need
from support.processes import wait_for
from support.pulse import Sink
from support.snapcast import Snapcast
from support.sound import place, white_noise, write_wav

RATE = 48_000
SILENCE = 50
BUFFER = 1_000  # milliseconds


def noise(path, seconds, seed):
    """Writes a file of noise, the same on both channels. Returns the samples of one channel."""
    samples = white_noise(seconds * RATE, channels=1, seed=seed)
    write_wav(path, numpy.repeat(samples, 2, axis=1), RATE)
    return samples[:, 0]


class Room:
    """A room that is recorded. Times are of `time.monotonic()`."""

    def __init__(self, recorder, number):
        self.recorder, self.column = recorder, 2 * number

    def between(self, start, end):
        """The samples of a time range, which may be in the future."""
        recorder = self.recorder
        wait_for("the recording", lambda: recorder.offset + recorder.count / RATE > end + 0.05)
        first, last = (max(int((at - recorder.offset) * RATE), 0) for at in (start, end))
        return recorder.samples[first:last, self.column].astype(float)

    def sounds(self, start, end):
        """The times of the samples that are not silent."""
        return start + numpy.nonzero(abs(self.between(start, end)) > SILENCE)[0] / RATE

    def wait_for_sound(self, since):
        """The time of the first sound."""
        return wait_for("sound", lambda: list(self.sounds(since, time.monotonic() - 0.15)[:1]))[0]

    def longest_silence(self, start, end):
        """In milliseconds."""
        return numpy.diff(self.sounds(start, end), prepend=start, append=end).max() * 1_000

    def position(self, at, track, near, seconds=0.05):
        """The position in a track that is heard at a time, in seconds, or `None`. The search begins near a position."""
        window = self.between(at, at + seconds)
        if abs(window).max(initial=0) < SILENCE:
            return None
        first = max(int((near - 1) * RATE), 0)
        for start, source in [(first, track[first : first + 2 * RATE]), (0, track)]:
            found, likeness = place(window, source)
            if likeness > 0.5:
                return (start + found) / RATE
        return None


class Rig:
    """Snapcast with the rooms A and B, and a null sink that plays them."""

    def __init__(self, processes, play, folder, streams=("PlayerKit",)):
        self.play, self.folder = play, folder
        aux = "aux0,aux1,aux2,aux3"
        remap = "module-remap-sink sink_name={} master=rooms channels=2 remix=no master_channel_map={} channel_map=left,right"
        remaps = [remap.format("a", "aux0,aux1"), remap.format("b", "aux2,aux3")]
        # Like sound cards, the sink supports rewinds, so a change of volume is heard at once.
        self.sink = Sink(processes, "rooms", rate=RATE, channels=4, channel_map=aux, rewinds=True, modules=remaps)
        self.snapcast = Snapcast(processes, folder, BUFFER, streams)
        self.start_rooms()
        self.group(streams)
        self.recorder = self.sink.record(latency=10)
        self.rooms = self.a, self.b = Room(self.recorder, 0), Room(self.recorder, 1)

    def start_rooms(self):
        for name in ("a", "b"):
            environment = {**self.sink.environment, "PULSE_SINK": name}
            self.snapcast.start_room(name, "--player", "pulse", **environment)
        self.snapcast.wait_for_rooms()

    def group(self, streams):
        """One group of both rooms, or a group for each stream."""
        ask, groups = self.snapcast.ask, self.snapcast.groups
        if len(streams) == 1:
            ask("Group.SetClients", id=groups()[0]["id"], clients=["a", "b"])
            return
        ask("Group.SetClients", id=groups()[0]["id"], clients=["a"])
        for group, stream in zip(sorted(groups(), key=lambda group: group["clients"][0]["id"]), streams, strict=True):
            ask("Group.SetStream", id=group["id"], stream_id=stream)
        # Snapclient 0.26 ends if its stream changes while it plays to PulseAudio.
        self.snapcast.end_rooms()
        self.start_rooms()

    def start_player(self, *arguments, **environment):
        return start_player(self.play, self.snapcast, *arguments, **environment)


def start_player(play, snapcast, *arguments, **environment):
    return play(
        "--output", f"snapcast:127.0.0.1:{snapcast.control_port}", "--snapcast-buffer", snapcast.buffer,
        "--position-interval", "0.2", *arguments, **environment,
    )


def position_errors(player, room, track, start, end):
    """The difference in milliseconds between each reported position and the heard one."""
    events = player.of("position")
    # The event that was read with the least delay best shows the time from which the player counted.
    began = min(event.moment - event["t"] for event in player.of("position") + player.of("state"))
    heard = [
        (event["position"], room.position(began + event["t"], track, event["position"]))
        for event in events if start <= began + event["t"] <= end
    ]
    return [abs(position - found) * 1_000 for position, found in heard if found is not None]


@pytest.fixture
def rig(processes, play, scratch):
    return Rig(processes, play, scratch)


@pytest.fixture
def check(table):
    """Asserts that a figure exists and is not too large, and puts it into the table."""

    def check(what, value, limit, unit="ms"):
        table("Rooms", what=what, figure="none" if value is None else f"{value:.3f} {unit}", limit=f"{limit} {unit}")
        assert value is not None and value <= limit, what

    return check


@pytest.mark.quick
def test_a_client_steers_and_feeds_a_real_server(swift_tests):
    need("snapserver", "snapclient")
    swift_tests("RealServerTests")


def offset(rig, at):
    """The milliseconds by which room B is later than room A at a time, or `None` if neither resembles the other."""
    # The window is short, because rooms insert and drop samples to stay in step.
    window, around = rig.a.between(at, at + 0.02), rig.b.between(at - 0.25, at + 0.3)
    if min(abs(window).max(initial=0), abs(around).max(initial=0)) < SILENCE:
        return None
    found, likeness = place(window, around)
    return (found / RATE - 0.25) * 1_000 if likeness > 0.6 else None


@pytest.mark.real_time
def test_two_rooms_are_in_step(rig, check, scratch):
    noise(scratch / "a.wav", 80, 1)
    rig.start_player(scratch / "a.wav")
    begin = rig.a.wait_for_sound(time.monotonic())
    rig.recorder.wait(60)
    times = numpy.arange(begin + 10, begin + 59.5, 0.5)
    offsets = [abs(value) for at in times if (value := offset(rig, at)) is not None]
    check("times that can't be compared", len(times) - len(offsets), len(times) // 10, "")
    check("offset of the rooms, median", float(numpy.median(offsets)), 1)
    check("offset of the rooms, worst after 10 s", max(offsets), 2)


@pytest.mark.real_time
def test_the_comparison_of_two_rooms_notices_a_latency_of_100_ms(rig, check, scratch):
    noise(scratch / "a.wav", 60, 1)
    rig.start_player(scratch / "a.wav")
    rig.a.wait_for_sound(time.monotonic())
    rig.snapcast.ask("Client.SetLatency", id="b", latency=100)
    rig.recorder.wait(16)
    now = time.monotonic()
    offsets = [abs(value) for at in numpy.arange(now - 4, now - 1, 0.5) if (value := offset(rig, at)) is not None]
    assert offsets
    check("a latency of 100 ms, error of its measurement", abs(float(numpy.median(offsets)) - 100), 5)


@pytest.mark.real_time
def test_a_muted_room_is_silent_and_the_other_one_plays_on(rig, scratch):
    noise(scratch / "a.wav", 60, 1)
    rig.start_player(scratch / "a.wav")
    rig.b.wait_for_sound(time.monotonic())
    rig.snapcast.ask("Client.SetVolume", id="a", volume={"muted": True, "percent": 100})
    rig.recorder.wait(1)
    now = time.monotonic()
    assert len(rig.a.sounds(now, now + 0.4)) == 0
    assert len(rig.b.sounds(now, now + 0.4)) > 0


@pytest.mark.real_time
def test_pauses_seeks_and_skips_are_heard_at_once_and_positions_are_what_is_heard(rig, check, scratch):
    tracks = [noise(scratch / f"{name}.wav", 60, seed) for seed, name in enumerate("ab")]
    player, room = rig.start_player(scratch / "a.wav", scratch / "b.wav"), rig.a
    volumes = rig.snapcast.volumes()

    def check_positions(what, track, start):
        errors = position_errors(player, room, tracks[track], start, time.monotonic() - 0.3)
        check(f"{what}: position, worst of {len(errors)}", max(errors, default=None), 100)

    def check_change(what, command, track, position):
        """A command that plays another track: the old sound ends, and the new one begins after the buffer."""
        at = player.command(command)
        rig.recorder.wait(4.2)
        sounds = room.sounds(at, at + 2)
        gaps = numpy.nonzero(numpy.diff(sounds) > 0.1)[0]
        assert len(gaps), f"{what}: no silence between old and new sound"
        begin = sounds[gaps[0] + 1]
        check(f"{what}: old sound ends", (sounds[gaps[0]] - at) * 1_000, 100)
        check(f"{what}: new sound, beyond the buffer", (begin - at) * 1_000 - BUFFER, 150)
        found = room.position(begin + 0.005, tracks[track], position)
        check(f"{what}: place of the new sound", found is not None and abs(found - position), 0.15, "s")
        check_positions(what, track, begin)

    def check_pause(position):
        at = player.command("pause")
        rig.recorder.wait(2)
        last = room.sounds(at, at + 1.8)[-1:]
        check("pause: old sound ends", (last[0] - at) * 1_000 if len(last) else None, 100)
        ended = room.position(last[0] - 0.05, tracks[0], position) + 0.05
        at = player.command("play")
        begin = room.wait_for_sound(at + 0.05)
        check("resume: new sound, beyond the buffer", (begin - at) * 1_000 - BUFFER, 150)
        rig.recorder.wait(2)
        resumed = room.position(begin + 0.005, tracks[0], ended) - 0.005
        check("resume: distance from where the sound ended", abs(resumed - ended) * 1_000, 100)
        check_positions("resume", 0, begin)

    begin = room.wait_for_sound(time.monotonic())
    rig.recorder.wait(4)
    check_positions("start", 0, begin)
    check_pause(4)
    for position in (20, 25, 30):
        check_change("seek", f"seek {position}", 0, position)
        check_pause(position + 4)
    check_change("skip", "next", 1, 0)
    assert rig.snapcast.volumes() == volumes


@pytest.mark.real_time
def test_two_queues_play_at_once_each_in_its_own_room(processes, play, scratch, check):
    streams = ["Den", "Attic"]
    rig = Rig(processes, play, scratch, streams)
    tracks = [noise(scratch / f"{name}.wav", 90, seed) for seed, name in enumerate("ab")]
    players = [
        rig.start_player("--snapcast-stream", stream, scratch / f"{name}.wav", XDG_STATE_HOME=str(scratch / stream))
        for stream, name in zip(streams, "ab")
    ]

    def check_rooms(when):
        at = time.monotonic()
        rig.recorder.wait(0.6)
        for number, room in enumerate(rig.rooms):
            # In one of a few blocks, because rooms insert and drop samples to stay in step.
            heard = [
                [room.position(start, track, 0) for start in numpy.arange(at, at + 0.4, 0.1)] for track in tracks
            ]
            assert any(heard[number]), f"{when}: room {'AB'[number]} plays its queue"
            assert not any(heard[1 - number]), f"{when}: room {'AB'[number]} plays nothing of the other queue"

    for room in rig.rooms:
        room.wait_for_sound(time.monotonic() - 0.5)
    rig.recorder.wait(3)
    check_rooms("at first")
    for turn in range(3):
        one, other = turn % 2, 1 - turn % 2
        name, room, before = "AB"[one], rig.rooms[one], time.monotonic()
        at = players[one].command("pause")
        rig.recorder.wait(1.5)
        last = room.sounds(at, at + 1.3)[-1:]
        check(f"{name} pauses: its sound ends", (last[0] - at) * 1_000 if len(last) else None, 100)
        at = players[one].command("play")
        begin = room.wait_for_sound(at + 0.05)
        check(f"{name} resumes, beyond the buffer", (begin - at) * 1_000 - BUFFER, 150)
        at = players[one].command(f"seek {30 + turn}")
        rig.recorder.wait(3)
        end = time.monotonic() - 0.3
        check("longest silence of the other room meanwhile", rig.rooms[other].longest_silence(before, end), 10)
        for number, since in ((one, at + BUFFER / 1_000 + 0.3), (other, before)):
            errors = position_errors(players[number], rig.rooms[number], tracks[number], since, end)
            check(f"position in {'AB'[number]}, worst of {len(errors)}", max(errors, default=None), 100)
    check_rooms("at last")


def add_silent_rooms(snapcast):
    for name in ("a", "b"):
        snapcast.start_room(name, "--player", "file:filename=/dev/null")
    snapcast.wait_for_rooms()
    snapcast.ask("Group.SetClients", id=snapcast.groups()[0]["id"], clients=["a", "b"])


@pytest.mark.quick
def test_an_app_of_snapcast_shows_and_controls_the_queue(processes, play, playerkit, scratch):
    script = scratch / "plugin"
    script.write_text(f'#!/bin/sh\nexec "{playerkit}" snapcast-plugin "{scratch}/socket" "$@"\n')
    script.chmod(0o700)
    snapcast = Snapcast(processes, scratch, source_options=f"&controlscript={quote(str(script), safe='')}")
    add_silent_rooms(snapcast)
    noise(scratch / "a.wav", 60, 1)
    player = start_player(play, snapcast, "--snapcast-plugin", scratch / "socket", scratch / "a.wav")

    def wait_for_properties(**wanted):
        def are_there():
            properties = snapcast.status()["streams"][0]["properties"]
            return wanted.items() <= {**properties, "title": properties.get("metadata", {}).get("title")}.items()

        wait_for(f"the properties {wanted}", are_there)

    wait_for_properties(canControl=True, title="a.wav", playbackStatus="playing")
    for command, state, status in [("pause", "pause", "paused"), ("play", "play", "playing")]:
        mark = player.mark()
        snapcast.ask("Stream.Control", id="PlayerKit", command=command, params={})
        player.wait("state", since=mark, state=state)
        wait_for_properties(playbackStatus=status)


def test_a_player_that_is_killed_while_rooms_are_silenced_leaves_volumes_that_the_next_one_restores(
    processes, play, scratch
):
    # With such a long buffer the kill surely comes before the player restores the volume.
    snapcast = Snapcast(processes, scratch, buffer=10_000)
    add_silent_rooms(snapcast)
    snapcast.ask("Client.SetVolume", id="a", volume={"muted": False, "percent": 62})
    snapcast.ask("Client.SetVolume", id="b", volume={"muted": True, "percent": 35})
    volumes = snapcast.volumes()
    noise(scratch / "a.wav", 60, 1)
    player = start_player(play, snapcast, scratch / "a.wav")
    player.wait("state", state="play")
    player.command("pause")
    wait_for("the silence", lambda: snapcast.volumes()["a"]["percent"] == 0)
    player.process.kill()
    player.process.wait()
    assert snapcast.volumes()["a"]["percent"] == 0
    start_player(play, snapcast, scratch / "a.wav")
    wait_for("the volumes", lambda: snapcast.volumes() == volumes)
