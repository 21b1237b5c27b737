"""The page as a user sees it."""
from rig import wait


class Page:
    def __init__(self, browser, player, width=1280, height=800, scheme="light", link=None):
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=width < 900
        )
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(link or player.link)

    def __getattr__(self, name):
        return getattr(self.page, name)

    def close(self):
        self.context.close()

    def text(self, selector):
        return self.page.locator(selector).first.text_content()

    def waits(self, selector, text, seconds=10):
        wait(lambda: self.text(selector) == text, f"{selector} should be {text!r}, is {self.text(selector)!r}", seconds)

    def connected(self):
        self.waits("#link", "Connected")
        return self

    @property
    def rows(self):
        """The titles that are drawn, by their indices."""
        found = self.page.evaluate(
            """() => [...document.querySelectorAll('.entry')].map(row =>
                 [Number(row.dataset.index), row.querySelector('.name').textContent])"""
        )
        return [title for _, title in sorted(found)]

    @property
    def current(self):
        return self.page.evaluate(
            "() => document.querySelector('.entry.current .name')?.textContent ?? null"
        )

    def has(self, rows, seconds=10):
        wait(lambda: self.rows == rows, f"the queue should be {rows}", seconds)

    def said(self, text, seconds=10):
        """Waits until screen readers were told this."""
        wait(lambda: text in self.text("#live"), f"{text!r} should be announced, not {self.text('#live')!r}", seconds)

    @property
    def focused(self):
        return self.page.evaluate("() => document.activeElement?.id || document.activeElement?.className || ''")

    def pressed(self, id):
        return self.page.get_attribute("#" + id, "aria-pressed") == "true"

    @property
    def seconds(self):
        parts = [int(part) for part in self.text("#elapsed").split(":")]
        return sum(part * 60**place for place, part in enumerate(reversed(parts)))
