"""What people do with it: by mouse, by keyboard, several of them, over a server that dies."""
import json
import os
import random
import signal

from axe_playwright_python.sync_playwright import Axe

from page import Page
from rig import Player, Socket, check, free_port, music, tone, wait


def life(rig):
    """The whole life of a queue"""
    player = rig.player(rig.tones)
    page = Page(rig.browser, player).connected()
    names = [f"tone {n}.wav" for n in range(6)]
    page.has(names)
    page.waits("#title", names[0])
    wait(lambda: page.seconds >= 1, "time should pass")
    check(page.get_attribute("#toggle", "aria-label") == "Pause", "it plays")
    page.click("#toggle")
    wait(lambda: page.get_attribute("#toggle", "aria-label") == "Play", "it should pause")
    page.keyboard.press("k")
    wait(lambda: page.get_attribute("#toggle", "aria-label") == "Pause", "it should go on")
    # The position, by the slider.
    box = page.locator("#seek").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait(lambda: 28 <= page.seconds <= 34, f"it should be in the middle, not at {page.seconds}")
    # Next, previous, modes, volume.
    page.click("#next")
    page.waits("#title", names[1])
    page.said(f"Now playing: {names[1]}")
    page.click("#previous")
    page.waits("#title", names[0])
    page.click("#shuffle")
    wait(lambda: page.pressed("shuffle"), "shuffle should be on")
    page.click("#shuffle")
    wait(lambda: not page.pressed("shuffle"), "shuffle should be off")
    for label in ["Repeat: all", "Repeat: this track", "Repeat: off"]:
        page.click("#repeat")
        wait(lambda: page.get_attribute("#repeat", "aria-label") == label, label)
    page.locator("#volume").fill("40")
    socket = Socket(player.host)
    wait(lambda: socket.until("state")["volume"] == 0.4, "the volume should arrive")
    socket.close()
    page.click("#mute")
    wait(lambda: page.pressed("mute"), "it should be muted")
    # Reorder by the mouse: the first behind the third.
    rows = page.locator(".entry")
    first, third = rows.nth(0).bounding_box(), page.locator(".entry[data-index='2']").bounding_box()
    page.mouse.move(first["x"] + 300, first["y"] + 30)
    page.mouse.down()
    page.mouse.move(first["x"] + 300, first["y"] + 60, steps=4)
    page.mouse.move(third["x"] + 300, third["y"] + third["height"] - 2, steps=8)
    check(not page.locator("#drop").get_attribute("hidden"), "a line shows where it falls")
    page.wait_for_timeout(60)
    page.mouse.up()
    names = [names[1], names[2], names[0], *names[3:]]
    page.has(names)
    page.said("is now at place 3 of 6")
    check(page.current == "tone 0.wav", "what plays goes on")
    # By the menu: play next, and to the end.
    row = page.locator(".entry[data-index='5']")
    row.hover()
    row.locator(".more").click()
    page.click("#row-menu button[value=bringNext]")
    names = [names[0], names[1], names[2], names[5], names[3], names[4]]
    page.has(names)
    page.waits("#upcoming-title", names[3])
    row = page.locator(".entry[data-index='0']")
    row.hover()
    row.locator(".more").click()
    page.click("#row-menu button[value=bottom]")
    names = [*names[1:], names[0]]
    page.has(names)
    # Remove, jump.
    row = page.locator(".entry[data-index='0']")
    row.hover()
    row.locator(".remove").click()
    names = names[1:]
    page.has(names)
    page.locator(".entry[data-index='3']").dblclick(position={"x": 300, "y": 30})
    page.waits("#title", names[3])
    # Words.
    page.click("#tab-lyrics")
    wait(lambda: page.locator("#lyrics li").count() > 10, "the words should come")
    number = names[3].split()[1][0]
    page.locator("#lyrics button", has_text=f"line 20 of {number}").click()
    wait(lambda: 20 <= page.seconds <= 24, "a line should lead to its time")
    wait(lambda: page.text("#lyrics .current") == f"line 20 of {number}", "the line should be marked")
    # The sleep timer.
    page.click("#sleep")
    page.click("#sleep-dialog button[value='1800']")
    wait(lambda: "30 minutes" in page.get_attribute("#sleep", "aria-label"), "the timer should run")
    page.click("#sleep")
    page.click("#sleep-dialog button[value=off]")
    wait(lambda: "off" in page.get_attribute("#sleep", "aria-label"), "the timer should be off")
    # The end.
    page.click("#tab-queue")
    page.click("#queue-clear")
    page.click("#clear-dialog button[value=clear]")
    wait(lambda: page.locator("#queue-empty").is_visible(), "the queue should be empty")
    page.waits("#title", "Nothing is playing")
    check(not page.faults, page.faults)
    page.close()


