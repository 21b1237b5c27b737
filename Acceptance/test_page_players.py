"""The services' own players in a page: the page in Chromium, with stubs of the SDKs at the services' addresses.

What this proves: the page, its policy, and the protocol. It can't prove that the real SDKs act like the stubs."""

import json
import re
import statistics
import threading

import pytest
from support.browser import APPEARANCES, Page, chromium
from support.media import tone
from support.page_server import NEEDS, PageServer
from support.player import Lines
from support.player_page import IGNORED, HostedPage, PlayerPage
from support.processes import wait_for
from support.sdk_stubs import SDKStubs

VIDEO = "aaaaaaaaaaa"
OTHER_VIDEO = "bbbbbbbbbbb"
TRACK = "spotify:track:one"
SONG = "101"
KINDS = ["musickit", "youtube", "spotify", "html"]
ITEMS = {
    "musickit": {"type": "song", "id": SONG},
    "youtube": {"type": "video", "id": VIDEO},
    "spotify": {"type": "track", "uri": TRACK, "id": "one", "duration": 60},
    "html": {"type": "audio", "url": "https://media.example/tone.wav?seconds=60"},
}


def knobs(seconds=60, **more):
    """Faults of the stubs, and what they can play."""
    values = {
        "musickit": {"songs": {SONG: {"seconds": seconds}, "102": {"seconds": seconds}}},
        "youtube": {"videos": {VIDEO: {"seconds": seconds}, OTHER_VIDEO: {"seconds": seconds}}},
        "spotify": {"tracks": {TRACK: {"seconds": seconds}, "spotify:track:two": {"seconds": seconds}}},
    }
    for kind, faults in more.items():
        values[kind].update(faults)
    return values


def item(kind, seconds=60):
    found = dict(ITEMS[kind])
    if kind == "html":
        found["url"] = f"https://media.example/tone.wav?seconds={seconds}"
    if kind == "spotify":
        found["duration"] = seconds
    return found


@pytest.fixture(scope="module")
def stubs(module_processes):
    with SDKStubs(module_processes.folder) as stubs:
        yield stubs


@pytest.fixture(scope="module")
def browser(stubs):
    with chromium(*stubs.chromium_arguments, ignored=IGNORED) as browser:
        yield browser


@pytest.fixture
def server(root, stubs):
    stubs.reset()
    with PageServer(root / "Sources/PlayerKitPagePlayers/Resources/page", stubs) as server:
        yield server


@pytest.fixture(scope="module")
def api(root):
    """The names that the facts or the public type definitions have, by SDK, with their source."""
    return json.loads((root / "Acceptance/page_players/api.json").read_text())


@pytest.fixture
def open_player(browser, server, api):
    """Opens the player page: `open_player("phone", "dark", knobs=knobs())`. `is_clicked`: sound is allowed."""
    pages = []

    def open_player(*appearance, is_clicked=True, **options):
        page = PlayerPage(browser, server, *appearance, **{"knobs": knobs(), **options})
        pages.append(page)
        if is_clicked:
            mark = server.mark()
            page.click_action()
            server.wait("status", mark, activated=True)
        return page

    yield open_player
    for page in pages:
        if not page.is_closed():
            assert page.unknown == []
            assert set(page.offered) <= set(api), "the stubs offer names without a source"
        page.close()


@pytest.fixture
def page(open_player):
    return open_player()


# Every kind.


