"""The player: devices, what plays there, commands."""

from spotify_support import check, control, members, refused


def check_player(api, album, tracks):
    check(api.current_playback() is None, "nothing plays at first")
    idle = (404, "No active device", "NO_ACTIVE_DEVICE")
    check(refused(api.pause_playback, *idle), "and no device: a 404")
    devices = {device["name"]: device for device in api.devices()["devices"]}
    loud = next(d for d in devices.values() if d["supports_volume"] and not d["is_restricted"])
    phone = next(d for d in devices.values() if not d["supports_volume"])
    check(not any(d["is_active"] for d in devices.values()), f"{len(devices)} devices, all idle")
    check(any(d["id"] is None for d in devices.values()), "one of them without an id")

    listed = [track["uri"] for track in members(api, api.album(album["id"])["tracks"])[0]]
    api.start_playback(loud["id"], context_uri=album["uri"], offset={"position": 1})
    state = api.current_playback()
    check(state["is_playing"] and state["device"]["id"] == loud["id"], "an album plays there")
    check(state["context"]["uri"] == album["uri"], "it is the context")
    at = lambda: api.currently_playing()["item"]["uri"]
    check(at() == listed[1], "from the track that was chosen")
    check(state["actions"]["disallows"].get("resuming"), "what plays can't be resumed")
    restricted = (403, "Restriction violated", "UNKNOWN")
    check(refused(api.start_playback, *restricted), "to play what plays is a 403")
    api.next_track()
    check(at() == listed[2], "the next one")
    api.previous_track()
    check(at() == listed[1], "and back")

    control("advance", seconds=10)
    check(10_000 <= api.current_playback()["progress_ms"] < 60_000, "it gets on with the time")
    api.pause_playback()
    paused = api.current_playback()
    control("advance", seconds=10)
    check(not paused["is_playing"], "it pauses")
    check(api.current_playback()["progress_ms"] == paused["progress_ms"], "and then stands")
    check(refused(api.pause_playback, *restricted), "to pause again is a 403")
    api.seek_track(42_000)
    check(api.current_playback()["progress_ms"] == 42_000, "it seeks")
    api.start_playback()
    check(api.current_playback()["is_playing"], "and goes on")
    api.seek_track(100_000_000)
    check(at() == listed[2], "beyond the end lies the next track")

    api.volume(30)
    check(api.current_playback()["device"]["volume_percent"] == 30, "the volume")
    api.shuffle(True)
    check(api.current_playback()["shuffle_state"] is True, "shuffled")
    api.shuffle(False)
    check(api.current_playback()["shuffle_state"] is False, "and not")
    for mode in ("track", "context", "off"):
        api.repeat(mode)
        check(api.current_playback()["repeat_state"] == mode, f"repeat {mode}")

    other = next(t["uri"] for t in tracks if t["uri"] not in listed and t["is_playable"])
    api.add_to_queue(other)
    queue = api.queue()
    check(queue["currently_playing"]["uri"] == at(), "the queue knows what plays")
    check(queue["queue"][0]["uri"] == other and len(queue["queue"]) <= 20, "and what was added")
    api.next_track()
    check(at() == other, "which comes next")
    api.next_track()
    check(at() == listed[3], "and then the album")

    control("advance", seconds=31)
    api.start_playback(uris=[other], position_ms=5_000)
    state = api.current_playback()
    check(state["context"] is None and state["item"]["uri"] == other, "a single track plays")
    check(5_000 <= state["progress_ms"] < 15_000, "from where it was told")
    recent = api.current_user_recently_played(limit=1)
    check(recent["items"][0]["track"]["uri"] == listed[3], "what was heard is remembered")
    older = api.next(recent)["items"]
    cursor = recent["cursors"]["before"]
    before = api.current_user_recently_played(limit=1, before=cursor)["items"]
    check(older and older == before != recent["items"], "page by page, by cursors that are times")
    check(refused(api.next_track, 403, reason="NO_NEXT_TRACK"), "nothing comes next: 403")

    api.transfer_playback(phone["id"], force_play=False)
    check(api.current_playback()["device"]["id"] == phone["id"], "it moves to another device")
    fixed = lambda: api.volume(10)
    check(refused(fixed, 403, reason="VOLUME_CONTROL_DISALLOW"), "whose volume is its own")
    check(refused(lambda: api.transfer_playback("0" * 40), 404), "an unknown device is a 404")

    control("advance", seconds=1)
    control("spotify", lagMilliseconds=500)
    api.transfer_playback(loud["id"])
    behind = api.current_playback()["device"]["id"]
    control("advance", seconds=1)
    now = api.current_playback()["device"]["id"]
    control("spotify", lagMilliseconds=0)
    check((behind, now) == (phone["id"], loud["id"]), "what is read may lag behind the commands")

    control("spotify", premium="false")
    check(refused(api.pause_playback, 403, reason="PREMIUM_REQUIRED"), "without Premium: 403")
    check(api.current_playback() is not None, "though one may look")
    control("spotify", premium="true", devices="false")
    check(api.devices()["devices"] == [], "all apps closed: no devices")
    check(api.current_playback() is None, "nothing plays")
    check(refused(api.next_track, *idle), "and nothing can")
    control("spotify", devices="true")
