"""Our reader of podcast feeds compared with podcastparser and feedparser, field by field."""

import calendar
import io
import json
import os
import pathlib

import feedparser
import podcastparser
import pytest

pytestmark = pytest.mark.quick

FOLDER = pathlib.Path(__file__).parent / "feeds"
FEEDS = sorted(FOLDER.glob("*.xml"))
if recorded := os.environ.get("PLAYERKIT_RECORDED_MORE"):
    FEEDS += sorted(pathlib.Path(recorded, "podcast").glob("*.rss"))
ADDRESS = "https://feeds.example.net/folder/"

# Intended differences: (other reader, feed, field), and the reason. `*` stands for any.
MEANT = {
    ("podcastparser", "broken", "*"): "a strict parser rejects XML that is not well-formed",
    ("feedparser", "broken", "duration"): "it needs the namespace of itunes: to be declared",
    ("podcastparser", "no_enclosure", "count"): "it leaves out episodes without media",
    ("podcastparser", "*", "untitled"): "it names an episode without a title by its file",
    ("podcastparser", "plain", "published"): "it replaces dates before 1970 by 0",
    ("podcastparser", "namespace", "chaptersFile"): "it knows another namespace for podcast:",
    ("podcastparser", "namespace", "transcript"): "it knows another namespace for podcast:",
    ("podcastparser", "namespace", "persons"): "it knows another namespace for podcast:",
    ("feedparser", "relative", "title"): "it keeps white space as it is",
    ("feedparser", "relative", "media"): "it leaves addresses of media relative",
    ("feedparser", "no_enclosure", "media"): "it leaves addresses of media relative",
    ("feedparser", "redirect_new_location", "*"): "it does not know this kind of document",
    ("podcastparser", "image_and_audio", "media"): "it counts pictures",
    ("podcastparser", "multi_enclosures", "media"): "it counts the same address twice",
    ("feedparser", "image_and_audio", "media"): "it counts pictures",
    ("podcastparser", "atom", "language"): "it does not read xml:lang",
    ("podcastparser", "atom", "link"): "it does not know the page of an Atom feed",
    ("podcastparser", "atom_updated", "link"): "it does not know the page of an Atom feed",
}


def is_meant(reader, feed, field):
    return any((reader, f, x) in MEANT for f in (feed, "*") for x in (field, "*"))


@pytest.fixture
def feed_reading(playerkit):
    """The tool that prints what our reader finds in a feed, and reads changed feeds."""
    return pathlib.Path(playerkit).parent / "Torture"


def by_podcastparser(data, address):
    feed = podcastparser.parse(address, io.BytesIO(data))
    return {
        "title": feed["title"], "link": feed.get("link", ""), "image": feed.get("cover_url", ""),
        "language": feed.get("language", ""), "new": feed.get("new_url", ""),
        "next": feed.get("paged_feed_next", ""), "explicit": feed.get("explicit"),
        "episodes": [{
            "guid": episode["guid"], "title": episode["title"], "link": episode["link"],
            "published": episode["published"], "duration": episode["total_time"],
            "image": episode.get("episode_art_url", ""), "explicit": episode.get("explicit"),
            "season": episode.get("season", 0), "number": episode.get("number", 0),
            "chaptersFile": episode.get("chapters_json_url", ""), "transcript": episode.get("transcript_url", ""),
            "persons": [person["name"] for person in episode.get("persons", [])],
            "chapters": [
                {"start": int(chapter["start"]), "title": chapter["title"], "link": chapter.get("href", "")}
                for chapter in episode.get("chapters", [])
            ],
            "media": [(media["url"], max(0, media["file_size"])) for media in episode["enclosures"]],
        } for episode in feed["episodes"]],
    }


def by_feedparser(data, address):
    document = feedparser.parse(data, response_headers={"content-location": address})
    feed = document.feed
    if not feed and not document.entries:
        raise ValueError("no feed")

    def seconds(text):
        total = 0
        for part in str(text or 0).split(":"):
            total = total * 60 + int(float(part or 0))
        return total

    def moment(time):
        return calendar.timegm(time) if time else 0

    def number(text):
        return int(text) if str(text or "").isdigit() else 0

    return {
        "title": feed.get("title", ""), "link": feed.get("link", ""), "language": feed.get("language", ""),
        "episodes": [{
            "guid": entry.get("id", ""), "title": entry.get("title", ""),
            "published": moment(entry.get("published_parsed") or entry.get("updated_parsed")),
            "duration": seconds(entry.get("itunes_duration")),
            "season": number(entry.get("itunes_season")), "number": number(entry.get("itunes_episode")),
            "media": [
                (link["href"].strip(), int(link.get("length") or 0))
                for link in entry.get("links", []) if link.get("rel") == "enclosure"
            ],
        } for entry in document.entries],
    }


def differences(ours, theirs):
    """The fields that differ, with both values. Fields that the other reader does not have are not compared."""
    found = [
        ("untitled" if field == "title" and not ours["title"] else field, ours[field], value)
        for field, value in theirs.items() if field != "episodes" and ours[field] != value
    ]
    if len(ours["episodes"]) != len(theirs["episodes"]):
        return found + [("count", len(ours["episodes"]), len(theirs["episodes"]))]
    for mine, other in zip(ours["episodes"], theirs["episodes"]):
        media = [(media["url"], media["length"]) for media in mine["media"]]
        for field, value in other.items():
            name, expected = field, [media if field == "media" else mine[field]]
            if field == "guid":
                # The other readers make guids of addresses, and addresses of guids.
                expected = [mine["guid"], ADDRESS + mine["guid"]] if mine["guid"] else [
                    *(url for url, _ in media), mine["link"], ""
                ]
            elif field == "link":
                # A guid that is an address serves as the link.
                expected = [mine["link"], mine["guid"], ADDRESS + mine["guid"]]
            elif field == "title" and not mine["title"]:
                name = "untitled"
            if value not in expected:
                found.append((name, expected[0], value))
    return found


@pytest.mark.parametrize("other", [by_podcastparser, by_feedparser])
@pytest.mark.parametrize("feed", FEEDS, ids=lambda feed: feed.stem)
def test_a_feed_is_read_as_another_reader_reads_it(processes, feed_reading, feed, other):
    reader = other.__name__.removeprefix("by_")
    ours = json.loads(processes.run(feed_reading, "feed", "read", feed, ADDRESS + feed.name))
    try:
        theirs = other(feed.read_bytes(), ADDRESS + feed.name)
    except Exception:
        assert is_meant(reader, feed.stem, "*")
        return
    assert [found for found in differences(ours, theirs) if not is_meant(reader, feed.stem, found[0])] == []


def test_a_wrong_field_is_noticed(processes, feed_reading):
    feed = FOLDER / "plain.xml"
    ours = json.loads(processes.run(feed_reading, "feed", "read", feed, ADDRESS + feed.name))
    theirs = by_podcastparser(feed.read_bytes(), ADDRESS + feed.name)
    usual = differences(ours, theirs)
    theirs["episodes"][0]["duration"] += 1
    assert [found[0] for found in differences(ours, theirs) if found not in usual] == ["duration"]


def test_feeds_that_were_changed_at_random_neither_crash_nor_hang_the_reader(processes, feed_reading):
    processes.run(feed_reading, "feed", "change", 1, 2_000, *FEEDS)
