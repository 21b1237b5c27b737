"""Chromium by playwright, and the page of the web player in it."""

import contextlib
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from .packages import need
from .processes import LIMIT, wait_for

SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
APPEARANCES = [
    pytest.param("desktop", "light", marks=pytest.mark.quick), ("desktop", "dark"),
    ("phone", "light"), pytest.param("phone", "dark", marks=pytest.mark.quick),
]

# Screen readers read the text of #live. Another text may replace it at once.
RECORD_ANNOUNCEMENTS = """
window.announcements = [];
new MutationObserver((records) => {
  for (const record of records) {
    if (record.target.id === "live") window.announcements.push(...[...record.addedNodes].map((node) => node.data));
  }
}).observe(document, { childList: true, subtree: true });
"""


@contextlib.contextmanager
def chromium(*arguments, ignored=()):
    """Debian's Chromium. Playwright's driver ends it even if the test runner is killed.

    `ignored` are arguments of playwright that are left out."""
    need("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", *arguments],
            ignore_default_args=list(ignored) or None,
        )
        yield browser
        browser.close()


class Page:
    """The page of a web player, in a browser context of its own."""

    def __init__(self, browser, link, screen="desktop", scheme="light", scripts=(), language="en-US"):
        width, height = SCREENS[screen]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=screen == "phone",
            locale=language,
        )
        self.context.set_default_timeout(LIMIT * 1000)
        for script in (RECORD_ANNOUNCEMENTS, *scripts):
            self.context.add_init_script(script)
        self.heard = 0
        self.errors = []
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(link)

    def __getattr__(self, name):
        return getattr(self.page, name)

    def close(self):
        """Closes the page. Fails if a script of the page threw an error."""
        self.context.close()
        assert not self.errors

    def shows(self, selector, text):
        """Waits until an element has this text."""
        expect(self.page.locator(selector).first).to_have_text(text, timeout=LIMIT * 1000)

    def has(self, selector, name, value):
        """Waits until an element has this attribute."""
        expect(self.page.locator(selector).first).to_have_attribute(name, value, timeout=LIMIT * 1000)

    def sees(self, selector):
        expect(self.page.locator(selector).first).to_be_visible(timeout=LIMIT * 1000)

    def hides(self, selector):
        expect(self.page.locator(selector).first).to_be_hidden(timeout=LIMIT * 1000)

    def focuses(self, selector):
        expect(self.page.locator(selector)).to_be_focused(timeout=LIMIT * 1000)

    def is_connected(self):
        self.shows("#link", "Connected")
        return self

    def text(self, selector):
        return self.page.locator(selector).first.text_content()

    def label(self, selector):
        return self.page.get_attribute(selector, "aria-label")

    def announces(self, text):
        """Waits until screen readers get this text, after the text that this method waited for before."""
        def index():
            said = self.page.evaluate("() => window.announcements")
            return next((n + 1 for n, one in enumerate(said) if n >= self.heard and text in one), None)

        self.heard = wait_for(f"the announcement {text!r}", index)

    def lists(self, titles):
        """Waits until the queue shows these titles."""
        wait_for(f"the queue to be {titles}", lambda: self.rows == titles)

    @property
    def rows(self):
        """The titles of the drawn rows of the queue, in order."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll(".entry")]
                 .sort((one, other) => one.dataset.index - other.dataset.index)
                 .map((row) => row.querySelector(".name").textContent)"""
        )

    def row(self, index):
        return self.page.locator(f".entry[data-index='{index}']")

    @property
    def focused_row(self):
        """The index of the row of the queue that has the focus, or `None`."""
        return self.page.evaluate("() => document.activeElement?.dataset.index ?? null")

    @property
    def seconds(self):
        """The position that the page shows."""
        parts = [int(part) for part in self.text("#elapsed").split(":")]
        return sum(part * 60**place for place, part in enumerate(reversed(parts)))

    def violations(self):
        """The faults that axe finds in the page when nothing on it moves."""
        self.page.emulate_media(reduced_motion="reduce")
        found = violations(self.page)
        self.page.emulate_media(reduced_motion="no-preference")
        return found


def violations(page):
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for violation in Axe().run(page).response["violations"] for node in violation["nodes"]
    ]