@pytest.mark.parametrize("kind", KINDS)
def test_an_item_plays_pauses_seeks_and_stops(page, server, kind):
    server.load(kind, item(kind), position=5)
    assert server.wait("ready")["duration"] == pytest.approx(60, abs=1)
    assert server.playing()["position"] == pytest.approx(5, abs=2)
    server.command("pause")
    state = server.wait("state", state="paused")
    assert state["by"] == "command"
    number = server.command("seek", position=30)
    assert server.wait("seeked", re=number)["position"] == pytest.approx(30, abs=2)
    mark = server.mark()
    server.command("play")
    assert server.wait("state", mark, state="playing")["position"] == pytest.approx(30, abs=3)
    number = server.command("measure")
    assert server.wait("position", re=number)["position"] == pytest.approx(30, abs=4)
    server.stop()
    assert server.of("failed") == server.of("ended") == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_natural_end_is_reported_once_and_not_as_a_pause(open_player, server, kind):
    open_player(knobs=knobs(3))
    server.load(kind, item(kind, 3))
    server.wait("ended")
    server.stop()
    assert len(server.of("ended")) == 1
    assert server.of("state", state="paused") == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_item_that_is_to_stay_paused_makes_no_sound(page, server, kind):
    server.load(kind, item(kind), position=7, playing=False)
    server.wait("ready")
    server.wait("state", state="paused")
    # A cued YouTube video begins to play if it is sought.
    number = server.command("seek", position=20)
    server.wait("seeked", re=number)
    page.wait_for_timeout(1500)
    assert server.of("state", state="playing") == []
    server.command("play")
    assert server.playing()["position"] == pytest.approx(20, abs=3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_that_was_never_clicked_waits_for_a_click(open_player, server, kind):
    page = open_player(is_clicked=False)
    server.load(kind, item(kind), position=4)
    server.wait("state", state="needsClick")
    assert server.of("state", state="playing") == []
    page.shows("#action", "Click to play")
    page.click_action()
    assert server.playing()["position"] == pytest.approx(4, abs=2)


@pytest.mark.parametrize("kind", ["musickit", "youtube", "spotify"])
def test_a_blocked_script_fails_the_load_and_the_next_try_works(page, server, stubs, kind):
    host = {"musickit": "js-cdn.music.apple.com", "youtube": "www.youtube.com", "spotify": "sdk.scdn.co"}[kind]
    stubs.blocked.add(host)
    load = server.load(kind, item(kind))
    assert server.wait("failed", load=load)["code"] == "blocked"
    assert {"kind": kind, "state": "blocked", "code": "blocked"} in server.of("adapters")[-1]["adapters"]
    stubs.blocked.clear()
    server.load(kind, item(kind))
    server.playing()


@pytest.mark.parametrize("kind", ["musickit", "youtube", "spotify"])
def test_an_sdk_that_never_calls_back_fails_the_load_in_bounded_time(open_player, server, kind):
    open_player(knobs=knobs(**{kind: {"isSilent": True}}))
    server.load(kind, item(kind))
    assert server.wait("failed")["code"] == "blocked"


def test_another_kind_begins_when_the_first_one_is_silent(page, server):
    for kind in KINDS:
        load = server.load(kind, item(kind))
        server.playing(load)
        assert server.of("failed") == []
    for kind in KINDS:
        number = server.load(kind, item(kind))
        server.playing(number)
    server.stop()


def test_an_sdk_that_answers_late_is_silent_and_the_page_stays(open_player, server):
    """A busy machine delays answers. The page must not take that for an SDK that can't be silenced."""
    open_player(knobs=knobs(spotify={"delay": 700}))
    server.load("spotify", item("spotify"))
    server.playing()
    mark = server.mark()
    load = server.load("html", item("html"))
    server.playing(load)
    server.stop()
    assert server.of("closed", mark) == server.of("failed", mark) == []


def test_a_page_that_stands_still_for_a_while_is_not_loaded_again(page, server):
    server.load("spotify", item("spotify"))
    server.playing()
    # Nothing runs in the page for 5 s, just after the SDK was asked for silence. The SDK itself needs a second more.
    page.run("""(() => {
      const { spotify } = stubs;
      const post = spotify._post;
      let isAsked = false;
      spotify._post = (name, value) => {
        if (name === "state") return void setTimeout(() => post.call(spotify, name, value), 500);
        post.call(spotify, name, value);
        if (name !== "pause" || isAsked) return;
        isAsked = true;
        setTimeout(() => { const end = performance.now() + 5000; while (performance.now() < end); }, 50);
      };
    })()""")
    mark = server.mark()
    server.playing(server.load("html", item("html")))
    assert server.of("closed", mark) == []


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_burst_of_loads_only_the_last_one_plays(page, server, kind):
    server.load(kind, item(kind))
    server.playing()
    mark = server.mark()
    for position in range(0, 50, 5):
        server.load(kind, item(kind), position=position)
    assert server.playing()["position"] == pytest.approx(45, abs=3)
    page.wait_for_timeout(1500)
    assert {one["load"] for one in server.of("state", mark, state="playing")} == {server.loads}
    assert server.of("failed", mark) == server.of("ended", mark) == []


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_burst_of_seeks_only_the_last_one_is_reported(page, server, kind):
    server.load(kind, item(kind))
    server.playing()
    numbers = [server.command("seek", position=position) for position in (10, 20, 30, 40)]
    assert server.wait("seeked", re=numbers[-1])["position"] == pytest.approx(40, abs=2)
    # A seek that is done before the next one comes is reported, too, but each only once and in order.
    reported = [one["re"] for one in server.of("seeked")]
    assert reported == sorted(set(reported))


@pytest.mark.parametrize("kind", KINDS)
def test_a_pause_while_an_item_loads_is_silent_in_the_end(page, server, kind):
    server.load(kind, item(kind))
    server.wait("done", load=server.loads)
    server.command("pause")
    server.wait("ready")
    page.wait_for_timeout(2500)
    states = [one["state"] for one in server.of("state", load=server.loads)]
    assert states[-1] == "paused"
    number = server.command("measure")
    first = server.wait("position", re=number)["position"]
    page.wait_for_timeout(1500)
    assert server.wait("position", re=server.command("measure"))["position"] == first


# The connection.


def test_a_page_says_goodbye_when_it_is_closed(page, server):
    assert len(page.hello["page"]) >= 16 and page.hello["protocol"] == 1
    server.load("html", item("html"))
    server.playing()
    page.page.close()
    server.wait("goodbye", page=page.hello["page"])
    server.wait("closed", page=page.hello["page"])


def test_a_reloaded_page_has_its_session_and_needs_a_click(page, server):
    server.load("html", item("html"))
    server.playing()
    mark = server.mark()
    page.reload()
    hello = server.wait("hello", mark)
    assert hello["session"] == page.hello["session"] and hello["page"] != page.hello["page"]
    assert not hello["activated"]
    server.load("html", item("html"), position=9)
    server.wait("state", mark, state="needsClick")
    page.click_action()
    assert server.playing()["position"] == pytest.approx(9, abs=2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_falls_silent_when_its_connection_ends(page, server, kind):
    server.load(kind, item(kind))
    server.playing()
    mark = server.mark()
    server.page.close(4008)
    server.wait("hello", mark)
    server.load("html", item("html"), playing=False)
    server.wait("ready", mark)
    assert page.run("[...document.querySelectorAll('video,audio')].every((one) => one.paused)")


@pytest.fixture
def is_asleep(server):
    """Until it is set, the server pings its newest page. A page that hears nothing for 4 s falls silent."""
    server.grace = 4
    is_asleep = threading.Event()

    def keep_alive():
        while not is_asleep.wait(0.3):
            if server.connections:
                server.page.send("ping")

    threading.Thread(target=keep_alive, daemon=True).start()
    yield is_asleep
    is_asleep.set()


def test_a_page_that_stands_still_keeps_its_connection(open_player, server, is_asleep):
    """The pings of the time in which nothing ran are read late. They count."""
    page = open_player(is_clicked=False)
    page.click_action()
    server.playing(server.load("html", item("html")))
    mark = server.mark()
    for _ in range(3):
        page.run("(() => { const end = performance.now() + 6000; while (performance.now() < end); })()")
        page.wait_for_timeout(1500)
    assert server.of("closed", mark) == []
    assert not page.run("document.getElementById('media').paused")


def test_a_page_that_hears_nothing_falls_silent_and_connects_again(open_player, server, is_asleep):
    page = open_player(is_clicked=False)
    page.click_action()
    server.load("html", item("html"))
    server.playing()
    is_asleep.set()
    mark = server.mark()
    server.wait("hello", mark)
    assert page.run("document.getElementById('media').paused")


def test_a_ping_is_answered_at_once(page, server):
    number = server.page.send("ping")
    assert server.wait("pong", re=number)["page"] == page.hello["page"]


def test_another_run_of_the_server_makes_the_page_forget(page, server):
    server.load("html", item("html"))
    server.playing()
    mark = server.mark()
    server.id = "run-2"
    server.page.close(1001)
    assert server.wait("hello", mark)["server"] == "run-1"
    page.shows("#question-title", "Nothing is playing in this page")
    assert page.run("document.getElementById('media').paused")


def test_a_message_with_an_old_number_or_for_another_page_changes_nothing(page, server):
    server.load("html", item("html"))
    server.playing()
    mark = server.mark()
    connection = server.page
    number, connection.sent = connection.sent, 0
    server.command("pause")
    connection.sent = number
    page_id, connection.page = connection.page, "0" * 32
    server.command("pause")
    connection.page = page_id
    server.wait("position", mark, re=server.command("measure"))
    assert server.of("state", mark) == server.of("done", mark) == []


def test_an_unknown_message_and_what_is_no_message_change_nothing(page, server):
    server.page.send("newWord")
    server.page.frame(0x81, b"{")
    server.page.frame(0x81, b"null")
    assert server.wait("pong", re=server.page.send("ping"))


def test_a_wrong_credential_is_told_and_not_tried_again(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://{server.host}/#wrong-credential-0123456789012345")
    wait_for("the notice", lambda: "not valid" in (page.locator("#question-title").text_content() or ""))
    page.wait_for_timeout(1500)
    assert len(server.of("closed")) == 1
    assert "wrong" not in page.url
    context.close()


def test_a_second_page_can_take_over(page, server, browser):
    second = page.context.new_page()
    mark = server.mark()
    second.goto(server.link)
    server.wait("hello", mark)
    wait_for("standby", lambda: second.locator("#question-title").text_content() == "Playing in another page")
    second.get_by_role("button", name="Play here").click()
    assert server.wait("takeOver", mark)["page"] != page.hello["page"]
    server.page.send("role", role="player")
    wait_for("the player", lambda: second.locator("#question-title").text_content() != "Playing in another page")
    second.close()


def test_a_page_that_was_replaced_does_not_fight(page, server):
    mark = server.mark()
    server.page.close(4003)
    page.shows("#question-title", "Playing in another page")
    page.wait_for_timeout(2000)
    assert server.of("hello", mark) == []
    page.click_action()
    assert server.wait("hello", mark)["session"] != page.hello["session"]


# The user's own controls.


def test_what_somebody_does_at_the_browsers_controls_is_reported(page, server):
    server.load("html", item("html"))
    server.playing()
    media = "document.getElementById('media')"
    page.run(f"{media}.pause()")
    assert server.wait("state", state="paused")["by"] == "user"
    page.run(f"{media}.play()")
    assert server.wait("state", state="playing", by="user")
    page.run(f"{media}.currentTime = 40")
    assert server.wait("user", action="seek")["position"] == pytest.approx(40, abs=1)
    page.run(f"{media}.volume = 0.25")
    assert server.wait("user", action="volume")["volume"] == 0.25
    page.run(f"{media}.muted = true")
    assert server.wait("user", action="mute")["muted"] is True


def test_what_somebody_does_in_the_frame_of_youtube_is_reported(page, server):
    server.load("youtube", item("youtube"))
    server.playing()
    frame = page.frame_of("www.youtube.com")
    frame.get_by_role("button").click()
    assert server.wait("state", state="paused")["by"] == "user"
    mark = server.mark()
    frame.get_by_role("button").click()
    assert server.wait("state", mark, state="playing")["by"] == "user"
    page.wait_for_timeout(1600)
    frame.evaluate("methods.setVolume(30)")
    assert server.wait("user", action="volume")["volume"] == 0.3
    frame.evaluate("methods.seekTo(40)")
    assert server.wait("user", action="seek")["position"] == pytest.approx(40, abs=2)


def test_another_page_of_the_origin_that_plays_apple_music_pauses_this_one(page, server):
    server.load("musickit", item("musickit"))
    server.playing()
    other = page.context.new_page()
    other.goto(server.link)
    other.evaluate("localStorage.setItem('mk-player-tsid', 'another')")
    assert server.wait("state", page=page.hello["page"], state="paused")["by"] == "user"
    other.close()


def test_a_button_of_the_page_pauses_and_plays(page, server):
    server.load("html", item("html"))
    server.playing()
    page.click("#toggle")
    assert server.wait("state", state="paused")["by"] == "user"
    page.has("#toggle", "aria-label", "Play")
    page.keyboard.press("k")
    assert server.wait("state", state="playing", by="user")


@pytest.mark.parametrize("kind", KINDS)
def test_a_volume_is_what_is_heard(page, server, kind):
    server.load(kind, item(kind), volume=0)
    server.playing()
    volume = {
        "musickit": "stubs.musickit._element.volume",
        "youtube": "(stubs.youtube._info.muted ? 0 : stubs.youtube._info.volume / 100)",
        "spotify": "stubs.spotify.getVolume()",
        "html": "(document.getElementById('media').muted ? 0 : document.getElementById('media').volume)",
    }[kind]
    for value, muted, heard in [(0, False, 0), (0.5, True, 0), (0.5, False, 0.5)]:
        number = server.command("volume", volume=value, muted=muted)
        server.wait("done", re=number, ok=True)
        wait_for("the volume", lambda heard=heard: page.run(volume) == pytest.approx(heard, abs=0.01), 10)
    assert server.of("user") == []


# Apple Music.


def test_a_preview_is_not_sold_as_the_track(open_player, server):
    page = open_player(knobs=knobs(musickit={"isSubscriber": False}))
    server.load("musickit", item("musickit"))
    assert server.wait("failed")["code"] == "preview"
    assert server.of("state", state="playing") == server.of("ready") == []
    wait_for("silence", lambda: page.run("stubs.musickit._element.paused"))


def test_a_preview_for_want_of_drm_is_told_apart(open_player, server):
    open_player(knobs=knobs(musickit={"hasDRM": False}))
    server.load("musickit", item("musickit"))
    assert server.wait("failed")["code"] == "noDRM"


@pytest.mark.parametrize("kind", ["musickit", "spotify"])
def test_a_browser_without_drm_is_told_before_anything_is_loaded(open_player, server, stubs, kind):
    page = open_player(has_drm=False)
    assert page.hello["drm"] is False
    server.load(kind, item(kind))
    assert server.wait("failed")["code"] == "noDRM"
    assert {host for host, _ in stubs.requests} <= {"artwork.example"}


def test_without_a_sign_in_an_apple_track_fails(page, server):
    server.tokens["appleUser"] = None
    server.load("musickit", item("musickit"))
    assert server.wait("failed")["code"] == "needsSignIn"
    assert server.of("adapters")[-1]["adapters"][1]["state"] == "needsSignIn"


@pytest.mark.parametrize(("fault", "code"), [
    ({"error": "CONTENT_UNAVAILABLE"}, "notFound"), ({"error": "SUBSCRIPTION_ERROR"}, "noSubscription"),
    ({"reports": "DEVICE_LIMIT"}, "anotherDevice"), ({"reports": "MEDIA_LICENSE"}, "noDRM"),
    ({"reports": "TOKEN_EXPIRED"}, "unauthorized"),
])
@pytest.mark.parametrize("shape", ["errorCode", "name"])
def test_errors_of_musickit_have_their_code(open_player, server, fault, code, shape):
    faults = knobs(musickit={"codes": shape})
    faults["musickit"]["songs"][SONG].update(fault)
    open_player(knobs=faults)
    server.load("musickit", item("musickit"))
    assert server.wait("failed")["code"] == code


def test_an_unknown_song_is_not_found(page, server):
    server.load("musickit", {"type": "song", "id": "unknown"})
    assert server.wait("failed")["code"] == "notFound"


@pytest.mark.parametrize("name", ["configure", "setQueue", "play"])
def test_a_promise_of_musickit_that_never_settles_ends_in_a_failure(open_player, server, name):
    open_player(knobs=knobs(musickit={"stalls": [name]}))
    server.load("musickit", item("musickit"))
    assert server.wait("failed")["code"] == "timeout"


def test_a_page_that_can_not_be_silenced_is_loaded_again(open_player, server):
    open_player(knobs=knobs(musickit={"stalls": ["stop"]}))
    server.load("musickit", item("musickit"))
    server.playing()
    mark = server.mark()
    server.command("stop")
    server.wait("closed", mark)
    server.wait("hello", mark)


def test_an_autoplay_that_is_refused_without_a_word_needs_a_click(open_player, server):
    page = open_player(is_clicked=False, knobs=knobs(musickit={"swallowsAutoplay": True}))
    server.load("musickit", item("musickit"))
    server.wait("state", state="needsClick")
    page.click_action()
    server.playing()


@pytest.mark.parametrize(("way", "code"), [("decline", "declined"), ("close", "closed"), ("never", "")])
def test_a_sign_in_that_fails_is_told_and_can_be_tried_again(open_player, server, way, code):
    page = open_player(knobs=knobs(musickit={"authorize": way}))
    server.tokens["appleUser"] = None
    server.page.send("signIn", kind="apple")
    page.shows("#action", "Sign in to Apple Music")
    wait_for("MusicKit", lambda: page.locator("#action").is_enabled())
    page.click_action()
    if code:
        assert server.wait("signInFailed")["code"] == code
        page.run("stubs.knobs.musickit.authorize = 'token'")
        page.click_action()
        assert server.wait("signedIn")["token"] == "a-user-token"
    else:
        page.wait_for_timeout(1000)
        assert server.of("signedIn") == server.of("signInFailed") == []


def test_a_window_of_apple_signs_in(open_player, server):
    page = open_player(knobs=knobs(musickit={"authorize": "window"}))
    server.tokens["appleUser"] = None
    server.page.send("signIn", kind="apple")
    page.shows("#action", "Sign in to Apple Music")
    wait_for("MusicKit", lambda: page.locator("#action").is_enabled())
    with page.context.expect_page() as window:
        page.click_action()
    window.value.get_by_role("button").click()
    answer = server.wait("signedIn")
    assert answer["token"] == "token-of-the-window" and answer["storefront"] == "us"
    server.load("musickit", item("musickit"))
    server.playing()


def test_a_window_of_apple_that_the_user_closes_is_told(open_player, server):
    page = open_player(knobs=knobs(musickit={"authorize": "window"}))
    server.tokens["appleUser"] = None
    server.page.send("signIn", kind="apple")
    wait_for("MusicKit", lambda: page.locator("#action").is_enabled())
    with page.context.expect_page() as window:
        page.click_action()
    window.value.close()
    assert server.wait("signInFailed")["code"] == "closed"


def test_a_window_of_apple_that_the_browser_blocks_is_told(open_player, server):
    page = open_player(is_clicked=False, knobs=knobs(musickit={"authorize": "window"}))
    server.tokens["appleUser"] = None
    server.page.send("signIn", kind="apple")
    wait_for("MusicKit", lambda: page.locator("#action").is_enabled())
    # A click of a script is no click of the user.
    page.run("document.getElementById('action').click()")
    assert server.wait("signInFailed")["code"] == "blocked"


# YouTube.


@pytest.mark.parametrize(("number", "code"), [(100, "notFound"), (101, "forbidden"), (150, "forbidden"), (5, "unsupported")])
def test_a_video_that_may_not_play_fails_with_its_code(open_player, server, number, code):
    faults = knobs()
    faults["youtube"]["videos"][VIDEO]["error"] = number
    open_player(knobs=faults)
    server.load("youtube", item("youtube"))
    failure = server.wait("failed")
    assert (failure["code"], failure["vendor"]) == (code, str(number))
    load = server.load("youtube", {"type": "video", "id": OTHER_VIDEO})
    server.playing(load)
    assert server.of("ended") == []


def test_a_bad_id_of_a_video_fails(page, server):
    server.load("youtube", {"type": "video", "id": "../evil"})
    assert server.wait("failed")["code"] == "invalid"


def test_youtube_learns_the_origin_of_the_page(page, server):
    """Without a `Referer` the stub fails with error 153, as the original does."""
    server.load("youtube", item("youtube"))
    server.playing()
    assert page.frame_of("www.youtube.com").evaluate("parentOrigin") == f"http://{server.host}"


def test_an_advertisement_is_no_failure_and_no_end(open_player, server):
    faults = knobs()
    faults["youtube"]["videos"][VIDEO]["ad"] = 3
    open_player(knobs=faults)
    server.load("youtube", item("youtube"), position=10)
    server.wait("state", state="ad")
    assert server.playing()["position"] == pytest.approx(10, abs=2)
    assert server.of("failed") == server.of("ended") == server.of("user") == []


def test_a_live_video_has_no_duration_and_is_not_seekable(open_player, server):
    faults = knobs()
    faults["youtube"]["videos"][VIDEO]["isLive"] = True
    open_player(knobs=faults)
    server.load("youtube", item("youtube"))
    ready = server.wait("ready")
    assert (ready["duration"], ready["seekable"]) == (None, False)


def test_an_end_that_is_told_twice_counts_once_and_not_for_the_next_video(open_player, server):
    faults = knobs()
    faults["youtube"]["videos"][VIDEO].update(seconds=2, endsTwice=True)
    page = open_player(knobs=faults)
    server.load("youtube", item("youtube"))
    server.wait("ended")
    load = server.load("youtube", {"type": "video", "id": OTHER_VIDEO})
    server.playing(load)
    # An end and an error of the first video come late.
    page.run("""(() => {
      const { _info: info, _events: events, outer: target } = stubs.youtube;
      const id = info.video;
      info.video = "aaaaaaaaaaa";
      events.onStateChange({ target, data: 0 });
      events.onError({ target, data: 150 });
      info.video = id;
    })()""")
    page.wait_for_timeout(500)
    assert len(server.of("ended")) == 1 and server.of("failed") == []


def test_an_autoplay_that_youtube_refuses_without_a_word_needs_a_click(open_player, server):
    page = open_player(is_clicked=False, knobs=knobs(youtube={"blocksAutoplaySilently": True}))
    server.load("youtube", item("youtube"))
    server.wait("state", state="needsClick")
    page.click_action()
    server.playing()


def test_a_player_of_youtube_that_never_gets_ready_is_made_again(open_player, server):
    page = open_player(knobs=knobs(youtube={"neverReady": True}))
    server.load("youtube", item("youtube"))
    assert server.wait("failed")["code"] == "blocked"
    page.run("stubs.knobs.youtube.neverReady = false")
    server.load("youtube", item("youtube"))
    server.playing()


def test_youtube_pauses_in_a_page_that_nobody_sees(page, server):
    server.load("youtube", item("youtube"))
    server.playing()
    page.hide()
    assert server.wait("status", visible=False)
    assert server.wait("state", state="paused")["by"] == "hidden"
    mark = server.mark()
    page.hide(False)
    server.wait("state", mark, state="playing")


# Spotify.


@pytest.mark.parametrize("way", ["stopped", "32 ms"])
def test_both_ends_of_spotify_are_ends(open_player, server, way):
    open_player(knobs=knobs(3, spotify={"end": way}))
    server.load("spotify", item("spotify", 3))
    server.wait("ended")
    assert server.of("state", state="paused") == server.of("takenOver") == []


def test_another_device_that_takes_over_ends_the_load(page, server):
    server.load("spotify", item("spotify"))
    server.playing()
    page.run("stubs.spotify._post('takeOver')")
    server.wait("takenOver")
    assert server.of("failed") == server.of("ended") == []


def test_a_token_that_expires_in_mid_track_is_asked_once_and_the_music_goes_on(page, server):
    server.load("spotify", item("spotify"))
    server.playing()
    mark = server.mark()
    page.run("stubs.spotify._post('expire')")
    server.wait("token", mark, kind="spotify")
    page.wait_for_timeout(1500)
    assert len(server.of("token", mark)) == 1
    assert server.of("failed") == server.of("state", mark) == []


def test_a_refused_sign_in_of_spotify_is_told_once(page, server):
    server.load("spotify", item("spotify"))
    server.playing()
    server.tokens["spotify"] = None
    for _ in range(3):
        page.run("stubs.spotify._post('expire')")
    assert server.wait("failed")["code"] == "needsSignIn"
    page.wait_for_timeout(500)
    assert len(server.of("failed")) == 1


@pytest.mark.parametrize(("faults", "code"), [({"isPremium": False}, "noSubscription"), ({"hasDRM": False}, "noDRM")])
def test_an_account_or_browser_that_spotify_refuses_is_told(open_player, server, faults, code):
    open_player(knobs=knobs(spotify=faults))
    server.load("spotify", item("spotify"))
    assert server.wait("failed")["code"] == code


def test_a_device_of_spotify_that_went_stale_is_made_again_once(page, server):
    server.load("spotify", item("spotify"))
    server.playing()
    server.stop()
    server.answers_start = False
    mark = server.mark()
    server.load("spotify", item("spotify"))
    first = server.wait("start", mark)
    server.page.send("started", server.loads, re=first["seq"], ok=False, code="network")
    second = server.wait("start", server.messages.index(first) + 1)
    server.page.send("started", server.loads, re=second["seq"], ok=False, code="network")
    assert server.wait("failed", mark)["code"] == "network"


def test_a_relinked_track_is_the_track(open_player, server):
    faults = knobs()
    faults["spotify"]["tracks"][TRACK]["linkedTo"] = "spotify:track:elsewhere"
    open_player(knobs=faults)
    server.load("spotify", item("spotify"))
    server.playing()


# The policy.


def test_the_policy_allows_nothing_but_what_the_sdks_need(page):
    results = page.run("""(async () => {
      const outcome = (make) => new Promise((resolve) => {
        const element = make();
        element.onload = () => resolve("allowed");
        element.onerror = () => resolve("blocked");
        document.addEventListener("securitypolicyviolation", () => resolve("blocked"), { once: true });
        document.body.append(element);
      });
      const element = (tag, fields) => () => Object.assign(document.createElement(tag), fields);
      const results = {};
      results.script = await outcome(element("script", { src: "https://evil.example/tone.wav?seconds=1" }));
      results.inline = await outcome(element("script", { textContent: "window.harmed = 1" }));
      results.frame = await outcome(element("iframe", { src: "https://evil.example/embed/x" }));
      results.object = await outcome(element("object", { data: "https://evil.example/x.svg" }));
      results.style = await outcome(element("link", { rel: "stylesheet", href: "https://evil.example/x.css" }));
      results.request = await fetch("https://evil.example/x.svg").then(() => "allowed", () => "blocked");
      results.socket = await new Promise((resolve) => {
        try {
          const socket = new WebSocket("wss://evil.example/");
          document.addEventListener("securitypolicyviolation", () => resolve("blocked"), { once: true });
          socket.onerror = () => setTimeout(() => resolve("failed"), 100);
        } catch { resolve("blocked"); }
      });
      results.code = (() => { try { return new Function("return 'allowed'")(); } catch { return "blocked"; } })();
      results.allowed = await fetch("https://api.music.apple.com/x.svg").then(() => "allowed", () => "blocked");
      return results;
    })()""")
    assert results.pop("allowed") == "allowed"
    assert set(results.values()) == {"blocked"}, results


@pytest.mark.parametrize("kind", ["musickit", "youtube", "spotify"])
def test_the_policy_of_a_page_without_an_sdk_blocks_that_sdk(server, browser, kind):
    server.kinds = [one for one in NEEDS if one != kind]
    page = PlayerPage(browser, server, knobs=knobs())
    address = {
        "musickit": "https://js-cdn.music.apple.com/musickit/v3/musickit.js",
        "youtube": "https://www.youtube.com/iframe_api", "spotify": "https://sdk.scdn.co/spotify-player.js",
    }[kind]
    assert page.run(f"""new Promise((resolve) => {{
      const script = Object.assign(document.createElement("script"), {{ src: "{address}" }});
      script.onerror = () => resolve("blocked");
      script.onload = () => resolve("allowed");
      document.head.append(script);
    }})""") == "blocked"
    load = server.load(kind, item(kind))
    assert server.wait("done", load=load)["ok"] is False
    page.close()


# The view.


def covers(page):
    """The elements that lie over the frame of YouTube, at a grid of points."""
    return page.run("""(() => {
      const frame = document.querySelector("#youtube iframe, iframe#youtube, #stage iframe");
      const box = frame.getBoundingClientRect();
      const found = new Set();
      for (let x = 1; x < 20; x++) for (let y = 1; y < 20; y++) {
        const hit = document.elementFromPoint(box.x + box.width * x / 20, box.y + box.height * y / 20);
        if (hit !== frame) found.add(hit?.id || hit?.tagName || "outside of the window");
      }
      return [...found];
    })()""")


@pytest.mark.parametrize(("screen", "scheme"), APPEARANCES)
def test_youtube_keeps_its_size_and_is_never_covered(open_player, server, screen, scheme):
    page = open_player(screen, scheme)
    server.load("youtube", item("youtube"))
    server.playing()
    for mode in ["bar", "full", "bar"]:
        server.page.send("view", mode=mode)
        page.wait_for_timeout(400)
        box = page.locator("#stage iframe").bounding_box()
        assert box["width"] >= 200 and box["height"] >= 200, (mode, box)
        assert covers(page) == [], mode
    server.command("pause")
    server.wait("state", state="paused")
    assert covers(page) == []


def test_the_bar_opens_to_a_full_view_by_mouse_keyboard_and_server(page, server):
    server.load("html", item("html"))
    server.playing()
    page.click("#expand")
    page.has("body", "data-mode", "full")
    page.has("#expand", "aria-expanded", "true")
    page.keyboard.press("Escape")
    page.has("body", "data-mode", "bar")
    page.locator("#expand").focus()
    page.keyboard.press("Enter")
    page.has("body", "data-mode", "full")
    page.focuses("#expand")
    page.keyboard.press("f")
    page.has("body", "data-mode", "bar")
    server.page.send("view", mode="full")
    page.has("body", "data-mode", "full")


def test_a_finger_opens_and_closes_the_full_view(open_player, server):
    page = open_player("phone")
    server.load("html", item("html"))
    server.playing()
    session = page.session

    def move(by):
        box = page.locator("#title").bounding_box()
        x, y = box["x"] + 20, box["y"] + box["height"] / 2
        for kind, points in [("touchStart", [(x, y)]), ("touchMove", [(x, y + by / 2)]), ("touchMove", [(x, y + by)]), ("touchEnd", [])]:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    move(-150)
    page.has("body", "data-mode", "full")
    move(70)
    page.has("body", "data-mode", "bar")


def test_reduced_motion_has_no_transition(page, server):
    server.load("html", item("html"))
    server.playing()
    duration = "getComputedStyle(document.getElementById('stage')).transitionDuration"
    assert page.run(duration) != "0s"
    page.emulate_media(reduced_motion="reduce")
    assert page.run(duration) == "0s"


def test_a_title_of_markup_is_text(page, server):
    server.load("html", item("html"), title="<img src=x onerror='window.harmed = 1'>", artwork="javascript:alert(1)")
    server.playing()
    page.shows("#title", "<img src=x onerror='window.harmed = 1'>")
    assert page.run("window.harmed") is None
    assert page.locator("#artwork").get_attribute("src") is None


@pytest.mark.parametrize("language", ["de", "fr", "es", "ja"])
def test_the_page_speaks_the_language_of_the_browser_until_another_is_chosen(open_player, server, root, language):
    folder = root / "Sources/PlayerKitPagePlayers/Resources/page"
    texts = json.loads((folder / f"{language}.json").read_text())
    page = open_player(is_clicked=False, language=language)
    page.shows("#question-title", texts["nothing"])
    page.shows("#action", texts["enable"])
    page.has("html", "lang", language)
    page.locator("#language").select_option("en")
    page.shows("#question-title", "Nothing is playing in this page")
    page.reload()
    page.shows("#question-title", "Nothing is playing in this page")
    page.has("html", "lang", "en")


@pytest.mark.parametrize(("screen", "scheme"), APPEARANCES)
def test_axe_finds_nothing(open_player, server, screen, scheme):
    page = open_player(screen, scheme, is_clicked=False)
    server.load("html", item("html"), title="Morning Light", artist="The Examples")
    server.wait("state", state="needsClick")
    # What axe runs counts as a click in the page.
    found = {"click": page.violations()}
    page.click_action()
    server.playing()
    for mode in ["bar", "full"]:
        server.page.send("view", mode=mode)
        page.has("body", "data-mode", mode)
        found[mode] = page.violations()
    server.page.send("role", role="standby")
    page.shows("#action", "Play here")
    found["standby"] = page.violations()
    assert found == {name: [] for name in found}


def test_each_name_of_the_stubs_has_a_source(open_player, server, api):
    """`open_player` checks after each test that adapters use no other names than those that the stubs offer."""
    page = open_player()
    for kind in KINDS:
        server.load(kind, item(kind))
        server.playing()
    server.stop()
    offered = set(page.offered)
    assert offered <= set(api)
    assert len(offered) > 80
    assert all(source.startswith("facts") for source in api.values())


# The made-up service of the guide.


def test_the_adapter_of_the_guide_plays_a_made_up_sdk(open_player, server, root):
    """Puts the adapter of "Adding a service" into the page as the guide says."""
    guide = (root / "Documentation/Guides/AddingAService.md").read_text()
    app = (server.folder / "app.js").read_text()
    server.texts["/tonewheel.js"] = re.search(r"```js\n(.*?)```", guide, re.DOTALL)[1]
    server.texts["/app.js"] = 'import { TonewheelAdapter } from "./tonewheel.js";\n' + app.replace(
        "const view =", "player.add(new TonewheelAdapter(player));\nconst view =",
    )
    server.config["tonewheel"] = "https://sdk.tonewheel.example/player.js"
    server.kinds.append("tonewheel")
    server.needs["tonewheel"] = {"script-src": ["https://sdk.tonewheel.example"]}
    page = open_player(is_clicked=False)
    server.load("tonewheel", {"type": "track", "id": "drone-60"}, position=5)
    server.wait("state", state="needsClick")
    page.click_action()
    assert server.playing()["position"] == pytest.approx(5, abs=2)
    assert server.wait("ready")["duration"] == pytest.approx(60, abs=1)
    server.command("pause")
    assert server.wait("state", state="paused")["by"] == "command"
    number = server.command("seek", position=30)
    assert server.wait("seeked", re=number)["position"] == pytest.approx(30, abs=2)
    mark = server.mark()
    server.command("play")
    assert server.wait("state", mark, state="playing")["position"] == pytest.approx(30, abs=3)
    # Another kind, and back, for a track that ends.
    server.playing(server.load("html", item("html")))
    server.playing(server.load("tonewheel", {"type": "track", "id": "bell-2"}))
    server.wait("ended")
    load = server.load("tonewheel", {"type": "track", "id": "??"})
    assert server.wait("failed", load=load)["code"] == "notFound"
    server.stop()
    assert len(server.of("ended")) == 1 and len(server.of("failed")) == 1


# `playerkit` itself.


@pytest.fixture
def open_hosted(browser, stubs):
    """Opens a page that `playerkit` serves, by its link. `is_clicked`: sound is allowed."""
    stubs.reset()
    pages = []

    def open_hosted(link, is_clicked=True, **options):
        page = HostedPage(browser, link, **{"knobs": knobs(600), **options})
        pages.append(page)
        if is_clicked:
            page.shows("#action", "Turn on sound")
            page.click_action()
        return page

    yield open_hosted
    for page in pages:
        page.close()


def test_the_web_player_asks_for_the_click_that_a_page_waits_for(serve, browser, open_hosted):
    player = serve("--web", "127.0.0.1:0", "--mpd", "127.0.0.1:0", "--page", "--output", "null", f"youtube:{VIDEO}")
    page = open_hosted(player.addresses["page"][0], is_clicked=False)
    remote = Page(browser, player.addresses["web"][0]).is_connected()
    # Without a page the track has failed. A remote control plays it again.
    remote.shows("#status", "No player page is open. Open its link in a browser.")
    remote.click("#toggle")
    remote.shows("#status", "Click in the player page to play")
    remote.announces("Click in the player page to play")
    page.shows("#action", "Click to play")
    assert remote.violations() == []
    page.click_action()
    wait_for("the sound", lambda: remote.text("#status") == "" and remote.seconds > 0)
    remote.close()


def test_hand_over_to_a_page_and_back(processes, play, scratch, open_hosted, table):
    """Measures the time from a skip to the report that the next track plays. The goal is 300 ms at the median."""
    for name in ["a.wav", "b.wav"]:
        tone(scratch / name, 600)
    player = play(
        "--page", "--output", "null", "--repeat", "all", "--position-interval", "60",
        str(scratch / "a.wav"), f"youtube:{VIDEO}", str(scratch / "b.wav"), f"youtube:{OTHER_VIDEO}",
        BROWSER="/bin/true",
    )
    link = player.wait_until("the link", lambda: next((one["page"][0] for one in player.events if "page" in one), None))
    open_hosted(link)
    player.wait("state", state="play")
    times = {"to the page": [], "from the page": []}
    # The first round loads the script.
    for number in range(22):
        mark = player.mark()
        moment = player.command("next")
        heard = player.wait("state", mark, state="play").moment
        is_page = number % 2 == 0
        assert player.of("track", mark)[-1]["playerType"] == ("youTubePage" if is_page else "url")
        if number > 1:
            times["to the page" if is_page else "from the page"].append(heard - moment)
        assert player.of("error") == []
    for way, seconds in times.items():
        table(
            "Hand-over of a queue, in ms", way=way, median=round(statistics.median(seconds) * 1000),
            worst=round(max(seconds) * 1000), skips=len(seconds),
        )
    assert player.quit() == 0


def test_a_sign_in_to_apple_music_keeps_the_token(processes, playerkit, simulator, open_hosted):
    """The command line, its page, and MusicKit's answer to a click."""
    token = simulator.bases["developerToken"]
    login = Lines(
        processes, playerkit, "login", "apple", "--show-urls", environment={"APPLE_MUSIC_DEVELOPER_TOKEN": token},
    )
    shown = wait_for("the link", lambda: [
        line.split(" open ")[1] for _, text in processes.last_words() for line in text.splitlines() if " open " in line
    ])
    page = open_hosted(shown[0].strip(), is_clicked=False)
    page.shows("#action", "Sign in to Apple Music")
    wait_for("MusicKit", lambda: page.locator("#action").is_enabled())
    page.click_action()
    assert login.finish() == 0
    file = processes.folder / "home/state/playerkit/apple-tokens.json"
    assert json.loads(file.read_text()) == {"token": "a-user-token", "storefront": "us"}
    assert file.stat().st_mode & 0o777 == 0o600
