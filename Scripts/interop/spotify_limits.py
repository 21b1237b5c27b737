"""Limits of rate, failures, and what development mode has not."""

import time

from spotify_support import (
    app_manager,
    check,
    client,
    control,
    members,
    oauth_error,
    refusal,
    refused,
    requests_so_far,
)


def check_limits(app, track_id):
    control("throttle", service="spotify", requests=2, retryAfter=1)
    count, start = requests_so_far(), time.monotonic()
    check(app.track(track_id)["id"] == track_id, "a 429 is got over: spotipy waits")
    check(time.monotonic() - start >= 2, "as long as it was told")
    check(requests_so_far() - count == 3, "and asks three times")

    # Without repetitions, and with a status in the list so that spotipy sees the answer itself.
    hasty = client(auth_manager=app.auth_manager, retries=0, status_forcelist=(599,))
    control("throttle", service="spotify", requests=1, retryAfter=7)
    error = refusal(lambda: hasty.track(track_id))
    check(error.http_status == 429 and "rate limit" in error.msg, "or raises")
    check(error.headers["Retry-After"] == "7", "with the seconds to wait")
    for status in (500, 502, 503):
        control("fault", service="spotify", path="/v1/tracks", status=status, times=1)
        check(refused(lambda: hasty.track(track_id), status), f"a {status} is one")
    control("fault", service="spotify", path="/v1/tracks", status=502, times=1)
    check(app.track(track_id)["id"] == track_id, "which spotipy repeats")
    control("throttle", service="spotifyAccounts", requests=1, retryAfter=1)
    fresh = app_manager()
    check(oauth_error(lambda: fresh.get_access_token(as_dict=False))[0], "tokens have limits too")


def check_development(app, api, album, tracks, playlist):
    control("app", **{"class": "development"})
    track, artist_id = tracks[0], tracks[0]["artists"][0]["id"]
    one = app.track(track["id"])
    check("popularity" not in one and "available_markets" not in one, "development: fields gone")
    check(one["external_ids"] == track["external_ids"], "the ISRC is not")
    check(one["preview_url"] is None, "there is no preview")
    found = app.search("lighthouse", limit=10)["tracks"]
    check(len(found["items"]) == 10, "a search finds ten")
    check(refused(lambda: app.search("lighthouse", limit=11), 400), "and never more")
    check(len(app.artist_albums(artist_id, limit=1)["items"]) == 1, "an artist's albums are there")
    check(refused(lambda: app.artist_albums(artist_id, limit=11), 400), "by ten at most")
    check(app.album(album["id"])["name"] == album["name"], "an album is there")
    for name, call in {
        "tracks by ids": lambda: app.tracks([track["id"]]),
        "albums by ids": lambda: app.albums([album["id"]]),
        "artists by ids": lambda: app.artists([artist_id]),
        "an artist's best tracks": lambda: app.artist_top_tracks(artist_id),
        "related artists": lambda: app.artist_related_artists(artist_id),
        "recommendations": lambda: app.recommendations(seed_tracks=[track["id"]]),
        "new releases": lambda: app.new_releases(),
        "categories": lambda: app.categories(),
        "markets": lambda: app.available_markets(),
        "audio features": lambda: app.audio_features([track["id"]]),
        "a playlist's old path": lambda: api._get(f"playlists/{playlist['id']}/tracks"),
        "another user's profile": lambda: app.user("anna"),
    }.items():
        check(refused(call, 403), f"removed, a 403: {name}")
    items, _ = members(api, api.playlist_items(playlist["id"]))
    check(items and "item" in items[0], "the user's own playlist is there")
    whole = api.playlist(playlist["id"])
    check("items" in whole and "tracks" not in whole, "in the form of 2026")
    check(refused(lambda: app.playlist_items(playlist["id"]), 403), "for the user alone")
    me = api.me()
    check("account_id" in me and "product" not in me and "country" not in me, "the user has less")
    control("app", **{"class": "extended"})
