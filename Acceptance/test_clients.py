"""Other people's clients, apple-music-python and spotipy, read the simulated services.

They fail if the simulator answers differently from the real services."""

import logging
import time
import urllib.parse
import urllib.request

import applemusicpy
import pytest
import requests
import spotipy
from requests.exceptions import HTTPError
from spotipy.cache_handler import MemoryCacheHandler
from spotipy.oauth2 import SpotifyClientCredentials, SpotifyOAuth, SpotifyOauthError, SpotifyPKCE

from support.player import Simulator

# spotipy warns about endpoints that Spotify has removed, which these tests use.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:spotipy")


@pytest.fixture(scope="module")
def simulator(module_processes, playerkit):
    """A simulator whose state these tests may change."""
    return Simulator(module_processes, playerkit)


# Apple Music


@pytest.fixture
def apple(simulator):
    return apple_music(simulator, simulator.bases["developerKey"]["teamID"])


def apple_music(simulator, team):
    key = simulator.bases["developerKey"]
    client = applemusicpy.AppleMusic(key["p8"], key["keyID"], team, max_retries=3)
    client.root = simulator.bases["appleMusic"] + "/v1/"
    return client


@pytest.fixture
def songs(apple):
    found = apple.search("lighthouse", types=["songs", "albums", "artists"], limit=25)
    return found["results"]["songs"]["data"]


@pytest.fixture
def apple_album(apple, songs):
    """The id of the album of one of the songs."""
    answer = apple.songs([song["id"] for song in songs], include="albums")
    albums = [song["relationships"]["albums"]["data"] for song in answer["data"]]
    return next(album[0]["id"] for album in albums if album)


def status(call):
    with pytest.raises(HTTPError) as caught:
        call()
    return caught.value.response.status_code


@pytest.mark.quick
def test_apple_music_finds_songs_and_gives_each_by_its_id(apple, songs):
    assert len(songs) > 1
    assert all(song["type"] == "songs" for song in songs)
    assert apple.song(songs[0]["id"])["data"][0]["attributes"] == songs[0]["attributes"]


def test_apple_music_gives_songs_by_ids_in_order_without_unknown_ones(apple, songs):
    ids = [song["id"] for song in songs]
    assert [song["id"] for song in apple.songs(ids + ["1"])["data"]] == ids


def test_apple_music_gives_a_song_by_its_isrc(apple, songs):
    same = apple.songs_by_isrc([songs[0]["attributes"]["isrc"]])["data"]
    assert songs[0]["id"] in [song["id"] for song in same]


def test_apple_music_gives_a_songs_artist(apple, songs):
    artist = apple.song_relationship(songs[0]["id"], "artists")["data"][0]["id"]
    assert apple.artist(artist)["data"][0]["attributes"]["name"]


def test_apple_music_gives_an_album_whole_and_by_pages(apple, apple_album):
    whole = apple.album_relationship(apple_album, "tracks")["data"]
    count = apple.album(apple_album)["data"][0]["attributes"]["trackCount"]
    assert len(whole) == count > 0
    tracks, pages, offset = [], 0, 0
    while offset is not None:
        page = apple.album_relationship(apple_album, "tracks", limit=2, offset=offset)
        tracks += page["data"]
        pages += 1
        offset = offset + 2 if page.get("next") else None
    assert pages > 1
    assert [track["id"] for track in tracks] == [track["id"] for track in whole]


@pytest.mark.quick
def test_apple_music_refuses_unknown_songs_too_high_limits_and_other_teams(simulator, apple, songs):
    assert status(lambda: apple.song("1")) == 404
    assert status(lambda: apple.search("x", types=["songs"], limit=26)) == 400
    stranger = apple_music(simulator, "STRANGER00")
    assert status(lambda: stranger.song(songs[0]["id"])) == 401


def test_an_apple_music_preview_is_mpeg_4(songs):
    with urllib.request.urlopen(songs[0]["attributes"]["previews"][0]["url"]) as answer:
        assert answer.read()[4:8] == b"ftyp"


# Spotify: clients and fixtures

REDIRECT = "http://127.0.0.1:9090/callback"
SCOPES = [
    "playlist-read-collaborative", "playlist-read-private", "user-library-modify", "user-library-read",
    "user-modify-playback-state", "user-read-currently-playing", "user-read-playback-state",
    "user-read-private", "user-read-recently-played",
]
UNKNOWN = "7" * 22


