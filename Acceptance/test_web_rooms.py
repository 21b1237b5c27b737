"""The rooms of a real Snapcast in the page of the web player."""

import json
import re
import socket

import pytest
from playwright.sync_api import expect
from support.browser import APPEARANCES
from support.processes import LIMIT, wait_for
from support.snapcast import Snapcast
from support.web import WebPlayer, tone

NAMES = {"a": "Kitchen", "b": "Living room"}
MARKUP = "<img src=x onerror=alert(1)>"


def start_rooms(snapcast):
    for room in NAMES:
        snapcast.start_room(room, "--player", "file:filename=/dev/null")
    snapcast.wait_for_rooms()


@pytest.fixture
def snapcast(processes, scratch):
    """Two rooms without an output."""
    snapcast = Snapcast(processes, scratch, buffer=2_000)
    start_rooms(snapcast)
    for room, name in NAMES.items():
        snapcast.ask("Client.SetName", id=room, name=name)
    return snapcast


@pytest.fixture
def player(serve, scratch, snapcast):
    return WebPlayer(serve, [tone(scratch / "tone.wav")], "--output", f"snapcast:127.0.0.1:{snapcast.control_port}")


@pytest.fixture
def page(player, open_page):
    page = open_page(player.link)
    page.click("#tab-rooms")
    page.shows("#rooms-count", "2 rooms")
    return page


def key(name):
    return f"#rooms [data-key='{name}']"


def percent(room):
    return key(f"room {room}") + " .percent"


def volume(snapcast, room):
    volume = snapcast.volumes()[room]
    return volume["percent"], volume["muted"]


def wait_for_volume(snapcast, room, percent, is_muted):
    wait_for(f"{room} at {percent}", lambda: volume(snapcast, room) == (percent, is_muted))


def volume_changes(snapcast, room):
    """The volumes that a room gets from now on, as pairs of percent and mute."""
    messages = map(json.loads, socket.create_connection(("127.0.0.1", snapcast.control_port), LIMIT).makefile())
    changes = (message["params"] for message in messages if message.get("method") == "Client.OnVolumeChanged")
    return ((one["volume"]["percent"], one["volume"]["muted"]) for one in changes if one["id"] == room)


@pytest.mark.quick
def test_the_keyboard_changes_volumes_and_mutes(page, snapcast):
    page.locator(key("volume a")).focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    wait_for_volume(snapcast, "a", 90, False)
    page.shows(percent("a"), "90%")
    page.shows(percent("b"), "100%")
    page.locator(key("mute a")).focus()
    page.keyboard.press("Enter")
    page.announces("Kitchen is muted")
    wait_for_volume(snapcast, "a", 90, True)
    page.has(key("mute a"), "aria-pressed", "true")
    page.keyboard.press("Enter")
    wait_for_volume(snapcast, "a", 90, False)


@pytest.mark.quick
def test_volumes_that_other_programs_set_are_shown(page, snapcast):
    snapcast.ask("Client.SetVolume", id="b", volume={"percent": 30, "muted": True})
    page.shows(percent("b"), "30%")
    page.has(key("mute b"), "aria-pressed", "true")


def put_together(page, snapcast):
    """Puts both rooms into one group."""
    snapcast.ask("Group.SetClients", id=snapcast.groups()[0]["id"], clients=["a", "b"])
    page.shows("#rooms h3", "Playing together")


@pytest.mark.quick
def test_a_group_is_muted(page, snapcast):
    put_together(page, snapcast)
    button = page.locator("#rooms .group-head button")
    for is_muted in [True, False]:
        button.click()
        wait_for("the mute", lambda: snapcast.groups()[0]["muted"] == is_muted)
    # A room alone has one mute, unless its group is muted.
    page.click(key("more b"))
    page.select_option("#room-group", "")
    page.click("#room-dialog .filled")
    expect(page.locator("#rooms .group-head button:visible")).to_have_count(0, timeout=LIMIT * 1000)
    expect(page.locator("#rooms .group")).to_have_count(2, timeout=LIMIT * 1000)
    snapcast.ask("Group.SetMute", id=snapcast.groups()[0]["id"], mute=True)
    expect(page.locator("#rooms .group-head button:visible")).to_have_count(1, timeout=LIMIT * 1000)


