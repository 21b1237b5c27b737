"""Logins of an app and of a user, and what becomes of the tokens."""

import urllib.parse

import requests
from spotipy.cache_handler import MemoryCacheHandler
from spotipy.oauth2 import SpotifyOAuth, SpotifyOauthError
from spotify_support import (
    REDIRECT,
    SCOPES,
    aimed,
    app_manager,
    check,
    client,
    consent,
    control,
    login,
    oauth_error,
    pkce_manager,
    ready,
    refusal,
    refused,
)


def check_app_login():
    manager = app_manager()
    token = manager._request_access_token()
    check(token["token_type"] == "Bearer", "an app logs in with its secret")
    check("refresh_token" not in token, "such a login has no refresh token")
    stranger = app_manager(secret="0" * 32)
    error, _ = oauth_error(lambda: stranger.get_access_token(as_dict=False))
    check(error == "invalid_client", "a wrong secret is refused")
    api = client(auth_manager=manager)
    check(refusal(api.me).http_status in (401, 403), "the app alone is no user")
    check(refusal(api.devices).http_status in (401, 403), "and has no player")
    return api


def check_user_login():
    manager = pkce_manager()
    where = urllib.parse.urlparse(consent(manager))
    check(where._replace(query="").geturl() == REDIRECT, "the login leads back to the app")
    state, code = manager.parse_auth_response_url(where.geturl())
    check(state == "a state", "with the app's state")
    verifier = manager.code_verifier
    manager.code_verifier = "another-verifier-" * 3
    error, _ = oauth_error(lambda: manager.get_access_token(code, check_cache=False))
    check(error == "invalid_grant", "a code without its verifier is refused")
    manager.code_verifier = verifier
    error, _ = oauth_error(lambda: manager.get_access_token(code, check_cache=False))
    check(error == "invalid_grant", "and is then gone")

    token = login(manager)
    check(token["expires_in"] == 3600, "PKCE gives a token for an hour")
    check(set(token["scope"].split()) == set(SCOPES), "of all scopes that were asked for")
    code = manager.parse_auth_response_url(consent(manager))[1]
    manager.get_access_token(code, check_cache=False)
    error, _ = oauth_error(lambda: manager.get_access_token(code, check_cache=False))
    check(error == "invalid_grant", "a code is good for one time")

    control("spotify", consent="false")
    try:
        manager.parse_auth_response_url(consent(manager))
        error = None
    except SpotifyOauthError as problem:
        error = problem.error
    control("spotify", consent="true")
    check(error == "access_denied", "a user may say no")
    named = pkce_manager(redirect="http://localhost:9090/callback")
    page = requests.get(named.get_authorize_url(), allow_redirects=False, timeout=10)
    check(page.status_code == 400 and "Insecure redirect" in page.text, "localhost is refused")

    api = client(auth_manager=manager)
    check(api.me()["type"] == "user", "the user is there")
    narrow = pkce_manager(scopes=["user-read-private"])
    login(narrow)
    error = lambda: client(auth_manager=narrow).devices()
    check(refused(error, 403, "Insufficient client scope"), "a scope not granted is a 403")
    return manager, api


def check_refresh(manager, api):
    first = manager.cache_handler.get_cached_token()
    second = manager.refresh_access_token(first["refresh_token"])
    check(second["access_token"] != first["access_token"], "a refresh gives a new token")
    check(second["refresh_token"] != first["refresh_token"], "and a new refresh token")
    old = lambda: manager.refresh_access_token(first["refresh_token"])
    check(oauth_error(old)[0] == "invalid_grant", "the old refresh token is refused")

    control("advance", seconds=3601)
    # spotipy goes by its own clock, which has not moved.
    check(refused(api.me, 401, "The access token expired"), "after an hour the token has expired")
    second["expires_at"] -= 3601
    manager.cache_handler.save_token_to_cache(second)
    check(api.me()["id"] != "", "spotipy refreshes it")
    third = manager.cache_handler.get_cached_token()
    check(third["refresh_token"] != second["refresh_token"], "with the refresh token it was given")
    check(refused(client(auth="BQnobody").me, 401, "Invalid access token"), "a bad token is a 401")
    check(refused(client().me, 401, "No token provided"), "and so is none")


def check_login_with_secret():
    manager = aimed(
        SpotifyOAuth(
            ready["spotifyClientID"],
            ready["spotifyClientSecret"],
            REDIRECT,
            scope=SCOPES,
            cache_handler=MemoryCacheHandler(),
            open_browser=False,
        )
    )
    code = manager.parse_auth_response_url(consent(manager))[1]
    manager.get_access_token(code, as_dict=False, check_cache=False)
    first = manager.cache_handler.get_cached_token()
    second = manager.refresh_access_token(first["refresh_token"])
    check(second["access_token"] != first["access_token"], "a login with a secret is refreshed")
    check(client(auth_manager=manager).me()["id"] != "", "and is a user's")


def check_end_of_login():
    manager = pkce_manager()
    token = login(manager)
    control("advance", seconds=100 * 86_400)
    token = manager.refresh_access_token(token["refresh_token"])
    control("advance", seconds=100 * 86_400)
    error = oauth_error(lambda: manager.refresh_access_token(token["refresh_token"]))
    check(error[0] == "invalid_grant", "six months after the login it ends, refreshed or not")