class Spotify:
    """The simulated Spotify, and clients for it."""

    def __init__(self, simulator):
        self.simulator, self.bases = simulator, simulator.bases

    def control(self, command, **parameters):
        self.simulator.control(f"/{command}?{urllib.parse.urlencode(parameters)}")

    def requests_so_far(self):
        return sum(request["service"] == "spotify" for request in self.simulator.requests)

    def client(self, **options):
        client = spotipy.Spotify(**options)
        client.prefix = self.bases["spotify"] + "/v1/"
        return client

    def manager(self, kind, *arguments, **options):
        """A token manager that gets its tokens from the simulator."""
        manager = kind(self.bases["spotifyClientID"], *arguments, cache_handler=MemoryCacheHandler(), **options)
        manager.OAUTH_TOKEN_URL = self.bases["spotifyAccounts"] + "/api/token"
        manager.OAUTH_AUTHORIZE_URL = self.bases["spotifyAccounts"] + "/authorize"
        return manager

    def app_manager(self, secret=None):
        return self.manager(SpotifyClientCredentials, secret or self.bases["spotifyClientSecret"])

    def user_manager(self, scopes=SCOPES, redirect=REDIRECT):
        return self.manager(SpotifyPKCE, redirect, state="a state", scope=scopes, open_browser=False)


@pytest.fixture
def spotify(simulator):
    # spotipy logs each refusal, and these tests provoke them.
    logging.getLogger("spotipy").setLevel(logging.CRITICAL)
    spotify = Spotify(simulator)
    spotify.control("reset")
    yield spotify
    spotify.control("reset")


@pytest.fixture
def app(spotify):
    return spotify.client(auth_manager=spotify.app_manager())


@pytest.fixture
def manager(spotify):
    """The manager of a signed-in user's tokens."""
    manager = spotify.user_manager()
    login(manager)
    return manager


@pytest.fixture
def user(spotify, manager):
    return spotify.client(auth_manager=manager)


@pytest.fixture
def tracks(app):
    return app.search("lighthouse", limit=50, market="US")["tracks"]["items"]


@pytest.fixture
def album(app, tracks):
    found = app.tracks([track["id"] for track in tracks])["tracks"]
    largest = max((track["album"] for track in found if track), key=lambda album: album["total_tracks"])
    return app.album(largest["uri"])


@pytest.fixture
def playlist(user):
    """A playlist with a member that was removed."""
    for playlist in members(user, user.current_user_playlists(limit=2)):
        if any(item["item"] is None for item in members(user, user.playlist_items(playlist["id"]))):
            return playlist


def consent(manager):
    """The redirect address of the login page."""
    answer = requests.get(manager.get_authorize_url(), allow_redirects=False, timeout=60)
    assert answer.status_code in (302, 303), answer.text
    return answer.headers["Location"]


def code(manager):
    state, code = manager.parse_auth_response_url(consent(manager))
    assert state == manager.state
    return code


def login(manager):
    manager.get_access_token(code(manager), check_cache=False)
    return manager.cache_handler.get_cached_token()


def pages_of(api, page):
    found = [page["items"]]
    while page["next"]:
        page = api.next(page)
        found.append(page["items"])
    return found


def members(api, page):
    return sum(pages_of(api, page), [])


def ids(items):
    return [item and item["id"] for item in items]


def refusal(call):
    with pytest.raises(spotipy.SpotifyException) as caught:
        call()
    return caught.value


def assert_refused(call, status, text="", reason=None):
    error = refusal(call)
    assert (error.http_status, error.reason) == (status, reason), error.msg
    assert text in error.msg


def denied(call):
    """The error with which the server refuses to issue a token."""
    with pytest.raises(SpotifyOauthError) as caught:
        call()
    return caught.value.error


# Spotify: logins


def test_spotify_lets_an_app_log_in_by_its_secret(spotify):
    token = spotify.app_manager()._request_access_token()
    assert token["token_type"] == "Bearer"
    assert "refresh_token" not in token
    stranger = spotify.app_manager(secret="0" * 32)
    assert denied(lambda: stranger.get_access_token(as_dict=False)) == "invalid_client"


