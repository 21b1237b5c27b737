"""The lists of services' users in the web player of `playerkit serve --web`, in Chromium."""

import pytest
from support.browser import APPEARANCES
from support.processes import wait_for
from support.web import WebPlayer, tone

LONG = "A very long name of a channel that has many words and does not fit into a column, and more"


@pytest.fixture
def player(serve, scratch, simulator):
    """A player whose Apple Music has a user, whose Spotify has none, and whose YouTube has one list."""
    bases = simulator.bases
    options = [word for name, key in [("apple", "appleMusic"), ("youtube", "youTube"), ("spotify", "spotify")]
               for word in ("--api", f"{name}={bases[key]}")]
    return WebPlayer(
        serve, [tone(scratch / "tone.wav")], "--repeat", "one", *options, simulator=simulator,
        APPLE_MUSIC_DEVELOPER_TOKEN=bases["developerToken"], APPLE_MUSIC_USER_TOKEN=bases["musicUserToken"],
        YOUTUBE_API_KEY=bases["youTubeKey"], YOUTUBE_LISTS="@artist0",
        SPOTIFY_CLIENT_ID=bases["spotifyClientID"],
    )


def lists(page, service=None):
    """Opens the view, and returns the titles of the lists after all services have answered."""
    page.click("#tab-lists")
    page.sees("#panel-lists")
    page.announces("list")
    scope = f"section[data-service={service}] " if service else ""
    return page.locator(f"#lists-results {scope}.name").all_text_contents()


@pytest.mark.parametrize("screen, scheme", APPEARANCES)
def test_lists_open_and_close_by_keyboard(player, open_page, screen, scheme, table):
    page = open_page(player.link, screen, scheme)
    assert lists(page, "apple")[0] == "Songs"
    assert "youtube" in page.text("#lists-results section[data-service=youtube]")
    assert page.violations() == []
    page.locator("section[data-service=apple] .open").first.focus()
    page.keyboard.press("Enter")
    page.sees("#lists-results .inside .result")
    page.shows("#lists-results .inside h3", "Songs")
    page.announces("Songs")
    assert page.evaluate("() => document.activeElement.textContent") == "Back to the lists"
    assert page.violations() == []
    page.keyboard.press("Escape")
    wait_for("the lists", lambda: page.locator("#lists-results .inside").count() == 0)
    assert page.evaluate("() => document.activeElement === document.querySelector('section[data-service=apple] .open')")
    table("Views of the web player that axe checks", screen=screen, scheme=scheme, views="lists, list", violations=0)


@pytest.mark.quick
def test_more_tracks_of_a_list_come_on_request_and_all_are_queued(player, open_page):
    page = open_page(player.link)
    lists(page)
    page.locator("section[data-service=apple] .open").first.click()
    page.sees("#lists-results .inside .result")
    first = page.locator(".inside .result").count()
    assert first <= 50
    page.locator(".inside .more").click()
    page.announces("more track")
    shown = page.locator(".inside .result").count()
    assert shown > first
    page.locator(".inside .result button[aria-label^='Add']").nth(shown - 1).click()
    page.announces("Added")
    page.shows("#queue-count", "2 entries")
    page.locator(".inside-acts button", has_text="Add all").click()
    page.announces("Added")
    page.click("#tab-queue")
    count = int(page.text("#queue-count").split()[0].replace(",", ""))
    assert count >= shown + 2


@pytest.mark.quick
def test_a_list_is_queued_without_opening_it(player, open_page):
    page = open_page(player.link)
    lists(page)
    page.locator("section[data-service=youtube] .result button[aria-label^='Add']").nth(1).click()
    page.announces("Added")
    page.click("#tab-queue")
    wait_for("the entries", lambda: not page.text("#queue-count").startswith("1 "))


@pytest.mark.quick
def test_a_service_without_a_user_says_what_to_do_and_hides_no_other(player, open_page):
    page = open_page(player.link)
    assert lists(page, "spotify") == []
    page.shows(
        "section[data-service=spotify] .note",
        "The player has no key or sign-in for this service. "
        "(No user is signed in to Spotify. Sign in by the app, or by “playerkit login spotify”.)",
    )
    assert page.locator("section[data-service=apple] li").count() > 1


@pytest.mark.quick
def test_kinds_and_services_are_chosen(player, open_page):
    page = open_page(player.link)
    lists(page)
    page.locator("#lists-kinds label", has_text="Albums").click()
    page.announces("list")
    services = page.evaluate("() => [...document.querySelectorAll('#lists-results section')].map((one) => one.dataset.service)")
    assert services == ["apple", "spotify"], "YouTube has no albums"
    page.locator("#lists-service").select_option("youtube")
    page.announces("list")
    services = page.evaluate("() => [...document.querySelectorAll('#lists-results section')].map((one) => one.dataset.service)")
    assert services == ["youtube"]


@pytest.mark.quick
def test_a_player_without_such_services_has_no_view_of_lists(serve, scratch, open_page):
    page = open_page(WebPlayer(serve, [tone(scratch / "tone.wav")]).link)
    page.sees("#tab-search")
    page.hides("#tab-lists")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_long_names_and_the_layout_from_right_to_left_fit(player, open_page, screen):
    page = open_page(player.link, screen, is_connected=False, language="ar-XB")
    page.has("html", "dir", "rtl")
    wait_for("the view", lambda: page.locator("#tab-lists").is_visible())
    page.click("#tab-lists")
    wait_for("lists", lambda: page.locator("#lists-results .open").count() > 2)
    page.evaluate("(name) => { document.querySelector('#lists-results .open').textContent = name; }", LONG)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#lists-results .result").first.bounding_box()
    assert box["height"] < 100
    assert page.violations() == []