def searching(rig):
    """Search over services, play now, next, later; chapters; covers; the browser's media session"""
    fixtures = os.path.join(rig.repository, "Tests/Fixtures/Tags")
    player = rig.player([os.path.join(fixtures, "comments.flac"), rig.tones[0]], "--repeat", "one", simulator=True)
    page = Page(rig.browser, player).connected()
    wait(lambda: page.locator("#tab-chapters").is_visible(), "there should be chapters")
    page.click("#tab-chapters")
    page.locator("#chapters button").nth(1).click()
    wait(lambda: page.locator("#chapters li").nth(1).get_attribute("class") == "current", "the chapter should be heard")
    wait(lambda: page.locator("#cover").is_visible(), "the cover should be seen")
    session = page.evaluate("""() => ({title: navigator.mediaSession.metadata.title,
        state: navigator.mediaSession.playbackState, art: navigator.mediaSession.metadata.artwork.length})""")
    check(session == {"title": page.text("#title"), "state": "playing", "art": 2}, session)
    cover = page.evaluate("() => document.querySelector('#cover').getAttribute('src')")
    status, fields, body = rig.request(player.host, cover)
    check(status == 200 and fields["content-type"].startswith("image/") and fields["x-content-type-options"] == "nosniff", fields)
    page.click("#tab-search")
    page.fill("#search-term", "a")
    page.keyboard.press("Enter")
    wait(lambda: page.locator(".result").count() > 3, "there should be results", 20)
    results = page.locator(".result .name").all_text_contents()
    for place, button in [(2, "later"), (1, "next"), (0, "now")]:
        index = {"now": 0, "next": 1, "later": 2}[button]
        page.locator(".result").nth(place).locator("button").nth(index).click()
        # What plays is announced, too, before or after.
        page.said({"now": "laying", "next": "Next:", "later": "Added"}[button])
    page.click("#tab-queue")
    plain = lambda text: text.removesuffix("E")
    def added():
        rows = page.rows
        return len(rows) == 5 and plain(rows[1]) == plain(results[0]) and plain(rows[2]) == plain(results[1]) and plain(rows[4]) == plain(results[2])
    wait(added, f"what was added should be there: {results[:3]} {page.rows}")
    # A link that must not be named from outside.
    page.click("#tab-search")
    for link in ["file:///etc/passwd", "http://127.0.0.1:9/x.mp3"]:
        page.fill("#search-term", link)
        page.locator(".result button").nth(1).click()
        page.said("A remote control may name")
    check(not page.faults, page.faults)
    page.close()


def opening(rig):
    """Opening an album of a search: a track, all of it, back, by keyboard; axe finds nothing"""
    player = rig.player([rig.tones[0]], simulator=True)
    for width, height in [(1280, 800), (390, 844)]:
        for scheme in ["light", "dark"]:
            page = Page(rig.browser, player, width, height, scheme).connected()
            page.click("#tab-search")
            page.fill("#search-term", "a")
            page.locator("#search-kinds label", has_text="Albums").click()
            wait(lambda: page.locator(".open").count() > 1, "there should be albums", 20)
            title = page.locator(".open").first.text_content()
            page.locator(".open").first.focus()
            page.keyboard.press("Enter")
            wait(lambda: page.locator(".inside .result").count() > 0, "the album should open", 20)
            check(page.text(".inside h3") == title, page.text(".inside h3"))
            page.said("track")
            check(page.evaluate("() => document.activeElement.textContent") == "Back to the results", "the cursor is inside")
            page.wait_for_timeout(350)
            faults = [f"{v['id']}: {n['html'][:120]}" for v in Axe().run(page.page).response["violations"] for n in v["nodes"]]
            check(not faults, "\n".join(faults))
            shots = os.environ.get("WEB_SHOTS")
            if shots:
                page.screenshot(path=f"{shots}/album-{width}-{scheme}.png")
            if scheme == "light" and width > 900:
                tracks = page.locator(".inside .result").count()
                page.locator(".inside .result button[aria-label^='Add']").nth(tracks - 1).focus()
                page.keyboard.press("Enter")
                page.said("Added")
                page.locator(".inside-acts button", has_text="Add all").click()
                page.waits("#queue-count", f"{tracks + 2} entries")
            page.keyboard.press("Escape")
            wait(lambda: page.locator(".open").count() > 1, "the results should be back")
            check(page.evaluate("() => document.activeElement.className") == "open", "the cursor is where it was")
            check(not page.faults, page.faults)
            page.close()
    rig.note("4 views, 0 violations")