def test_spotify_gives_an_app_without_a_user_neither_a_profile_nor_a_player(app):
    assert refusal(app.me).http_status in (401, 403)
    assert refusal(app.devices).http_status in (401, 403)


def test_a_spotify_login_leads_back_to_the_app(spotify):
    where = urllib.parse.urlparse(consent(spotify.user_manager()))
    assert where._replace(query="").geturl() == REDIRECT
    assert urllib.parse.parse_qs(where.query)["state"] == ["a state"]


@pytest.mark.quick
def test_a_spotify_login_gives_a_token_for_an_hour_with_all_scopes(spotify):
    manager = spotify.user_manager()
    token = login(manager)
    assert token["expires_in"] == 3600
    assert set(token["scope"].split()) == set(SCOPES)
    assert spotify.client(auth_manager=manager).me()["type"] == "user"


def test_spotify_refuses_a_code_without_its_verifier_and_then_forgets_the_code(spotify):
    manager = spotify.user_manager()
    given = code(manager)
    verifier, manager.code_verifier = manager.code_verifier, "another-verifier-" * 3
    assert denied(lambda: manager.get_access_token(given, check_cache=False)) == "invalid_grant"
    manager.code_verifier = verifier
    assert denied(lambda: manager.get_access_token(given, check_cache=False)) == "invalid_grant"


def test_spotify_accepts_a_code_once(spotify):
    manager = spotify.user_manager()
    given = code(manager)
    manager.get_access_token(given, check_cache=False)
    assert denied(lambda: manager.get_access_token(given, check_cache=False)) == "invalid_grant"


def test_a_spotify_user_may_refuse_the_login(spotify):
    spotify.control("spotify", consent="false")
    assert denied(lambda: code(spotify.user_manager())) == "access_denied"


def test_spotify_refuses_to_lead_back_to_localhost(spotify):
    manager = spotify.user_manager(redirect="http://localhost:9090/callback")
    page = requests.get(manager.get_authorize_url(), allow_redirects=False, timeout=60)
    assert page.status_code == 400 and "Insecure redirect" in page.text


def test_spotify_refuses_what_needs_a_scope_that_was_not_granted(spotify):
    manager = spotify.user_manager(scopes=["user-read-private"])
    login(manager)
    assert_refused(spotify.client(auth_manager=manager).devices, 403, "Insufficient client scope")


def test_spotify_refreshes_a_token_and_refuses_the_old_refresh_token(manager):
    first = manager.cache_handler.get_cached_token()
    second = manager.refresh_access_token(first["refresh_token"])
    assert second["access_token"] != first["access_token"]
    assert second["refresh_token"] != first["refresh_token"]
    assert denied(lambda: manager.refresh_access_token(first["refresh_token"])) == "invalid_grant"


def test_spotipy_refreshes_a_token_that_expired_after_an_hour(spotify, manager, user):
    first = manager.cache_handler.get_cached_token()
    spotify.control("advance", seconds=3601)
    # spotipy uses its own clock, which the simulator does not advance.
    assert_refused(user.me, 401, "The access token expired")
    first["expires_at"] -= 3601
    manager.cache_handler.save_token_to_cache(first)
    assert user.me()["id"]
    assert manager.cache_handler.get_cached_token()["refresh_token"] != first["refresh_token"]


def test_spotify_refuses_requests_without_a_good_token(spotify):
    assert_refused(spotify.client(auth="BQnobody").me, 401, "Invalid access token")
    assert_refused(spotify.client().me, 401, "No token provided")


def test_spotify_lets_a_user_log_in_by_the_apps_secret_and_refreshes_the_token(spotify):
    secret = spotify.bases["spotifyClientSecret"]
    manager = spotify.manager(SpotifyOAuth, secret, REDIRECT, scope=SCOPES, open_browser=False)
    given = manager.parse_auth_response_url(consent(manager))[1]
    manager.get_access_token(given, as_dict=False, check_cache=False)
    first = manager.cache_handler.get_cached_token()
    second = manager.refresh_access_token(first["refresh_token"])
    assert second["access_token"] != first["access_token"]
    assert spotify.client(auth_manager=manager).me()["id"]


