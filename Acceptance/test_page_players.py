"""The services' own players in a page: the page in Chromium, with stubs of the SDKs at the services' addresses.

What this proves: the page, its policy, and the protocol. It can't prove that the real SDKs act like the stubs."""

import json
import time

import pytest
from support.browser import APPEARANCES, chromium
from support.page_server import NEEDS, PageServer
from support.player_page import IGNORED, PlayerPage
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


@pytest.mark.quick
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


@pytest.mark.quick
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
    assert server.wait("failed", limit=20)["code"] == "blocked"


def test_another_kind_begins_when_the_first_one_is_silent(page, server):
    for kind in KINDS:
        load = server.load(kind, item(kind))
        server.playing(load)
        assert server.of("failed") == []
    for kind in KINDS:
        number = server.load(kind, item(kind))
        server.playing(number)
    server.stop()


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
    assert len(server.of("seeked")) == 1


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


@pytest.mark.quick
def test_a_page_says_goodbye_when_it_is_closed(page, server):
    assert len(page.hello["page"]) >= 16 and page.hello["protocol"] == 1
    server.load("html", item("html"))
    server.playing()
    page.page.close()
    server.wait("goodbye", page=page.hello["page"])
    server.wait("closed", page=page.hello["page"])


@pytest.mark.quick
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


def test_a_page_that_hears_nothing_falls_silent_and_connects_again(open_player, server):
    server.grace = 2
    page = open_player()
    server.load("html", item("html"))
    server.playing()
    mark = server.mark()
    server.wait("hello", mark, limit=20)
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


@pytest.mark.quick
def test_a_wrong_credential_is_told_and_not_tried_again(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://{server.host}/#wrong-credential-0123456789012345")
    wait_for("the notice", lambda: "not valid" in (page.locator("#question-title").text_content() or ""))
    page.wait_for_timeout(1500)
    assert len(server.of("closed")) == 1
    assert "wrong" not in page.url
    context.close()


@pytest.mark.quick
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
