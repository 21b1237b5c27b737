"""The files of `test_files.py` on a web server: what is shown, what playback shows, and what is heard have one length.

FILES=200 tries as many; FILES_SEED=N another selection."""

import concurrent.futures
import json
import os
import subprocess

import pytest

import test_files as files
from support.packages import need
from support.pages import Pages
from support.player import own_folders


class Address(str):
    """An address, with the name of a local file for the sound."""

    def with_suffix(self, suffix):
        return self.folder / (self.rsplit("/", 1)[1] + suffix)


def told(program, address, environment):
    """The duration at the end of playback. It may be an estimate before."""
    output = files.run(
        program, "play", "--json", "--output", "null", "--position-interval", "0.1", "--", address, env=environment,
        timeout=120,
    ).stdout
    events = [json.loads(line) for line in output.splitlines()]
    return next((event.get("duration") for event in reversed(events) if event.get("event") == "position"), None)


def examine(program, folder, environment, number, seed, server):
    media = files.Maker(folder, number, seed)
    recipe = " ".join(filter(None, media.recipe))
    address = Address(f"{server.url}/{media.path.name}")
    address.folder = folder
    try:
        shown, played, heard = (look(program, address, environment) for look in (files.shown, told, files.heard))
    except subprocess.SubprocessError as failure:
        return f"{number} ({recipe}): {media.seconds:.4f} s: {failure}"
    finally:
        for path in folder.glob(f"{number}[-.]*"):
            path.unlink()
    is_right = (
        abs(heard - media.seconds) <= media.tolerance + 0.001
        and all(length is not None and abs(length - heard) <= media.tolerance for length in (shown, played))
        and abs(shown - played) <= 0.010
    )
    return None if is_right else f"{number} ({recipe}): {media.seconds:.4f} s: {shown}, {played}, {heard}"


@pytest.mark.quick
def test_random_files_on_a_server_are_shown_and_heard_with_their_length(scratch, is_quick):
    need("ffmpeg", "lame", "flac", "opusenc:opus-tools", "oggenc:vorbis-tools")
    program = os.environ["PLAYERKIT"]
    environment = {**os.environ, **own_folders(scratch)}
    count = int(os.environ.get("FILES", 12 if is_quick else 200))
    seed = os.environ.get("FILES_SEED", "1")
    print(f"{count} files of FILES_SEED={seed}")
    with Pages(scratch) as server, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        tries = [
            threads.submit(examine, program, scratch, environment, number, seed, server) for number in range(count)
        ]
        wrong = [text for text in (one.result() for one in tries) if text]
    assert not wrong, f"{len(wrong)} of {count} files of FILES_SEED={seed}:\n" + "\n".join(wrong[:50])