def test_a_spotify_login_ends_after_six_months_even_if_it_was_refreshed(spotify, manager):
    token = manager.cache_handler.get_cached_token()
    spotify.control("advance", seconds=100 * 86_400)
    token = manager.refresh_access_token(token["refresh_token"])
    spotify.control("advance", seconds=100 * 86_400)
    assert denied(lambda: manager.refresh_access_token(token["refresh_token"])) == "invalid_grant"


# Spotify: the catalog


@pytest.mark.quick
def test_spotify_answers_a_search_by_type(app):
    found = app.search("lighthouse", limit=50, type="track,album,artist,playlist", market="US")
    assert set(found) == {"tracks", "albums", "artists", "playlists"}
    tracks = found["tracks"]["items"]
    assert len(tracks) == 50 and found["tracks"]["total"] > 50
    assert all(track["type"] == "track" and "is_playable" in track for track in tracks)


def test_spotipy_follows_the_pages_of_a_search_on_and_back(app):
    first = app.search("lighthouse", limit=50, type="track,album,artist,playlist", market="US")["tracks"]
    second = app.next(first)["tracks"]
    assert second["offset"] == 50
    assert not set(ids(first["items"])) & set(ids(second["items"]))
    assert app.previous(second)["tracks"]["items"] == first["items"]


def test_spotify_finds_by_isrc_and_by_artist(app, tracks):
    isrc = tracks[0]["external_ids"]["isrc"]
    same = app.search(f"isrc:{isrc}", type="track")["tracks"]["items"]
    assert all(track["external_ids"]["isrc"] == isrc for track in same)
    assert tracks[0]["id"] in ids(same)
    artist = tracks[0]["artists"][0]["name"]
    found = app.search(f'artist:"{artist}"', type="track,artist", limit=50)
    assert found["tracks"]["items"]
    for track in found["tracks"]["items"]:
        assert artist in [artist["name"] for artist in track["artists"]]
    assert artist in [found["name"] for found in found["artists"]["items"]]


def test_some_playlists_that_spotify_finds_are_null(app):
    page = app.search("mix", type="playlist", limit=10)["playlists"]
    found = page["items"]
    while page["next"]:
        page = app.next(page)["playlists"]
        found += page["items"]
    assert None in found and any(found)


def test_spotify_refuses_too_high_limits(app, tracks):
    assert_refused(lambda: app.search("a", limit=51), 400)
    assert_refused(lambda: app.tracks(ids(tracks) + ids(tracks)[:1]), 400)


def test_spotify_gives_tracks_by_uri_link_and_ids(app, tracks):
    first = tracks[0]
    track = app.track(first["uri"], market="US")
    assert (track["id"], track["name"]) == (first["id"], first["name"])
    assert app.track(first["external_urls"]["spotify"])["id"] == first["id"]
    some = ids(tracks)
    asked = some[:3] + [UNKNOWN] + some[3:6]
    assert ids(app.tracks(asked)["tracks"]) == some[:3] + [None] + some[3:6]


def test_spotify_links_or_restricts_a_track_that_is_not_in_a_market(app, tracks):
    plain = [track for track in app.tracks(ids(tracks))["tracks"] if track]
    # Without a market, each track lists all its markets.
    assert all("available_markets" in track for track in plain)
    everywhere = {market for track in plain for market in track["available_markets"]}
    missing = [(t, m) for t in plain for m in sorted(everywhere - set(t["available_markets"]))][:20]
    linked = restricted = 0
    for asked, market in missing:
        there = app.track(asked["id"], market=market)
        if there["is_playable"]:
            assert there["linked_from"]["id"] == asked["id"] != there["id"]
            linked += 1
        else:
            assert there["id"] == asked["id"] and "reason" in there["restrictions"]
            restricted += 1
    assert linked and restricted


def test_spotify_gives_an_album_whole_and_by_pages(app, tracks, album):
    assert album["name"] in [track["album"]["name"] for track in tracks]
    listed = members(app, album["tracks"])
    pages = pages_of(app, app.album_tracks(album["id"], limit=2))
    assert len(pages) > 1
    paged = sum(pages, [])
    assert ids(paged) == ids(listed)
    assert len(paged) == album["total_tracks"]
    assert all("album" not in track for track in paged)
    assert ids(app.albums([album["id"], UNKNOWN])["albums"]) == [album["id"], None]


