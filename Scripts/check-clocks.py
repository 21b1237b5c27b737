#!/usr/bin/env python3
"""Refuses clocks and sleeps of the standard library in the sources: take a `PlaybackClock`, so that tests control time.

    Scripts/check-clocks.py

A file that must use them is in `ALLOWED`, with the reason. It also refuses an entry that is no longer needed.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent / "Sources"
REFUSED = re.compile(r"\b(ContinuousClock|SuspendingClock|(?:Task|Thread)\.sleep|usleep|nanosleep)\b")

BLOCKS = "Its reads block threads, which wait on condition variables in real time."
SOCKET = "It limits how long a socket or a program may take in real time."
SOUND = "It paces sound that an output or a server plays in real time."
ALLOWED = {
    "PlayerKit/Clock/PlaybackClock.swift": "It is the clock.",
    "PlayerKitMPRIS/Bus/DBusDriver.swift": SOCKET,
    "PlayerKitMPV/Core/MPVCore+Output.swift": SOUND,
    "PlayerKitMPV/Core/MPVCore+Volume.swift": SOUND,
    "PlayerKitMPV/Core/MPVCore.swift": SOUND,
    "PlayerKitMPV/Machine/Fader.swift": SOUND,
    "PlayerKitMPV/Quality/FormatProbes.swift": "It waits for libmpv on its own thread.",
    "PlayerKitMPV/Sound/Metering/MPVCore+Metering.swift": SOUND,
    "PlayerKitMPV/Sound/Metering/MeterPipe.swift": SOUND,
    "PlayerKitMPV/Sound/Metering/MeterTimeline.swift": SOUND,
    "PlayerKitMPV/Sound/Metering/SoundMeter.swift": SOUND,
    "PlayerKitMedia/HLS/HLSExchange.swift": BLOCKS,
    "PlayerKitMedia/HLS/HLSFile.swift": BLOCKS,
    "PlayerKitMedia/HLS/HLSStream+Requests.swift": BLOCKS,
    "PlayerKitMedia/HLS/HLSStream+Waiting.swift": BLOCKS,
    "PlayerKitMedia/HLS/HLSStream.swift": BLOCKS,
    "PlayerKitMedia/HTTP/HTTPByteStream.swift": BLOCKS,
    "PlayerKitMedia/Lists/AlternativesStream.swift": BLOCKS,
    "PlayerKitMedia/Lists/ListFollower.swift": BLOCKS,
    "PlayerKitMedia/Lists/Search.swift": BLOCKS,
    "PlayerKitMedia/Sniffing/SniffingStream.swift": BLOCKS,
    "PlayerKitMedia/OpenFile.swift": "It waits for the lock of another process on a thread that may block.",
    "PlayerKitRemote/MPD/Server/MPDConnection.swift": SOCKET,
    "PlayerKitRemote/MPD/Server/MPDLoop.swift": SOCKET,
    "PlayerKitRemote/MPD/Server/MPDWorker.swift": SOCKET,
    "PlayerKitRooms/Connection/Socket.swift": SOCKET,
    "PlayerKitRooms/Feed/FeedPacer.swift": SOUND,
    "PlayerKitRooms/Feed/SnapcastFeed.swift": SOUND,
    "PlayerKitRooms/Feed/SnapcastOutput.swift": SOUND,
    "PlayerKitRooms/Plugin/PluginLine.swift": SOCKET,
    "PlayerKitRooms/Plugin/PluginRelay.swift": SOCKET,
    "PlayerKitServiceSimulator/Server/FaultyBytes.swift": "The simulator shares nothing with the clients.",
    "PlayerKitServiceSimulator/Server/Router.swift": "The simulator shares nothing with the clients.",
    "PlayerKitWebServer/ConnectionPlaces.swift": SOCKET,
    "PlayerKitWebServer/WebConnection.swift": SOCKET,
    "PlayerKitWebServer/WebListener.swift": SOCKET,
    "PlayerKitWebServer/WebPlaces.swift": SOCKET,
    "Services/YTDLP/Program/ProgramRun.swift": SOCKET,
}


def uses(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := REFUSED.search(re.sub(r"(?<!:)//.*", "", line)):
            yield number, found[1]


def main():
    found, used = [], set()
    for path in sorted(ROOT.rglob("*.swift")):
        name = path.relative_to(ROOT).as_posix()
        for number, what in uses(path):
            used.add(name)
            if name not in ALLOWED:
                found.append(f"Sources/{name}:{number}: {what}; take a `PlaybackClock` instead")
    found += [f"Scripts/check-clocks.py: Sources/{name} needs no exception" for name in sorted(ALLOWED.keys() - used)]
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
