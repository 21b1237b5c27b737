"""Runs the checks of the web player; see Scripts/web-player.sh."""
import argparse
import os
import sys
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from playwright.sync_api import sync_playwright  # noqa: E402

import harm  # noqa: E402
import rig as rigs  # noqa: E402
import rooms  # noqa: E402
import using  # noqa: E402

whole = [
    using.life, using.searching, using.opening, using.keyboard, using.clients, using.restart, using.many,
    rooms.rooms,
    harm.foreign, harm.markup, harm.rude, harm.token, harm.reading,
]
sample = [using.life, using.opening, using.restart, rooms.rooms, harm.foreign, harm.markup, harm.token, harm.reading_sample]


class Rig:
    def __init__(self, options, browser):
        self.options = options
        self.browser = browser
        self.scratch = options.scratch
        self.repository = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
        folder = os.path.join(self.scratch, "music")
        os.mkdir(folder)
        self.tones = rigs.music(folder)
        self.started = []
        self.notes = []
        self.simulator = None
        self.request = rigs.request

    def player(self, items, *options, simulator=False, seconds=60, **more):
        if simulator and not self.simulator:
            self.simulator = rigs.Process([self.options.playerkit, "simulate"])
        player = rigs.Player(
            self.options.playerkit, items, *options,
            simulator=self.simulator.ready if simulator else None, **more,
        )
        self.started.append(player)
        return player

    def note(self, text):
        self.notes.append(text)

    def clean(self):
        for player in self.started:
            player.end()
        self.started = []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--playerkit", required=True)
    parser.add_argument("--scratch", required=True)
    parser.add_argument("--chromium", required=True)
    parser.add_argument("which", nargs="+")
    options = parser.parse_args()
    named = {body.__name__: body for body in whole + sample}
    checks = []
    for which in options.which:
        checks += {"whole": whole, "sample": sample}.get(which) or [named[which]]
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        rig = Rig(options, browser)
        for body in checks:
            began = time.monotonic()
            try:
                body(rig)
                mark = "ok"
            except Exception as error:
                failed += 1
                mark = f"FAILED: {error}\n{traceback.format_exc(limit=-4)}"
            finally:
                for context in browser.contexts:
                    context.close()
                rig.clean()
            notes = "".join(f" ({note})" for note in rig.notes)
            rig.notes.clear()
            print(f"{body.__doc__}: {mark}{notes}, {time.monotonic() - began:.1f} s", flush=True)
        browser.close()
        if rig.simulator:
            rig.simulator.end()
    print(f"web player: {len(checks) - failed} of {len(checks)} checks passed")
    sys.exit(1 if failed else 0)


main()
