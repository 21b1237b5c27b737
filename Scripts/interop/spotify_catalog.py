"""Search, tracks, albums, artists, playlists and what the user saved."""

from spotify_support import UNKNOWN, check, members, refused


def check_search(api):
    types = ["track", "album", "artist", "playlist"]
    found = api.search("lighthouse", limit=50, type=",".join(types), market="US")
    check(set(found) == {kind + "s" for kind in types}, "a search answers by type")
    tracks = found["tracks"]["items"]
    check(len(tracks) == 50 and found["tracks"]["total"] > 50, "it finds pages of tracks")
    check(all(t["type"] == "track" and "is_playable" in t for t in tracks), "for the market")
    second = api.next(found["tracks"])["tracks"]
    check(second["offset"] == 50, "spotipy follows to the next page")
    check(not {t["id"] for t in tracks} & {t["id"] for t in second["items"]}, "of other tracks")
    check(api.previous(second)["tracks"]["items"] == tracks, "and back")

    isrc = tracks[0]["external_ids"]["isrc"]
    same = api.search(f"isrc:{isrc}", type="track")["tracks"]["items"]
    check(same and all(t["external_ids"]["isrc"] == isrc for t in same), "an ISRC is found")
    check(any(t["id"] == tracks[0]["id"] for t in same), "and leads to its track")
    artist = tracks[0]["artists"][0]["name"]
    by = api.search(f'artist:"{artist}"', type="track,artist", limit=50)
    named = [[a["name"] for a in t["artists"]] for t in by["tracks"]["items"]]
    check(named and all(artist in names for names in named), "an artist's tracks are found")
    check(any(a["name"] == artist for a in by["artists"]["items"]), "and the artist")

    page = api.search("mix", type="playlist", limit=10)["playlists"]
    lists = page["items"]
    while page["next"]:
        page = api.next(page)["playlists"]
        lists += page["items"]
    check(None in lists and any(lists), "some of the playlists found are null")
    check(refused(lambda: api.search("a", limit=51), 400), "a limit over 50 is a 400")
    return tracks


def check_catalog(api, tracks):
    first = tracks[0]
    track = api.track(first["uri"], market="US")
    check((track["id"], track["name"]) == (first["id"], first["name"]), "a track by its URI")
    check(api.track(first["external_urls"]["spotify"])["id"] == first["id"], "and by its link")
    some = [track["id"] for track in tracks]
    many = api.tracks(some[:3] + [UNKNOWN] + some[3:6])["tracks"]
    ids = [track and track["id"] for track in many]
    check(ids == some[:3] + [None] + some[3:6], "tracks by ids come in order, an unknown one null")
    check(refused(lambda: api.tracks(some + some[:1]), 400), "more than 50 at once are a 400")

    plain = [track for track in api.tracks(some)["tracks"] if track]
    check(all("available_markets" in t for t in plain), "without a market, all markets are told")
    everywhere = {market for track in plain for market in track["available_markets"]}
    moved = [(t, m) for t in plain for m in sorted(everywhere - set(t["available_markets"]))][:20]
    linked = restricted = 0
    for asked, market in moved:
        there = api.track(asked["id"], market=market)
        if there["is_playable"]:
            linked += there["linked_from"]["id"] == asked["id"] != there["id"]
        else:
            restricted += there["id"] == asked["id"] and "reason" in there["restrictions"]
    missing = f"not in a market, {linked} tracks are relinked, {restricted} restricted"
    check(linked and restricted and linked + restricted == len(moved), missing)

    album = max((track["album"] for track in plain), key=lambda album: album["total_tracks"])
    whole = api.album(album["uri"])
    check(whole["name"] == album["name"], "an album by its URI")
    listed, _ = members(api, whole["tracks"])
    paged, pages = members(api, api.album_tracks(album["id"], limit=2))
    check(pages > 1, f"its tracks come in {pages} pages of two")
    check([t["id"] for t in paged] == [t["id"] for t in listed], "the pages are the whole album")
    check(len(paged) == album["total_tracks"], "as many as the album says")
    check(all("album" not in t for t in paged), "in the short form")
    both = api.albums([album["id"], UNKNOWN])["albums"]
    check(both[0]["id"] == album["id"] and both[1] is None, "albums by ids, an unknown one null")

    artist_id = first["artists"][0]["id"]
    artist = api.artist(artist_id)
    check(artist["name"] == first["artists"][0]["name"], "an artist by its id")
    check(api.artists([artist_id])["artists"][0] == artist, "and by ids")
    albums, pages = members(api, api.artist_albums(artist_id, limit=2))
    check(len(albums) > 0, f"the artist's {len(albums)} albums, in {pages} pages of two")
    check(all("album_group" in album for album in albums), "each with its group")
    own, _ = members(api, api.artist_albums(artist_id, include_groups="album,single"))
    check(all(a["album_group"] in ("album", "single") for a in own), "or of chosen groups")
    check(0 < len(api.artist_top_tracks(artist_id)["tracks"]) <= 10, "the artist's best tracks")

    check(refused(lambda: api.track(UNKNOWN), 404), "an unknown track is a 404")
    check(refused(lambda: api.album(UNKNOWN), 404), "an unknown album as well")
    check(refused(lambda: api.artist(UNKNOWN), 404), "an unknown artist as well")
    check(refused(lambda: api.playlist(UNKNOWN), 404), "an unknown playlist as well")
    check(refused(lambda: api.track("abc"), 400, "Invalid base62 id"), "no id at all is a 400")
    return whole


def check_playlists(api):
    playlists, pages = members(api, api.current_user_playlists(limit=2))
    check(pages > 1, f"the user has {len(playlists)} playlists, in {pages} pages of two")
    for playlist in playlists:
        items, pages = members(api, api.playlist_items(playlist["id"], limit=5))
        if any(item["item"] is None for item in items):
            break
    check(pages > 1, f"the members of one come in {pages} pages of five")
    check(len(items) == api.playlist_items(playlist["id"])["total"], "as many as it says")
    kinds = [item["item"] and item["item"]["type"] for item in items]
    check(None in kinds, "one is null: it was removed")
    check("episode" in kinds, "one is an episode")
    local = [item["item"] for item in items if item["is_local"]]
    check(local and local[0]["id"] is None, "one is a file of the user's own, without an id")
    check(local[0]["uri"].startswith("spotify:local:"), "but with a URI")
    whole = api.playlist(playlist["id"])
    old, _ = members(api, whole["tracks"])
    ids = lambda items, key: [item[key] and item[key]["uri"] for item in items]
    check(ids(old, "track") == ids(items, "item"), "the form before 2026 has the same members")
    return playlist


def check_library(api, tracks):
    uri = tracks[0]["uri"]
    api.current_user_saved_tracks_delete([uri])
    check(api.current_user_saved_items([uri]) == [False], "a track is not saved")
    api.current_user_saved_tracks_add([uri])
    check(api.current_user_saved_items([uri]) == [True], "and then is")
    saved, pages = members(api, api.current_user_saved_tracks(limit=50))
    check(saved[0]["track"]["uri"] == uri and pages > 1, f"first of {len(saved)} saved ones")