def test_spotify_gives_an_artist_with_albums_and_best_tracks(app, tracks):
    artist = app.artist(tracks[0]["artists"][0]["id"])
    assert artist["name"] == tracks[0]["artists"][0]["name"]
    assert app.artists([artist["id"]])["artists"][0] == artist
    albums = members(app, app.artist_albums(artist["id"], limit=2))
    assert albums and all("album_group" in album for album in albums)
    own = members(app, app.artist_albums(artist["id"], include_groups="album,single"))
    assert all(album["album_group"] in ("album", "single") for album in own)
    assert 0 < len(app.artist_top_tracks(artist["id"])["tracks"]) <= 10


@pytest.mark.parametrize("kind", ["track", "album", "artist", "playlist"])
def test_spotify_answers_404_to_an_unknown(app, kind):
    assert_refused(lambda: getattr(app, kind)(UNKNOWN), 404)


def test_spotify_answers_400_to_what_is_no_id(app):
    assert_refused(lambda: app.track("abc"), 400, "Invalid base62 id")


def test_spotify_gives_playlists_with_removed_members_episodes_and_local_files(user, playlist):
    assert len(pages_of(user, user.current_user_playlists(limit=2))) > 1
    pages = pages_of(user, user.playlist_items(playlist["id"], limit=5))
    items = sum(pages, [])
    assert len(pages) > 1 and len(items) == user.playlist_items(playlist["id"])["total"]
    kinds = [item["item"] and item["item"]["type"] for item in items]
    assert None in kinds and "episode" in kinds
    local = [item["item"] for item in items if item["is_local"]]
    assert local[0]["id"] is None
    assert local[0]["uri"].startswith("spotify:local:")
    # The older form has the same members.
    old = [item["track"] for item in members(user, user.playlist(playlist["id"])["tracks"])]
    assert [track and track["uri"] for track in old] == [item["item"] and item["item"]["uri"] for item in items]


def test_a_spotify_user_saves_a_track(user, tracks):
    uri = tracks[0]["uri"]
    user.current_user_saved_tracks_delete([uri])
    assert user.current_user_saved_items([uri]) == [False]
    user.current_user_saved_tracks_add([uri])
    assert user.current_user_saved_items([uri]) == [True]
    pages = pages_of(user, user.current_user_saved_tracks(limit=50))
    assert len(pages) > 1 and pages[0][0]["track"]["uri"] == uri


# Spotify: the player

RESTRICTED = (403, "Restriction violated", "UNKNOWN")
NO_DEVICE = (404, "No active device", "NO_ACTIVE_DEVICE")


class Playback:
    """An album that plays on a device with a volume, from its second track."""

    def __init__(self, user, album):
        self.user, self.album = user, album
        devices = user.devices()["devices"]
        self.loud = next(d for d in devices if d["supports_volume"] and not d["is_restricted"])
        self.phone = next(d for d in devices if not d["supports_volume"])
        self.uris = [track["uri"] for track in members(user, album["tracks"])]
        self.began = time.monotonic()
        user.start_playback(self.loud["id"], context_uri=album["uri"], offset={"position": 1})

    @property
    def state(self):
        return self.user.current_playback()

    @property
    def track(self):
        return self.user.currently_playing()["item"]["uri"]

    def milliseconds(self):
        """The real time since the album began, and a little more, because positions are rounded."""
        return (time.monotonic() - self.began) * 1_000 + 10


@pytest.fixture
def playback(user, album):
    return Playback(user, album)


@pytest.fixture
def other_track(playback, tracks):
    """A track from another album."""
    return next(t["uri"] for t in tracks if t["uri"] not in playback.uris and t["is_playable"])


def test_nothing_plays_on_spotify_at_first(user):
    assert user.current_playback() is None
    assert_refused(user.pause_playback, *NO_DEVICE)
    devices = user.devices()["devices"]
    assert not any(device["is_active"] for device in devices)
    assert any(device["id"] is None for device in devices)


@pytest.mark.quick
def test_spotify_plays_an_album_from_the_track_that_was_chosen(user, playback):
    state = playback.state
    assert state["is_playing"] and state["device"]["id"] == playback.loud["id"]
    assert state["context"]["uri"] == playback.album["uri"]
    assert playback.track == playback.uris[1]
    assert state["actions"]["disallows"]["resuming"]
    assert_refused(user.start_playback, *RESTRICTED)
    user.next_track()
    assert playback.track == playback.uris[2]
    user.previous_track()
    assert playback.track == playback.uris[1]