def keyboard(rig):
    """Each action by the keyboard alone, and announced"""
    player = rig.player(rig.tones)
    page = Page(rig.browser, player).connected()
    names = [f"tone {n}.wav" for n in range(6)]
    page.has(names)
    press = page.keyboard.press

    def reach(matches, key="Tab", most=40):
        for _ in range(most):
            if matches(page.focused):
                return
            press(key)
        raise AssertionError(f"the keyboard does not get there: {page.focused}")

    for wanted in ["open-settings", "tab-queue", "seek", "shuffle", "previous", "toggle", "next", "repeat", "mute", "volume", "sleep", "queue-current", "queue-clear"]:
        reach(lambda focus: focus == wanted)
    reach(lambda focus: "entry" in focus)
    press("Home")
    press("ArrowDown")
    wait(lambda: page.evaluate("() => document.activeElement.dataset.index") == "1", "down goes to the next row")
    press("Enter")
    page.waits("#title", names[1])
    press("Alt+ArrowDown")
    page.said("tone 1.wav is now at place 3 of 6")
    names[1], names[2] = names[2], names[1]
    page.has(names)
    wait(lambda: page.evaluate("() => document.activeElement.dataset.index") == "2", "the focus goes along")
    press("Alt+End")
    page.said("place 6 of 6")
    names.append(names.pop(2))
    page.has(names)
    press("Alt+ArrowDown")
    page.said("can't move further")
    press("Home")
    press("n")
    page.said("plays next")
    names.append(names.pop(0))
    page.has(names)
    wait(lambda: page.evaluate("() => document.activeElement.dataset.index") is not None, "the focus stays in the list")
    press("Home")
    press("Delete")
    page.said("Removed")
    names.pop(0)
    page.has(names)
    wait(lambda: page.evaluate("() => document.activeElement.dataset.index") == "0", "the focus goes to what follows")
    press("m")
    wait(lambda: page.locator("#row-menu").is_visible(), "the menu should open")
    press("Escape")
    wait(lambda: not page.locator("#row-menu").is_visible(), "the menu should close")
    wait(lambda: page.evaluate("() => document.activeElement.dataset.index") == "0", "the focus should come back")
    # Keys that work everywhere.
    for key, told in [("s", "Shuffle is on"), ("r", "Repeat: all"), ("-", "Volume 95")]:
        page.locator("#tab-queue").focus()
        press(key)
        page.said(told)
    press("l")
    page.said("10 seconds ahead")
    press("/")
    wait(lambda: page.focused == "search-term", "the search should have the focus")
    page.keyboard.type("n p s")
    check(page.input_value("#search-term") == "n p s", "letters in a field are letters")
    press("Escape")
    page.locator("#tab-search").focus()
    press("ArrowRight")
    wait(lambda: page.focused == "tab-lyrics" and page.locator("#panel-lyrics").is_visible(), "arrows go from tab to tab")
    press("?")
    wait(lambda: page.locator("#settings").is_visible(), "the keys should be listed")
    page.locator("#shortcuts").focus()
    press("Space")
    press("Escape")
    page.locator("#tab-lyrics").focus()
    before = page.text("#live")
    press("s")
    page.wait_for_timeout(300)
    check(page.text("#live") == before, "single keys can be turned off")
    # The slider of the position.
    page.locator("#seek").focus()
    at = page.seconds
    press("ArrowRight")
    wait(lambda: page.seconds >= at + 4, "an arrow on the slider goes ahead")
    check(not page.faults, page.faults)
    page.close()


