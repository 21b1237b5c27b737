"""One queue of six kinds: a file, a song of the real Supysonic, a clip of a podcast, an Apple Music preview of the
simulator, HLS, and a page that the real yt-dlp reads."""

import json

import pytest

from support.media import ffmpeg, tone
from support.pages import YTDLP, Pages
from support.player import Player, own_folders
from support.sound import RATE, decoded, difference, read_pcm
from support.supysonic import Supysonic

TYPES = ["url", "subsonic", "podcast", "appleMusicPreview", "url", "ytdlp"]
CLIP = (1.0, 3.5)
FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>A Show</title><item><title>An Episode</title>
<guid>1</guid><enclosure url="other.flac" length="0" type="audio/flac"/></item></channel></rss>"""


class Queue:
    """The six items, and players of them."""

    def __init__(self, processes, playerkit, simulator, pages):
        self.processes, self.playerkit, self.folder = processes, playerkit, processes.folder
        self.supysonic = Supysonic(processes)
        self.environment = {
            **self.supysonic.environment, "APPLE_MUSIC_DEVELOPER_TOKEN": simulator.bases["developerToken"]
        }
        self.apple = ["--apple-api", simulator.bases["appleMusic"]]
        previews = self.search("apple", *self.apple, "lighthouse")
        self.items = [
            self.folder / "file.flac", self.search("subsonic", "one")[0]["item"], f"podcast:{pages.url}/feed.xml",
            next(row["item"] for row in previews if row.get("preview")), f"{pages.url}/parts.m3u8",
            f"ytdlp:{pages.url}/page.html",
        ]

    def search(self, service, *words):
        environment = {**own_folders(self.folder), **self.environment}
        output = self.processes.run(self.playerkit, "search", "--service", service, "--json", *words, env=environment)
        return [json.loads(line) for line in output.splitlines()]

    def play(self, *words):
        """The player after its end, and the recorded sound."""
        heard = self.folder / "heard.pcm"
        heard.unlink(missing_ok=True)
        player = Player(
            self.processes, self.playerkit, *self.apple, "--yt-dlp", YTDLP, "--output", f"pcm:{heard}", *words,
            environment=self.environment,
        )
        assert player.finish(limit=600) == 0
        return player, read_pcm(heard)


@pytest.fixture(scope="module")
def queue(module_processes, playerkit, simulator):
    folder = module_processes.folder
    for name, pitch in (("file", 440), ("other", 660), ("tone", 550), ("parts", 330)):
        tone(folder / f"{name}.flac", 4.3, pitch)
    ffmpeg(
        "-i", folder / "parts.flac", "-c:a", "aac", "-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod",
        folder / "parts.m3u8",
    )
    (folder / "feed.xml").write_text(FEED)
    with Pages(folder) as pages:
        yield Queue(module_processes, playerkit, simulator, pages)


@pytest.fixture(scope="module")
def played(queue):
    return queue.play("--clip", f"2:{CLIP[0]}-{CLIP[1]}", *queue.items)


def test_each_item_of_a_mixed_queue_plays_once_in_order(played):
    player, _ = played
    tracks = player.of("track")
    assert [track.get("playerType") for track in tracks] == TYPES
    assert [track["index"] for track in tracks] == list(range(6))
    assert [track["reason"] for track in tracks] == ["userSelected"] + ["auto"] * 5
    assert player.codes == []
    # Sound into a file is faster than the network, and may wait for it at a joint.
    states = player.states()
    assert states == ["loadToPlay", "play"] * (len(states) // 2) + ["init"]


def test_a_mixed_queue_sounds_like_its_items_one_after_the_other(queue, played, table):
    _, heard = played
    first, last = (int(second * RATE) for second in CLIP)
    sounds = [
        decoded(queue.items[0]), decoded(queue.supysonic.songs[0]), decoded(queue.folder / "other.flac")[first:last],
        # Decoders of lossy formats differ in their padding. These are compared with the items alone.
        queue.play(queue.items[3])[1], queue.play(queue.items[4])[1], decoded(queue.folder / "tone.flac"),
    ]
    for kind, expected in zip(TYPES, sounds, strict=True):
        # The rest counts for the last item.
        count = len(heard) if expected is sounds[-1] else len(expected)
        off = difference(heard[:count], expected)
        table("A mixed queue: samples off", item=kind, off=off)
        assert off == "0" and len(expected) > 0
        heard = heard[count:]