def test_a_spotify_track_goes_on_pauses_and_seeks(spotify, user, playback):
    spotify.control("advance", seconds=10)
    progress = playback.state["progress_ms"]
    assert 10_000 <= progress <= 10_000 + playback.milliseconds()
    user.pause_playback()
    paused = playback.state
    spotify.control("advance", seconds=10)
    assert not paused["is_playing"]
    assert playback.state["progress_ms"] == paused["progress_ms"]
    assert_refused(user.pause_playback, *RESTRICTED)
    user.seek_track(42_000)
    assert playback.state["progress_ms"] == 42_000
    user.start_playback()
    assert playback.state["is_playing"]
    user.seek_track(100_000_000)
    assert playback.track == playback.uris[2]


def test_spotify_changes_volume_shuffle_and_repeat(user, playback):
    user.volume(30)
    assert playback.state["device"]["volume_percent"] == 30
    for is_shuffled in (True, False):
        user.shuffle(is_shuffled)
        assert playback.state["shuffle_state"] is is_shuffled
    for mode in ("track", "context", "off"):
        user.repeat(mode)
        assert playback.state["repeat_state"] == mode


def test_spotify_plays_an_added_track_before_the_rest_of_the_album(user, playback, other_track):
    user.add_to_queue(other_track)
    queue = user.queue()
    assert queue["currently_playing"]["uri"] == playback.track
    assert queue["queue"][0]["uri"] == other_track and len(queue["queue"]) <= 20
    user.next_track()
    assert playback.track == other_track
    user.next_track()
    assert playback.track == playback.uris[2]


def test_spotify_plays_a_single_track_from_a_position(user, playback, other_track):
    user.start_playback(uris=[other_track], position_ms=5_000)
    state = playback.state
    assert state["context"] is None and state["item"]["uri"] == other_track
    assert 5_000 <= state["progress_ms"] <= 5_000 + playback.milliseconds()
    assert_refused(user.next_track, 403, reason="NO_NEXT_TRACK")


def test_spotify_remembers_what_was_heard_by_pages_with_times_as_cursors(spotify, user, playback, other_track):
    spotify.control("advance", seconds=31)
    user.next_track()
    spotify.control("advance", seconds=31)
    user.start_playback(uris=[other_track])
    recent = user.current_user_recently_played(limit=1)
    assert recent["items"][0]["track"]["uri"] == playback.uris[2]
    older = user.next(recent)["items"]
    assert older[0]["track"]["uri"] == playback.uris[1]
    assert user.current_user_recently_played(limit=1, before=recent["cursors"]["before"])["items"] == older


def test_spotify_moves_to_another_device(user, playback):
    user.transfer_playback(playback.phone["id"], force_play=False)
    assert playback.state["device"]["id"] == playback.phone["id"]
    assert_refused(lambda: user.volume(10), 403, reason="VOLUME_CONTROL_DISALLOW")
    assert_refused(lambda: user.transfer_playback("0" * 40), 404)


def test_what_spotify_reports_may_lag(spotify, user, playback):
    spotify.control("advance", seconds=61)
    spotify.control("spotify", lagMilliseconds=60_000)
    user.transfer_playback(playback.phone["id"])
    assert playback.state["device"]["id"] == playback.loud["id"]
    spotify.control("advance", seconds=61)
    assert playback.state["device"]["id"] == playback.phone["id"]


def test_spotify_takes_no_commands_without_premium_but_reports_what_plays(spotify, user, playback):
    spotify.control("spotify", premium="false")
    assert_refused(user.pause_playback, 403, reason="PREMIUM_REQUIRED")
    assert playback.state is not None


def test_spotify_has_no_device_if_all_apps_are_closed(spotify, user, playback):
    spotify.control("spotify", devices="false")
    assert user.devices()["devices"] == []
    assert playback.state is None
    assert_refused(user.next_track, *NO_DEVICE)


# Spotify: limits, failures, development mode


def hasty(spotify, app):
    """A client that raises an error instead of repeating a request."""
    return spotify.client(auth_manager=app.auth_manager, retries=0, status_forcelist=(599,))


