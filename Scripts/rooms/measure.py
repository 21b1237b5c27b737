"""Measures rooms: that they are in step, and what is heard of pauses, seeks and skips.

    measure.py sync TOOL FOLDER [SECONDS]      two rooms, with both controls
    measure.py heard TOOL FOLDER [ROUNDS]      as heard, and what a killed player leaves
    measure.py queues TOOL FOLDER [ROUNDS]     two queues, each to a group of its own
"""

import sys
import time
from urllib.parse import quote

import numpy

from rig import RATE, SILENCE, Player, Rig, noise, place, wait_for

failures = []


def check(what, value, limit, unit="ms"):
    holds = value is not None and value <= limit
    shown = "none" if value is None else f"{value:.3f}"
    print(f"{'ok  ' if holds else 'FAIL'} {what}: {shown} {unit} (at most {limit} {unit})", flush=True)
    if not holds:
        failures.append(what)


def require(what, holds):
    print(f"{'ok  ' if holds else 'FAIL'} {what}", flush=True)
    if not holds:
        failures.append(what)


def offset(recorder, at):
    """How many ms room B is behind room A at a time; None where that can't be told."""
    # Short: rooms put samples in and leave some out, to stay in step.
    window = recorder.between(at, at + 0.02, room=0)
    if not len(window) or abs(window).max() < SILENCE:
        return None
    around = recorder.between(at - 0.25, at + 0.3, room=1)
    if abs(around).max() < SILENCE:
        return None
    found, likeness = place(window, around)
    return (found - 0.25) * 1_000 if likeness > 0.6 else None


def first_sound(recorder, since, limit=10):
    return wait_for(
        "sound", lambda: recorder.first_sound(since, time.monotonic() - 0.15), limit
    )


def sync(tool, folder, seconds):
    rig = Rig(folder)
    try:
        noise(folder / "a.wav", seconds + 40, 1)
        player = Player(tool, rig, str(folder / "a.wav"))
        begin = first_sound(rig.recorder, time.monotonic())
        time.sleep(seconds)
        times = numpy.arange(begin + 10, begin + seconds - 0.5, 0.5)
        offsets = [offset(rig.recorder, at) for at in times]
        known = [value for value in offsets if value is not None]
        require(f"rooms are compared {len(known)} times of {len(times)}", len(known) > len(times) * 0.9)
        far = [(round(at - begin, 1), round(value, 2)) for at, value in zip(times, offsets) if value and abs(value) > 1]
        print("further apart than 1 ms, by seconds since the beginning:", far[:20], flush=True)
        check("offset of the rooms, median", float(numpy.median(numpy.abs(known))), 1)
        check("offset of the rooms, worst after 10 s", float(numpy.max(numpy.abs(known))), 2)

        print("control: room A muted", flush=True)
        rig.control.ask("Client.SetVolume", id="a", volume={"muted": True, "percent": 100})
        time.sleep(1)
        now = time.monotonic()
        time.sleep(0.5)
        require("A is silent", rig.recorder.first_sound(now, now + 0.4, room=0) is None)
        require("B is heard", rig.recorder.first_sound(now, now + 0.4, room=1) is not None)
        rig.control.ask("Client.SetVolume", id="a", volume={"muted": False, "percent": 100})

        print("control: a latency of 100 ms on B", flush=True)
        rig.control.ask("Client.SetLatency", id="b", latency=100)
        time.sleep(12)
        now = time.monotonic()
        moved = [offset(rig.recorder, at) for at in numpy.arange(now - 4, now - 1, 0.5)]
        moved = [value for value in moved if value is not None]
        check("B's move, off from 100 ms", abs(abs(float(numpy.median(moved))) - 100) if moved else None, 5)
        player.close()
    finally:
        rig.close()


