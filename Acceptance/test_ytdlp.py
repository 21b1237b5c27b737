"""The real yt-dlp reads pages of our own server, and `playerkit` plays what it finds."""

import pathlib
import shutil

import numpy
import pytest

from support.media import tone
from support.pages import YTDLP, Pages
from support.sound import decoded, difference, read_pcm


@pytest.fixture
def pages(scratch):
    for name, pitch in (("tone", 440), ("other", 660)):
        tone(scratch / f"{name}.flac", 2.3, pitch)
    with Pages(scratch) as pages:
        yield pages


def test_the_client_reads_what_the_real_yt_dlp_finds(scratch, pages, swift_tests):
    plugins = scratch / "config/yt-dlp/plugins/probe/yt_dlp_plugins/extractor"
    plugins.mkdir(parents=True)
    shutil.copy(pathlib.Path(__file__).parent / "support/ytdlp_plugin.py", plugins / "probe.py")
    lines = swift_tests(
        "RealYTDLPTests", YTDLP_TEST=str(YTDLP), YTDLP_TEST_PAGES=pages.url,
        YTDLP_TEST_CONFIG=str(scratch / "config"),
    )
    print(*(line for line in lines if line.startswith("yt-dlp: ")), sep="\n")


@pytest.mark.parametrize("page", ["page.html", "two.html", "tone.flac"])
def test_a_page_plays_without_a_lost_sample(scratch, pages, play, table, page):
    names = ["tone", "other"] if page == "two.html" else ["tone"]
    heard = scratch / "heard.pcm"
    player = play("--yt-dlp", YTDLP, "--output", f"pcm:{heard}", f"{pages.url}/{page}")
    assert player.finish() == 0
    expected = numpy.concatenate([decoded(scratch / f"{name}.flac") for name in names])
    off = difference(read_pcm(heard), expected)
    table("Pages by yt-dlp", page=page, players=[track.get("playerType") for track in player.of("track")], off=off)
    assert off == "0"
