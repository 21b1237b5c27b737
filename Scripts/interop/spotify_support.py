"""What the checks with spotipy share: counting, clients aimed at the simulator, its control."""

import sys

import requests
import spotipy
from spotipy.cache_handler import MemoryCacheHandler
from spotipy.oauth2 import SpotifyClientCredentials, SpotifyOauthError, SpotifyPKCE

REDIRECT = "http://127.0.0.1:9090/callback"
SCOPES = [
    "playlist-read-collaborative",
    "playlist-read-private",
    "user-library-modify",
    "user-library-read",
    "user-modify-playback-state",
    "user-read-currently-playing",
    "user-read-playback-state",
    "user-read-private",
    "user-read-recently-played",
]
UNKNOWN = "7" * 22
checks = 0
# What `playerkit simulate` printed.
ready = {}


def check(condition, what):
    global checks
    if not condition:
        sys.exit(f"interop: spotipy: not so: {what}")
    checks += 1
    print(f"interop: {what}")


def refusal(call):
    """The exception with which the Web API refuses a call; it stops all where the call succeeds."""
    try:
        answer = call()
    except spotipy.SpotifyException as error:
        return error
    sys.exit(f"interop: spotipy: answered, where a refusal was due: {str(answer)[:200]}")


def refused(call, status, text="", reason=None):
    error = refusal(call)
    if (error.http_status, error.reason) == (status, reason) and text in error.msg:
        return True
    print(f"interop: spotipy: got {error.http_status}, {error.reason}: {error.msg}")
    return False


def oauth_error(call):
    """The token end point's word for a refusal, with its description."""
    try:
        call()
    except SpotifyOauthError as error:
        return error.error, error.error_description
    return None, None


def control(command, **parameters):
    answer = requests.post(f"{ready['control']}/{command}", params=parameters, timeout=10)
    if answer.status_code != 204:
        sys.exit(f"interop: control {command}: {answer.status_code} {answer.text}")


def requests_so_far(service="spotify"):
    answer = requests.get(f"{ready['control']}/requests", timeout=10).json()
    return sum(1 for request in answer if request["service"] == service)


def aimed(manager):
    manager.OAUTH_TOKEN_URL = ready["spotifyAccounts"] + "/api/token"
    manager.OAUTH_AUTHORIZE_URL = ready["spotifyAccounts"] + "/authorize"
    return manager


def client(**options):
    api = spotipy.Spotify(**options)
    api.prefix = ready["spotify"] + "/v1/"
    return api


def app_manager(secret=None):
    return aimed(
        SpotifyClientCredentials(
            ready["spotifyClientID"],
            secret or ready["spotifyClientSecret"],
            cache_handler=MemoryCacheHandler(),
        )
    )


def pkce_manager(scopes=None, redirect=REDIRECT, state="a state"):
    return aimed(
        SpotifyPKCE(
            ready["spotifyClientID"],
            redirect,
            state=state,
            scope=SCOPES if scopes is None else scopes,
            cache_handler=MemoryCacheHandler(),
            open_browser=False,
        )
    )


def consent(manager):
    """Where the login leads back to: the user's browser is played here."""
    answer = requests.get(manager.get_authorize_url(), allow_redirects=False, timeout=10)
    if answer.status_code not in (302, 303) or "Location" not in answer.headers:
        sys.exit(f"interop: spotipy: no redirect: {answer.status_code} {answer.text}")
    return answer.headers["Location"]


def login(manager):
    state, code = manager.parse_auth_response_url(consent(manager))
    if state != manager.state:
        sys.exit("interop: spotipy: the login came back with another state")
    manager.get_access_token(code, check_cache=False)
    return manager.cache_handler.get_cached_token()


def members(api, page):
    """All members of a list, and the number of its pages."""
    found, pages = list(page["items"]), 1
    while page["next"]:
        page = api.next(page)
        found += page["items"]
        pages += 1
    return found, pages