@pytest.mark.quick
def test_a_group_has_a_volume_that_keeps_the_relation_of_its_rooms(page, snapcast):
    snapcast.ask("Client.SetVolume", id="a", volume={"percent": 80, "muted": False})
    snapcast.ask("Client.SetVolume", id="b", volume={"percent": 40, "muted": False})
    put_together(page, snapcast)
    page.shows("#rooms .group-head .percent", "60%")
    slider = page.locator("#rooms .group-head .slider")
    slider.fill("30")
    wait_for_volume(snapcast, "a", 40, False)
    wait_for_volume(snapcast, "b", 20, False)
    page.shows("#rooms .group-head .percent", "30%")
    slider.fill("100")
    wait_for_volume(snapcast, "a", 100, False)
    wait_for_volume(snapcast, "b", 100, False)


@pytest.mark.quick
def test_a_mute_while_a_pause_silences_the_rooms_keeps_the_volume(page, snapcast):
    """The player sets the rooms to 0 for a moment, so that buffered sound is not heard."""
    snapcast.ask("Client.SetVolume", id="b", volume={"percent": 30, "muted": False})
    page.shows(percent("b"), "30%")
    wait_for("sound", lambda: page.seconds > 0)
    page.evaluate("""() => {
      window.percents = [];
      const note = () => window.percents.push(document.querySelector("[data-key='room b'] .percent")?.textContent);
      new MutationObserver(note).observe(document.querySelector("#rooms"),
        { subtree: true, childList: true, characterData: true, attributes: true });
    }""")
    changes = volume_changes(snapcast, "b")
    page.click("#toggle")
    assert next(changes) == (0, False)
    page.click(key("mute b"))
    assert (30, True) in changes
    page.has(key("mute b"), "aria-pressed", "true")
    page.click(key("mute b"))
    assert next(changes) == (30, False)
    page.has(key("mute b"), "aria-pressed", "false")
    assert set(page.evaluate("() => window.percents")) == {"30%"}


@pytest.mark.quick
def test_name_latency_and_group_are_changed_by_keyboard_and_a_name_of_markup_is_text(page, snapcast):
    page.locator(key("more b")).focus()
    page.keyboard.press("Enter")
    page.fill("#room-name", MARKUP)
    page.fill("#room-latency", "35")
    page.locator("#room-group").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#room-name").focus()
    page.keyboard.press("Enter")
    wait_for("one group", lambda: len(snapcast.groups()) == 1)
    expected = {"name": MARKUP, "latency": 35}
    wait_for("name and latency", lambda: expected.items() <= snapcast.clients()["b"]["config"].items())
    page.shows(key("room b") + " bdi", MARKUP)
    assert page.locator("#rooms img").count() == 0
    page.shows("#rooms h3", "Playing together")
    page.click(key("more b"))
    page.select_option("#room-group", "")
    page.click("#room-dialog .filled")
    wait_for("two groups", lambda: len(snapcast.groups()) == 2)


@pytest.mark.quick
def test_rooms_of_a_server_that_is_killed_go_and_come_back(page, snapcast):
    snapcast.server.kill()
    page.sees("#rooms-away")
    snapcast.server.wait()
    # snapclient 0.26 sometimes hangs when its server ends, so the rooms are restarted, too.
    snapcast.end_rooms()
    snapcast.start()
    start_rooms(snapcast)
    page.hides("#rooms-away")
    expect(page.locator("#rooms .room:not(.away)")).to_have_count(2, timeout=LIMIT * 1000)


@pytest.mark.parametrize("screen, scheme", APPEARANCES)
def test_axe_finds_no_violation_in_rooms(player, open_page, snapcast, screen, scheme, table):
    snapcast.ask("Client.SetVolume", id="a", volume={"percent": 64, "muted": False})
    group = snapcast.groups()[0]["id"]
    snapcast.ask("Group.SetClients", id=group, clients=["a", "b"])
    snapcast.ask("Group.SetName", id=group, name="Downstairs")
    page = open_page(player.link, screen, scheme)
    page.click("#tab-rooms")
    expect(page.locator("#rooms .room")).to_have_count(2, timeout=LIMIT * 1000)
    page.shows("#rooms h3", re.compile("Downstairs"))
    assert page.violations() == []
    page.click(key("more a"))
    page.sees("#room-dialog")
    assert page.violations() == []
    table("Views of the web player that axe checks", screen=screen, scheme=scheme, views="rooms, room", violations=0)