class Heard:
    def __init__(self, tool, folder):
        self.folder = folder
        self.tool = tool
        script = folder / "plugin"
        script.write_text(f'#!/bin/sh\nexec "{tool}" snapcast-plugin "{folder}/socket" "$@"\n')
        script.chmod(0o700)
        self.rig = Rig(folder, settings=f"&controlscript={quote(str(script), safe='')}")
        self.recorder = self.rig.recorder
        self.tracks = [noise(folder / f"{name}.wav", 60, seed) for seed, name in enumerate("ab")]
        self.player = self.start()

    def start(self):
        files = (str(self.folder / f"{name}.wav") for name in "ab")
        return Player(self.tool, self.rig, "--snapcast-plugin", f"{self.folder}/socket", *files)

    def errors(self, track, start, end):
        """By how many ms positions that were told are off from what is heard then."""
        errors = []
        for at, position in self.player.positions(start, end):
            window = self.recorder.between(at, at + 0.05)
            if abs(window).max() < SILENCE:
                continue
            found, likeness = place(window, self.tracks[track])
            if likeness > 0.5:
                errors.append(abs(found - position) * 1_000)
        return errors

    def cut(self, at):
        """When old sound ended and new sound began after a command, in ms; and where it was."""
        time.sleep(2.2)
        samples = self.recorder.between(at, at + 2)
        heard = numpy.nonzero(abs(samples) > SILENCE)[0]
        gaps = numpy.nonzero(numpy.diff(heard) > RATE // 10)[0]
        if not len(gaps):
            return None, None, None
        begin = heard[gaps[0] + 1]
        return heard[gaps[0]] / RATE * 1_000, begin / RATE * 1_000, samples[begin + 240 : begin + 2_640]

    def check_cut(self, what, at, track, position):
        old, new, window = self.cut(at)
        check(f"{what}: old sound ends", old, 100)
        check(f"{what}: new sound, beyond the buffer", None if new is None else new - self.rig.buffer * 1_000, 150)
        if new is not None:
            found, likeness = place(window, self.tracks[track])
            require(f"{what}: the right place is heard", likeness > 0.5 and abs(found - position) < 0.15)
            time.sleep(2)
            self.check_positions(what, track, at + new / 1_000)

    def check_positions(self, what, track, start):
        errors = self.errors(track, start, time.monotonic() - 0.3)
        check(f"{what}: position, worst of {len(errors)}", max(errors) if errors else None, 100)

    def volumes(self):
        return {
            client["id"]: client["config"]["volume"]
            for group in self.rig.control.groups() for client in group["clients"]
        }

    def run(self, rounds):
        begin = first_sound(self.recorder, time.monotonic())
        time.sleep(4)
        self.check_positions("at first", 0, begin)
        before = self.volumes()
        self.plugin()
        for number in range(rounds):
            self.pause()
            self.check_cut("seek", self.player.send(f"seek {20 + 5 * number}"), 0, 20 + 5 * number)
        self.check_cut("skip", self.player.send("next"), 1, 0)
        require("volumes are as they were", self.volumes() == before)
        self.killed()

    def plugin(self):
        """What an app of Snapcast's is told, and can do."""
        def properties():
            return self.rig.control.ask("Server.GetStatus")["server"]["streams"][0]["properties"]

        wait_for("the plugin", lambda: properties().get("canControl"))
        told = properties()
        require("an app is told what plays", told.get("metadata", {}).get("title") == "a.wav")
        require("an app is told that it plays", told.get("playbackStatus") == "playing")
        at = time.monotonic()
        self.rig.control.ask("Stream.Control", id="PlayerKit", command="pause", params={})
        self.player.wait("state", since=at, state="pause")
        wait_for("the pause", lambda: properties().get("playbackStatus") == "paused")
        at = time.monotonic()
        self.rig.control.ask("Stream.Control", id="PlayerKit", command="play", params={})
        self.player.wait("state", since=at, state="play")
        require("an app pauses and plays", True)
        time.sleep(2)

    def pause(self):
        at = self.player.send("pause")
        time.sleep(2)
        last = self.recorder.last_sound(at, at + 1.8)
        check("pause: old sound ends", None if last is None else (last - at) * 1_000, 100)
        ceased = place(self.recorder.between(last - 0.05, last), self.tracks[0])[0] + 0.05
        at = self.player.send("play")
        begin = first_sound(self.recorder, at + 0.05)
        check("resume: new sound, beyond the buffer", (begin - at - self.rig.buffer) * 1_000, 150)
        time.sleep(2)
        resumed = place(self.recorder.between(begin + 0.005, begin + 0.055), self.tracks[0])[0] - 0.005
        check("resume: off from where it ceased", abs(resumed - ceased) * 1_000, 100)
        self.check_positions("resume", 0, begin)

    def killed(self):
        """A player that is killed in a cut leaves rooms at 0, and the next one gives them back."""
        self.rig.control.ask("Client.SetVolume", id="a", volume={"muted": False, "percent": 62})
        self.rig.control.ask("Client.SetVolume", id="b", volume={"muted": True, "percent": 35})
        wanted = self.volumes()
        time.sleep(0.3)
        self.player.send("pause")
        time.sleep(0.3)
        self.player.process.kill()
        self.player.process.wait()
        require("a killed player leaves a room at 0", self.volumes()["a"]["percent"] == 0)
        self.player = self.start()
        wait_for("the volumes", lambda: self.volumes() == wanted)
        require("the next one gives it back, and leaves a user's mute", self.volumes() == wanted)

    def close(self):
        self.player.close()
        self.rig.close()


class Queues:
    """Two queues at once, each to a room of its own, by a stream of its own."""

    def __init__(self, tool, folder):
        streams = ["Den", "Attic"]
        self.rig = Rig(folder, streams=streams)
        self.recorder = self.rig.recorder
        self.tracks = [noise(folder / f"{name}.wav", 90, seed) for seed, name in enumerate("ab")]
        self.players = [
            Player(
                tool, self.rig, "--snapcast-stream", stream, str(folder / f"{name}.wav"),
                environment={"XDG_STATE_HOME": str(folder / stream)},
            )
            for stream, name in zip(streams, "ab")
        ]

    def near(self, window, track, position):
        """Where a piece of sound is in the second before and after a position, and how surely. The whole track would
        take so long to look through that the rooms come out of step."""
        first = max(position - 1, 0)
        found, likeness = place(window, self.tracks[track][int(first * RATE) : int((position + 1) * RATE)])
        return first + found, likeness

    def likeness(self, room, track, at):
        """How sure it is that a room plays a track since a time (1: those samples), in the surest of a few pieces:
        rooms put samples in and leave some out, to stay in step."""
        told, position = self.players[track].positions(0, time.monotonic())[-1]
        likenesses = [0]
        for start in numpy.arange(at, at + 0.4, 0.1):
            window = self.recorder.between(start, start + 0.05, room=room)
            if abs(window).max() >= SILENCE:
                likenesses.append(self.near(window, track, max(position + start - told, 0))[1])
        return max(likenesses)

    def check_rooms(self, when):
        at = time.monotonic()
        time.sleep(0.6)
        for room in (0, 1):
            require(f"{when}: room {'AB'[room]} plays its queue", self.likeness(room, room, at) > 0.5)
            require(f"{when}: and nothing of the other's", self.likeness(room, 1 - room, at) < 0.2)

    def errors(self, room, start, end):
        errors = []
        for at, position in self.players[room].positions(start, end):
            found, likeness = self.near(self.recorder.between(at, at + 0.05, room=room), room, position)
            if likeness > 0.5:
                errors.append(abs(found - position) * 1_000)
        return errors

    def gaps(self, room, start, end):
        """The longest silence of a room, in ms."""
        heard = numpy.nonzero(abs(self.recorder.between(start, end, room=room)) > SILENCE)[0]
        return float(numpy.diff(heard).max()) / RATE * 1_000 if len(heard) > 1 else (end - start) * 1_000

    def run(self, rounds):
        for room in (0, 1):
            wait_for(
                f"sound in room {'AB'[room]}",
                lambda: self.recorder.first_sound(time.monotonic() - 0.5, time.monotonic() - 0.1, room),
            )
        time.sleep(3)
        self.check_rooms("at first")
        for number in range(rounds):
            one, other = number % 2, 1 - number % 2
            name, before = "AB"[one], time.monotonic()
            at = self.players[one].send("pause")
            time.sleep(1.5)
            last = self.recorder.last_sound(at, at + 1.3, room=one)
            check(f"{name} pauses: its sound ends", None if last is None else (last - at) * 1_000, 100)
            at = self.players[one].send("play")
            begin = wait_for(
                "sound", lambda: self.recorder.first_sound(at + 0.05, time.monotonic() - 0.15, one), 10
            )
            check(f"{name} resumes, beyond the buffer", (begin - at - self.rig.buffer) * 1_000, 150)
            at = self.players[one].send(f"seek {30 + number}")
            time.sleep(3)
            end = time.monotonic() - 0.3
            check("meanwhile the other room's longest silence", self.gaps(other, before, end), 10)
            for room, since in ((one, at + self.rig.buffer + 0.3), (other, before)):
                errors = self.errors(room, since, end)
                check(f"position in {'AB'[room]}, worst of {len(errors)}", max(errors, default=None), 100)
        self.check_rooms("at last")

    def close(self):
        for player in self.players:
            player.close()
        self.rig.close()


def main():
    import pathlib

    what, tool, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    count = int(sys.argv[4]) if len(sys.argv) > 4 else None
    folder.mkdir(parents=True, exist_ok=True)
    if what == "sync":
        sync(tool, folder, count or 60)
    else:
        rooms = Heard(tool, folder) if what == "heard" else Queues(tool, folder)
        try:
            rooms.run(count or 3)
        finally:
            rooms.close()
    if failures:
        sys.exit(f"error: {len(failures)} checks failed")


main()
