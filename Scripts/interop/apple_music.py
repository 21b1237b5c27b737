"""Checks the simulated Apple Music API with apple-music-python, a client of other people.

Usage: apple_music.py READY, where READY is the line that `playerkit simulate` printed.
"""

import importlib.metadata
import json
import sys
import urllib.request

import applemusicpy
from requests.exceptions import HTTPError

STOREFRONT = "us"
checks = 0


def check(condition, what):
    global checks
    if not condition:
        sys.exit(f"interop: apple-music-python: not so: {what}")
    checks += 1
    print(f"interop: {what}")


def status(call):
    """The HTTP status with which a call fails; None where it does not."""
    try:
        call()
    except HTTPError as error:
        return error.response.status_code
    return None


def main():
    ready = json.loads(sys.argv[1])
    key = ready["developerKey"]
    client = applemusicpy.AppleMusic(key["p8"], key["keyID"], key["teamID"], max_retries=3)
    client.root = ready["appleMusic"] + "/v1/"

    found = client.search("lighthouse", types=["songs", "albums", "artists"], limit=25)
    songs = found["results"]["songs"]["data"]
    check(len(songs) > 1, f"a search finds {len(songs)} songs")
    check(all(song["type"] == "songs" for song in songs), "all of them are songs")

    first = client.song(songs[0]["id"])["data"][0]
    check(first["attributes"] == songs[0]["attributes"], "a song by its id is the one found")
    some = [song["id"] for song in songs]
    many = client.songs(some + ["1"])["data"]
    check([song["id"] for song in many] == some, "songs by ids come in order, an unknown one not")
    isrc = first["attributes"]["isrc"]
    same = client.songs_by_isrc([isrc])["data"]
    check(any(song["id"] == first["id"] for song in same), "its ISRC leads to the song")

    album_id = next(
        song["relationships"]["albums"]["data"][0]["id"]
        for song in client.songs(some, include="albums")["data"]
        if song["relationships"]["albums"]["data"]
    )
    album = client.album(album_id)["data"][0]
    check(album["attributes"]["trackCount"] > 0, "the song's album is there")
    artist_id = client.song_relationship(first["id"], "artists")["data"][0]["id"]
    artist = client.artist(artist_id)["data"][0]
    check(artist["attributes"]["name"] != "", "its artist is there")

    tracks, pages, offset = [], 0, 0
    while offset is not None:
        page = client.album_relationship(album_id, "tracks", limit=2, offset=offset)
        tracks += page["data"]
        pages += 1
        offset = offset + 2 if page.get("next") else None
    whole = client.album_relationship(album_id, "tracks")["data"]
    check(pages > 1, f"an album's tracks come in {pages} pages of two")
    check([t["id"] for t in tracks] == [t["id"] for t in whole], "the pages are the whole album")
    check(len(whole) == album["attributes"]["trackCount"], "as many as the album says")

    check(status(lambda: client.song("1")) == 404, "an unknown song is a 404")
    check(status(lambda: client.search("x", types=["songs"], limit=26)) == 400, "a limit is kept")
    stranger = applemusicpy.AppleMusic(key["p8"], key["keyID"], "STRANGER00", max_retries=1)
    stranger.root = client.root
    check(status(lambda: stranger.song(first["id"])) == 401, "another team's token is refused")

    preview = first["attributes"]["previews"][0]["url"]
    with urllib.request.urlopen(preview) as answer:
        check(answer.read()[4:8] == b"ftyp", "the preview is MPEG-4")
    version = importlib.metadata.version("apple-music-python")
    print(f"interop: apple-music-python {version}: {checks} checks passed")


main()
