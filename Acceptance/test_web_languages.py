"""The web player in other languages, and from right to left, in Chromium."""

import json

import pytest
from support.browser import SCREENS
from support.processes import wait_for
from support.web import WebPlayer, tone

# English, written from right to left. The page has it for this test only.
MIRRORED = "ar-XB"
MIRRORED_PLACES = {
    "desktop": [".brand", "#open-settings", "#tab-queue", "#tab-search", "#art", "#mute", "#volume", ".entry .grip"],
    "phone": [".brand", "#open-settings", "#tab-now", "#tab-queue", "#tab-search", "#art", "#mute", "#volume"],
}


@pytest.fixture
def player(serve, scratch):
    return WebPlayer(serve, [tone(scratch / f"tone {n}.wav") for n in range(3)], "--repeat", "one")


@pytest.fixture
def texts(root):
    folder = root / "Sources/PlayerKitRemote/Resources/web"
    return lambda language: json.loads((folder / f"{language}.json").read_text())


@pytest.mark.parametrize("language", ["de", "fr", "es", "ja"])
def test_the_page_speaks_the_language_of_the_browser(player, open_page, texts, language):
    page = open_page(player.link, is_connected=False, language=language)
    messages = texts(language)
    page.shows("#link", messages["connected"])
    page.shows("#queue-count", messages["entries"]["other"].replace("{count}", "3"))
    page.has("#toggle", "aria-label", messages["pause"])
    page.has("html", "lang", language)
    page.has("html", "dir", "ltr")
    names = page.evaluate("() => [...document.querySelectorAll('.sheet [data-text]')].map((one) => one.dataset.text)")
    shown = page.locator(".sheet [data-text]").all_text_contents()
    assert len(names) > 30
    assert shown == [messages[name] for name in names]


def test_errors_are_in_the_language_of_the_page(player, open_page, texts):
    page = open_page(player.link, is_connected=False, language="de")
    messages = texts("de")
    page.shows("#link", messages["connected"])

    def shown(**failure):
        return page.evaluate(f"() => import('/dom.js').then((dom) => dom.failureText({json.dumps(failure)}))")

    assert shown(code="notFound", message="HTTP 404.") == f"{messages['error.notFound']} (HTTP 404.)"
    assert shown(code="queueFull", message="") == messages["error.queueFull"]
    # A code of a newer server.
    assert shown(code="ofALaterVersion", message="An odd failure.") == "An odd failure."
    # The page asks for what no service has: the server refuses.
    refused = page.evaluate("""() => import('/connection.js').then(async ({ Connection }) => {
      const connection = new Connection();
      await new Promise((resolve) => { connection.addEventListener("open", resolve); connection.connect(); });
      return connection.send({ do: "search", term: "a", kind: "nothing", services: [] }).catch((error) => error.message);
    })""")
    assert refused == messages["error.cannotSearch"]


def test_a_chosen_language_is_remembered(player, open_page, texts):
    page = open_page(player.link, is_connected=False, language="fr-CA")
    page.shows("#link", texts("fr")["connected"])
    page.click("#open-settings")
    page.locator("#language").select_option("de")
    page.shows("#link", texts("de")["connected"])
    page.reload()
    page.shows("#link", texts("de")["connected"])
    page.click("#open-settings")
    page.locator("#language").select_option("")
    page.shows("#link", texts("fr")["connected"])


def test_a_language_without_messages_is_english_with_its_numbers_in_english(player, open_page):
    page = open_page(player.link, language="xx")
    page.has("html", "lang", "en")
    page.shows("#queue-count", "3 entries")


def places(page, screen):
    """The left and the right edge of elements."""
    boxes = {name: page.locator(name).first.bounding_box() for name in MIRRORED_PLACES[screen]}
    return {name: (round(box["x"]), round(box["x"] + box["width"])) for name, box in boxes.items()}


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_the_layout_from_right_to_left_is_the_mirror_image(player, open_page, screen):
    width = SCREENS[screen][0]
    english = open_page(player.link, screen)
    page = open_page(player.link, screen, is_connected=False, language=MIRRORED)
    page.has("html", "dir", "rtl")
    for one in (english, page):
        wait_for("the title", lambda one=one: "tone 0.wav" in one.text("#title"))
        wait_for("the rows", lambda one=one: screen == "phone" or len(one.rows) == 3)
    expected = {name: (width - right, width - left) for name, (left, right) in places(english, screen).items()}
    found = places(page, screen)
    assert all(abs(found[name][side] - expected[name][side]) <= 3 for name in found for side in (0, 1)), (found, expected)
    # Media controls keep their order in every language.
    assert [page.locator(name).bounding_box()["x"] for name in ("#previous", "#toggle", "#next")] == [
        english.locator(name).bounding_box()["x"] + shift(english, page) for name in ("#previous", "#toggle", "#next")
    ]
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.violations() == []


def shift(one, other):
    """How far the play button is from where another page has it."""
    return other.locator("#toggle").bounding_box()["x"] - one.locator("#toggle").bounding_box()["x"]
