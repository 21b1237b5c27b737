"""Checks the simulated Spotify Web API with spotipy, a client of other people.

Usage: spotify.py READY, where READY is the line that `playerkit simulate` printed.
"""

import importlib.metadata
import json
import logging
import sys

import spotify_support
from spotify_catalog import check_catalog, check_library, check_playlists, check_search
from spotify_limits import check_development, check_limits
from spotify_logins import (
    check_app_login,
    check_end_of_login,
    check_login_with_secret,
    check_refresh,
    check_user_login,
)
from spotify_player import check_player
from spotify_support import app_manager, client, control, ready


def main():
    ready.update(json.loads(sys.argv[1]))
    # What is refused is refused on purpose.
    logging.getLogger("spotipy").setLevel(logging.CRITICAL)
    control("reset")
    app = check_app_login()
    manager, api = check_user_login()
    check_refresh(manager, api)
    check_login_with_secret()
    # The token of the app has expired meanwhile.
    app = client(auth_manager=app_manager())

    tracks = check_search(app)
    album = check_catalog(app, tracks)
    playlist = check_playlists(api)
    check_library(api, tracks)
    check_player(api, album, tracks)
    check_limits(app, tracks[0]["id"])
    check_development(app, api, album, tracks, playlist)
    check_end_of_login()
    control("reset")
    version = importlib.metadata.version("spotipy")
    print(f"interop: spotipy {version}: {spotify_support.checks} checks passed")


main()
