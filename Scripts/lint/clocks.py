#!/usr/bin/env python3
"""Refuses clocks and sleeps of the standard library in the sources: take a `PlaybackClock`, so that tests control time.

    Scripts/lint/clocks.py

A file or folder that must use them is in `ALLOWED`, with the reason. It also refuses an entry that is no longer needed.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources"
REFUSED = re.compile(r"\b(ContinuousClock|SuspendingClock|(?:Task|Thread)\.sleep|usleep|nanosleep)\b")

BLOCKS = "Its reads block threads, which wait on condition variables in real time."
SOCKET = "It gives the event loop a deadline, or limits how long a socket or a program may take."
SOUND = "It paces sound that an output or a server plays in real time."
ALLOWED = {
    "PlayerKit/Clock/PlaybackClock.swift": "It is the clock.",
    "PlayerKitLibrary/Files/INotifyWatching.swift": SOCKET,
    "PlayerKitMPRIS/Bus/": SOCKET,
    "PlayerKitMPV/": SOUND,
    "PlayerKitMedia/": BLOCKS,
    "PlayerKitRemote/MPD/Server/": SOCKET,
    "PlayerKitRooms/Feed/": SOUND,
    "PlayerKitRooms/Plugin/": SOCKET,
    "PlayerKitServiceSimulator/Server/": "The simulator shares nothing with the clients.",
    "PlayerKitSystem/": "Everything stands on it, also the clock.",
    "PlayerKitWebServer/": SOCKET,
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
            place = next((place for place in ALLOWED if name.startswith(place)), None)
            used.add(place)
            if place is None:
                found.append(f"Sources/{name}:{number}: {what}; take a `PlaybackClock` instead")
    found += [f"Scripts/lint/clocks.py: Sources/{name} needs no exception" for name in sorted(ALLOWED.keys() - used)]
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
