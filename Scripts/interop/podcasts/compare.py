"""Compares what is read of feeds with what podcastparser and feedparser read of them, field by field.
Usage: compare.py READER FOLDER …"""
import calendar, io, json, os, subprocess, sys

import feedparser, podcastparser

# Differences that are meant, fixed before a run: (reader, feed, field), and why. `*` stands for any.
MEANT = {
    ("podcastparser", "broken", "*"): "a strict parser reads no XML that is none",
    ("feedparser", "broken", "duration"): "it knows itunes: by its namespace alone",
    ("podcastparser", "*", "notes"): "it makes plain text of them",
    ("podcastparser", "no_enclosure", "count"): "it leaves out episodes without media",
    ("podcastparser", "*", "untitled"): "it names what has no title by the file",
    ("podcastparser", "plain", "published"): "it takes what came before 1970 for nothing",
    ("podcastparser", "namespace", "chaptersFile"): "it knows podcast: by another namespace",
    ("podcastparser", "namespace", "transcript"): "it knows podcast: by another namespace",
    ("podcastparser", "namespace", "persons"): "it knows podcast: by another namespace",
    ("feedparser", "relative", "title"): "it leaves white space as it is",
    ("feedparser", "relative", "media"): "it leaves addresses of media relative",
    ("feedparser", "no_enclosure", "media"): "it leaves addresses of media relative",
    ("feedparser", "redirect_new_location", "*"): "it knows no such document",
    ("podcastparser", "image_and_audio", "media"): "it counts pictures",
    ("podcastparser", "multi_enclosures", "media"): "it counts the same address twice",
    ("feedparser", "image_and_audio", "media"): "it counts pictures",
    ("podcastparser", "atom", "language"): "it does not read xml:lang",
    ("podcastparser", "atom", "link"): "it does not know an Atom feed's page",
    ("podcastparser", "atom_updated", "link"): "it does not know an Atom feed's page",
}
ADDRESS = "https://feeds.example.net/folder/"


def ours(reader, path, name):
    result = subprocess.run([reader, "read", path, ADDRESS + name], capture_output=True, check=True)
    return json.loads(result.stdout)


def of_podcastparser(data, name):
    feed = podcastparser.parse(ADDRESS + name, io.BytesIO(data))
    return {
        "title": feed["title"], "link": feed.get("link", ""), "image": feed.get("cover_url", ""),
        "language": feed.get("language", ""), "new": feed.get("new_url", ""),
        "next": feed.get("paged_feed_next", ""), "explicit": feed.get("explicit"),
        "episodes": [{
            "guid": episode["guid"], "title": episode["title"], "link": episode["link"],
            "published": episode["published"], "duration": episode["total_time"],
            "image": episode.get("episode_art_url", ""), "explicit": episode.get("explicit"),
            "season": episode.get("season", 0), "number": episode.get("number", 0),
            "chaptersFile": episode.get("chapters_json_url", ""),
            "transcript": episode.get("transcript_url", ""),
            "persons": [person["name"] for person in episode.get("persons", [])],
            "chapters": [{"start": int(chapter["start"]), "title": chapter["title"],
                          "link": chapter.get("href", "")}
                         for chapter in episode.get("chapters", [])],
            "media": [{"url": media["url"], "length": max(0, media["file_size"])}
                      for media in episode["enclosures"]],
        } for episode in feed["episodes"]],
    }


def of_feedparser(data, name):
    document = feedparser.parse(data, response_headers={"content-location": ADDRESS + name})
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
        "title": feed.get("title", ""), "link": feed.get("link", ""),
        "language": feed.get("language", ""),
        "episodes": [{
            "guid": entry.get("id", ""), "title": entry.get("title", ""),
            "published": moment(entry.get("published_parsed") or entry.get("updated_parsed")),
            "duration": seconds(entry.get("itunes_duration")),
            "season": number(entry.get("itunes_season")),
            "number": number(entry.get("itunes_episode")),
            "media": [{"url": link["href"].strip(), "length": int(link.get("length") or 0)}
                      for link in entry.get("links", []) if link.get("rel") == "enclosure"],
        } for entry in document.entries],
    }


def differences(mine, theirs, source):
    """The names of the fields that differ, each with both values. Only what the other one tells counts."""
    found = []
    def check(field, a, b):
        if a != b:
            found.append((field, a, b))
    for field in theirs:
        if field == "episodes":
            continue
        name = "untitled" if field == "title" and not mine["title"] else field
        check(name, mine[field], theirs[field])
    if len(mine["episodes"]) != len(theirs["episodes"]):
        return found + [("count", len(mine["episodes"]), len(theirs["episodes"]))]
    for a, b in zip(mine["episodes"], theirs["episodes"]):
        for field in b:
            if field == "guid":
                # They make guids of addresses, and addresses of guids.
                known = {a["guid"], ADDRESS + a["guid"]} if a["guid"] else {
                    *(media["url"] for media in a["media"]), a["link"], ""}
                if b["guid"] not in known:
                    found.append(("guid", a["guid"], b["guid"]))
            elif field == "link":
                # A guid that is one serves as the link.
                if b["link"] not in (a["link"], a["guid"], ADDRESS + a["guid"]):
                    found.append(("link", a["link"], b["link"]))
            elif field == "media":
                check("media", [(m["url"], m["length"]) for m in a["media"]],
                      [(m["url"], m["length"]) for m in b["media"]])
            elif field == "title" and not a["title"]:
                check("untitled", "", b["title"])
            else:
                check(field, a[field], b[field])
    return found


def is_meant(reader, feed, field):
    return any((r, f, x) in MEANT for r in (reader,) for f in (feed, "*") for x in (field, "*"))


def main():
    reader, folders = sys.argv[1], sys.argv[2:]
    compared, wrong = 0, 0
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            stem, ending = os.path.splitext(name)
            if ending not in (".xml", ".rss"):
                continue
            path = os.path.join(folder, name)
            mine = ours(reader, path, name)
            with open(path, "rb") as file:
                data = file.read()
            for other, parse in (("podcastparser", of_podcastparser), ("feedparser", of_feedparser)):
                compared += 1
                try:
                    theirs = parse(data, name)
                except Exception as error:
                    if not is_meant(other, stem, "*"):
                        wrong += 1
                        print(f"{stem}: {other} could not read it: {error}")
                    continue
                for field, a, b in differences(mine, theirs, other):
                    if not is_meant(other, stem, field):
                        wrong += 1
                        print(f"{stem}: {field}: {a!r}, by {other} {b!r}")
    print(f"podcasts: {compared} readings compared, {wrong} fields differ "
          f"beyond the {len(MEANT)} kinds that are meant")
    sys.exit(1 if wrong else 0)


main()
