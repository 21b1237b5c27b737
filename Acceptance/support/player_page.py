"""The player page of `PlayerKitPagePlayers` in Chromium, with the stubs of the SDKs."""

import json

from .browser import Page
from .processes import wait_for

# Debian's Chromium has no Widevine. With this script the page takes it for one that has.
DRM = """
navigator.requestMediaKeySystemAccess = async (system) => {
  if (system !== "com.widevine.alpha") throw new DOMException("", "NotSupportedError");
  return {};
};
"""

# What a test needs of Chromium that playwright turns off: the blocking of windows without a click.
IGNORED = ["--disable-popup-blocking"]


class HostedPage(Page):
    """The page of a link, such as one that `playerkit` prints. `knobs` are faults of the stubs, by SDK."""

    def __init__(self, browser, link, *appearance, knobs={}, has_drm=True, language="en-US"):
        scripts = [f"window.stubKnobs = {json.dumps(knobs)};", *([DRM] if has_drm else [])]
        super().__init__(browser, link, *appearance, scripts=scripts, language=language)
        self.session = self.context.new_cdp_session(self.page)

    def run(self, expression):
        """Runs a script in the page. It does not count as a click, as `evaluate` does."""
        answer = self.session.send("Runtime.evaluate", {
            "expression": expression, "userGesture": False, "awaitPromise": True, "returnByValue": True,
        })
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click_action(self):
        self.page.click("#action")

    def frame_of(self, host):
        """The frame of an SDK."""
        def found():
            self.page.evaluate("0")
            return next((one for one in self.page.frames if host in one.url), None)

        return wait_for(f"a frame of {host}", found)

    @property
    def unknown(self):
        """The names that an adapter used although no documentation has them."""
        return self.run("window.stubs ? stubs.unknown : []")

    @property
    def offered(self):
        return self.run("window.stubs ? [...stubs.offered] : []")

    @property
    def calls(self):
        return self.run("window.stubs ? stubs.calls : []")

    def hide(self, is_hidden=True):
        """Headless tabs are always visible: this tells the page something else."""
        self.run(f"""(() => {{
          const hidden = {json.dumps(is_hidden)};
          Object.defineProperty(document, "hidden", {{ configurable: true, get: () => hidden }});
          Object.defineProperty(document, "visibilityState", {{ configurable: true, get: () => hidden ? "hidden" : "visible" }});
          document.dispatchEvent(new Event("visibilitychange"));
        }})()""")


class PlayerPage(HostedPage):
    """The page of a server that a test plays by hand."""

    def __init__(self, browser, server, *appearance, **options):
        mark = server.mark()
        super().__init__(browser, server.link, *appearance, **options)
        self.server = server
        self.hello = server.wait("hello", mark)