def test_spotipy_waits_as_long_as_spotify_asks_it_to(spotify, app, tracks):
    spotify.control("throttle", service="spotify", requests=2, retryAfter=1)
    count, start = spotify.requests_so_far(), time.monotonic()
    assert app.track(tracks[0]["id"])["id"] == tracks[0]["id"]
    assert time.monotonic() - start >= 2
    assert spotify.requests_so_far() - count == 3


def test_spotify_says_how_long_to_wait(spotify, app, tracks):
    spotify.control("throttle", service="spotify", requests=1, retryAfter=7)
    error = refusal(lambda: hasty(spotify, app).track(tracks[0]["id"]))
    assert error.http_status == 429 and "rate limit" in error.msg
    assert error.headers["Retry-After"] == "7"


def test_spotify_limits_requests_for_tokens(spotify):
    spotify.control("throttle", service="spotifyAccounts", requests=1, retryAfter=1)
    assert denied(lambda: spotify.app_manager().get_access_token(as_dict=False))


@pytest.mark.parametrize("status", [500, 502, 503])
def test_spotify_fails_as_planned(spotify, app, tracks, status):
    spotify.control("fault", service="spotify", path="/v1/tracks", status=status, times=1)
    assert_refused(lambda: hasty(spotify, app).track(tracks[0]["id"]), status)


def test_spotipy_repeats_a_request_that_failed(spotify, app, tracks):
    spotify.control("fault", service="spotify", path="/v1/tracks", status=502, times=1)
    assert app.track(tracks[0]["id"])["id"] == tracks[0]["id"]


@pytest.fixture
def development(spotify, tracks, album, playlist):
    """Spotify's development mode. Capabilities that the client found before stay known."""
    spotify.control("app", **{"class": "development"})


def test_a_spotify_app_in_development_gets_fewer_fields(development, app, tracks):
    one = app.track(tracks[0]["id"])
    assert "popularity" not in one and "available_markets" not in one
    assert one["external_ids"] == tracks[0]["external_ids"]
    assert one["preview_url"] is None


def test_a_spotify_app_in_development_gets_ten_results_at_most(development, app, tracks, album):
    artist = tracks[0]["artists"][0]["id"]
    assert len(app.search("lighthouse", limit=10)["tracks"]["items"]) == 10
    assert_refused(lambda: app.search("lighthouse", limit=11), 400)
    assert len(app.artist_albums(artist, limit=1)["items"]) == 1
    assert_refused(lambda: app.artist_albums(artist, limit=11), 400)
    assert app.album(album["id"])["name"] == album["name"]


REMOVED = {
    "tracks by ids": lambda app, track: app.tracks([track["id"]]),
    "albums by ids": lambda app, track: app.albums([track["album"]["id"]]),
    "artists by ids": lambda app, track: app.artists([track["artists"][0]["id"]]),
    "an artist's best tracks": lambda app, track: app.artist_top_tracks(track["artists"][0]["id"]),
    "related artists": lambda app, track: app.artist_related_artists(track["artists"][0]["id"]),
    "recommendations": lambda app, track: app.recommendations(seed_tracks=[track["id"]]),
    "new releases": lambda app, track: app.new_releases(),
    "categories": lambda app, track: app.categories(),
    "markets": lambda app, track: app.available_markets(),
    "audio features": lambda app, track: app.audio_features([track["id"]]),
    "another user's profile": lambda app, track: app.user("anna"),
}


@pytest.mark.parametrize("what", REMOVED)
def test_a_spotify_app_in_development_gets_no(development, app, tracks, what):
    assert_refused(lambda: REMOVED[what](app, tracks[0]), 403)


def test_a_spotify_app_in_development_reads_the_users_own_playlists(development, app, user, playlist):
    items = members(user, user.playlist_items(playlist["id"]))
    assert items and "item" in items[0]
    whole = user.playlist(playlist["id"])
    assert "items" in whole and "tracks" not in whole
    assert_refused(lambda: app.playlist_items(playlist["id"]), 403)
    assert_refused(lambda: user._get(f"playlists/{playlist['id']}/tracks"), 403)


def test_a_spotify_app_in_development_learns_less_about_the_user(development, user):
    me = user.me()
    assert "account_id" in me and "product" not in me and "country" not in me