def clients(rig):
    """Eight pages at once agree"""
    player = rig.player(rig.tones, "--repeat", "all")
    pages = [Page(rig.browser, player).connected() for _ in range(8)]
    chance = random.Random(15)
    for page in pages:
        wait(lambda: len(page.rows) == 6, "each page should have the queue")
    for step in range(60):
        page = chance.choice(pages)
        action = chance.choice(["next", "shuffle", "toggle", "repeat", "move", "volume", "jump"])
        if action in ("next", "shuffle", "toggle", "repeat"):
            page.click("#" + action)
        elif action == "volume":
            page.locator("#volume").fill(str(chance.randrange(101)))
        else:
            page.locator(f".entry[data-index='{chance.randrange(6)}']").focus()
            page.keyboard.press("Enter" if action == "jump" else chance.choice(["Alt+ArrowUp", "Alt+ArrowDown", "Alt+Home"]))

    def view(page):
        return (page.rows, page.current, page.text("#title"), page.pressed("shuffle"),
                page.get_attribute("#repeat", "aria-label"), page.get_attribute("#toggle", "aria-label"),
                page.input_value("#volume"))

    wait(lambda: all(view(page) == view(pages[0]) for page in pages), "all pages should show the same", 20)
    socket = Socket(player.host)
    state = socket.until("state")
    socket.send({"id": 1, "do": "window", "from": 0, "count": 6})
    titles = [entry["title"] for entry in socket.until("window")["entries"]]
    check(titles == pages[0].rows, "and the same as the server")
    check(pages[0].text("#title") == state["entry"]["title"], "what plays, too")
    check(not any(page.faults for page in pages), [page.faults for page in pages])
    for page in pages:
        page.close()
    socket.close()


def restart(rig):
    """A server that is killed and comes back"""
    port = free_port()
    player = rig.player(rig.tones, port=port)
    page = Page(rig.browser, player).connected()
    page.has([f"tone {n}.wav" for n in range(6)])
    player.end(signal.SIGKILL)
    page.waits("#link", "Connecting again…")
    page.click("#toggle")
    page.said("There is no connection.")
    again = rig.player(rig.tones[2:], port=port)
    page.waits("#link", "Connected", 20)
    page.has([f"tone {n}.wav" for n in range(2, 6)])
    page.waits("#title", "tone 2.wav")
    page.click("#next")
    page.waits("#title", "tone 3.wav")
    check(not page.faults, page.faults)
    again.end()
    page.waits("#link", "Connecting again…")
    page.close()


def is_at(share, rows):
    """Whether rows are those at a share of a million; rows that are not there yet have no name."""
    words = rows[0].split() if rows and "" not in rows else []
    return len(words) > 1 and words[1].isdigit() and abs(int(words[1]) / 1e6 - share) < 0.01


def many(rig):
    """A million entries: first paint, heap, the last entry"""
    sound = os.path.join(rig.scratch, "one.wav")
    tone(sound, 60)
    path = os.path.join(rig.scratch, "million.m3u")
    with open(path, "w") as file:
        file.write("#EXTM3U\n")
        for n in range(1_000_000):
            file.write(f"#EXTINF:60,Artist {n % 977} - Title {n}\none.wav\n")
    player = rig.player([path], seconds=240)
    page = Page(rig.browser, player).connected()
    wait(lambda: page.text("#queue-count") == "1,000,000 entries", "there should be a million", 120)
    wait(lambda: "Title 0" in page.rows, "the first should be seen", 30)
    paints = []
    for _ in range(3):
        page.close()
        page = Page(rig.browser, player)
        paint = wait(lambda: page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"), "it should paint")
        wait(lambda: "Title 0" in page.rows, "the first should be seen", 30)
        paints.append((paint, page.evaluate("() => performance.now()")))
    page.locator(".entry[data-index='0']").focus()
    page.keyboard.press("End")
    wait(lambda: page.rows and page.rows[-1] == "Title 999999", f"the last should be seen, not {page.rows[-1:]}", 20)
    page.keyboard.press("Alt+ArrowUp")
    page.said("is now at place 999,999 of 1,000,000", 20)
    wait(lambda: page.rows[-2:] == ["Title 999999", "Title 999998"], "it should have moved", 20)
    # Wheel and thumb, all over.
    page.mouse.move(900, 500)
    for _ in range(40):
        page.mouse.wheel(0, -400)
    def spread(share):
        page.evaluate("share => { const list = document.querySelector('#queue-scroll'); list.scrollTop = list.scrollHeight * share; }", share)
        wait(lambda: is_at(share, page.rows), f"at {share} of it", 20)
    for share in [0.1, 0.5, 0.9, 0.25]:
        spread(share)
    first = int(page.rows[0].split()[1])
    page.mouse.wheel(0, 600)
    wait(lambda: 5 <= int((page.rows[0] or "x 0").split()[1]) - first <= 15, "a wheel goes as far as it turns", 10)
    session = page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    nodes = page.evaluate("() => document.querySelectorAll('*').length")
    rig.note(f"first paint {max(p for p, _ in paints):.0f} ms (rows after {max(r for _, r in paints):.0f} ms), heap {heap:.1f} MB, {nodes} elements")
    check(max(p for p, _ in paints) <= 1000, f"first paint: {paints}")
    check(heap <= 50, f"heap: {heap} MB")
    check(not page.faults, page.faults)
    page.close()
