"""The web player of `playerkit serve --web` in Chromium: by mouse, by keyboard, in several pages at once."""

import random
import re
import signal

import pytest
from support.browser import APPEARANCES, violations
from support.media import ffmpeg
from support.player import Serve
from support.processes import wait_for
from support.web import WebPlayer, tone

NAMES = [f"tone {n}.wav" for n in range(6)]


@pytest.fixture(scope="session")
def tones(session_processes):
    """Six sound files, each with lyrics next to it."""
    folder = session_processes.folder / "tones"
    folder.mkdir()
    for n, name in enumerate(NAMES):
        tone(folder / name)
        lines = [f"[00:{second:02d}.00]line {second} of {n}\n" for second in range(0, 60, 2)]
        (folder / name).with_suffix(".lrc").write_text("".join(lines))
    return [folder / name for name in NAMES]


@pytest.fixture(scope="session")
def book(session_processes, root):
    """A sound file with three chapters and a cover."""
    path = session_processes.folder / "book.flac"
    chapters = {"CHAPTER001": "00:00:00.000", "CHAPTER002": "00:03:00.000", "CHAPTER003": "00:06:00.000"}
    chapters |= {name + "NAME": f"Part {name[-1]}" for name in chapters}
    words = [word for name, value in chapters.items() for word in ("-metadata", f"{name}={value}")]
    cover = next((root / "Documentation/Images").glob("*.png"))
    ffmpeg(
        "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-i", cover, "-map", "0:a", "-map", "1:v",
        "-disposition:v", "attached_pic", "-c:v", "copy", "-t", 600, "-metadata", "TITLE=A book", *words, path,
    )
    return path


@pytest.fixture
def player(serve, tones):
    return WebPlayer(serve, tones)


@pytest.fixture
def page(player, open_page):
    """A page that shows the six tones, of which the first one plays."""
    page = open_page(player.link)
    page.lists(NAMES)
    page.shows("#title", NAMES[0])
    page.has("#toggle", "aria-label", "Pause")
    return page


def pause(page):
    """Pauses, so that only commands change the position."""
    page.click("#toggle")
    page.has("#toggle", "aria-label", "Play")


def choose(page, row, value):
    """Chooses an item in the menu of a row."""
    page.row(row).hover()
    page.row(row).locator(".more").click()
    page.click(f"#row-menu button[value={value}]")


# The mouse.


@pytest.mark.quick
def test_a_page_pauses_resumes_seeks_and_skips(page):
    wait_for("time to pass", lambda: page.seconds >= 1)
    pause(page)
    box = page.locator("#seek").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_for("the middle of the track", lambda: 290 <= page.seconds <= 310)
    page.keyboard.press("k")
    page.has("#toggle", "aria-label", "Pause")
    page.click("#next")
    page.shows("#title", NAMES[1])
    page.announces(f"Now playing: {NAMES[1]}")
    page.click("#previous")
    page.shows("#title", NAMES[0])


@pytest.mark.quick
def test_a_page_changes_modes_and_volume(page, player):
    page.click("#shuffle")
    page.has("#shuffle", "aria-pressed", "true")
    page.click("#shuffle")
    page.has("#shuffle", "aria-pressed", "false")
    for label in ["Repeat: all", "Repeat: this track", "Repeat: off"]:
        page.click("#repeat")
        page.has("#repeat", "aria-label", label)
    socket = player.connect()
    page.locator("#volume").fill("40")
    socket.until("state", lambda state: state["volume"] == 0.4)
    page.click("#mute")
    page.has("#mute", "aria-pressed", "true")
    socket.until("state", lambda state: state["isMuted"] and state["volume"] == 0.4)


@pytest.mark.quick
def test_rows_are_dragged_while_the_music_plays_on(page):
    first, third = page.row(0).bounding_box(), page.row(2).bounding_box()
    below = third["y"] + third["height"]
    page.mouse.move(first["x"] + 300, first["y"] + 30)
    page.mouse.down()
    page.mouse.move(first["x"] + 300, first["y"] + 60, steps=4)
    page.mouse.move(first["x"] + 300, below - 2, steps=8)
    page.sees("#drop")
    wait_for("the line below the third row", lambda: abs(page.locator("#drop").bounding_box()["y"] - below) < 5)
    page.mouse.up()
    page.lists([NAMES[1], NAMES[2], NAMES[0], *NAMES[3:]])
    page.announces("is now at place 3 of 6")
    page.hides("#drop")
    page.shows(".entry.current .name", NAMES[0])
    page.shows("#title", NAMES[0])


@pytest.mark.quick
def test_the_menu_of_a_row_moves_it_and_buttons_remove_it(page):
    choose(page, 5, "bringNext")
    names = [NAMES[0], NAMES[5], *NAMES[1:5]]
    page.lists(names)
    page.shows("#upcoming-title", NAMES[5])
    choose(page, 0, "bottom")
    names.append(names.pop(0))
    page.lists(names)
    page.row(0).hover()
    page.row(0).locator(".remove").click()
    names.pop(0)
    page.lists(names)
    page.row(2).dblclick(position={"x": 300, "y": 30})
    page.shows("#title", names[2])


@pytest.mark.quick
def test_a_line_of_the_lyrics_leads_to_its_time(page):
    pause(page)
    page.click("#tab-lyrics")
    page.locator("#lyrics button", has_text="line 20 of 0").click()
    page.shows("#elapsed", "0:20")
    page.shows("#lyrics .current", "line 20 of 0")
    # Lyrics are read when a track is loaded, and the next track is not loaded during a pause.
    page.click("#toggle")
    page.click("#next")
    page.shows("#lyrics li", "line 0 of 1")


@pytest.mark.quick
def test_the_sleep_timer_starts_and_stops(page):
    page.click("#sleep")
    page.click("#sleep-dialog button[value='1800']")
    wait_for("the timer", lambda: re.fullmatch(r"Sleep timer: (29|30) minutes left", page.label("#sleep")))
    page.click("#sleep")
    page.click("#sleep-dialog button[value=off]")
    page.has("#sleep", "aria-label", "Sleep timer: off")


@pytest.mark.quick
def test_the_queue_is_emptied(page):
    page.click("#queue-clear")
    page.click("#clear-dialog button[value=clear]")
    page.sees("#queue-empty")
    page.shows("#title", "Nothing is playing")
    page.has("#toggle", "aria-label", "Play")
    page.click("#toggle")
    page.announces("The queue is empty.")


@pytest.mark.quick
def test_the_button_plays_again_after_the_end(serve, scratch, open_page):
    player = WebPlayer(serve, [tone(scratch / "short.wav", 1)])
    socket = player.connect()
    socket.until("state", lambda state: state.get("end") == "finished")
    page = open_page(player.link)
    page.has("#toggle", "aria-label", "Play")
    page.click("#toggle")
    socket.until("state", lambda state: state["state"] == "play" and "end" not in state)


@pytest.mark.quick
def test_a_cover_plays_its_entry_and_a_click_beside_it_does_not(page):
    page.row(1).click(position={"x": 300, "y": 30})
    wait_for("the focus", lambda: page.focused_row == "1")
    page.row(3).hover()
    page.row(3).locator(".play").click()
    page.shows("#title", NAMES[3])
    assert "Now playing: " + NAMES[1] not in page.evaluate("() => window.announcements")


@pytest.mark.quick
def test_a_tap_plays_an_entry(player, open_page):
    page = open_page(player.link, "phone")
    page.click("#tab-queue")
    page.row(2).locator(".name").tap()
    page.shows("#title", NAMES[2])


@pytest.mark.quick
def test_the_queue_of_a_phone_opens_with_the_current_entry_in_the_middle(serve, tones, open_page):
    page = open_page(WebPlayer(serve, tones * 6, "--start-at", "17").link, "phone")
    page.shows("#title", NAMES[17 % 6])
    page.click("#tab-queue")
    page.sees(".entry.current")

    def distance():
        row, view = (page.locator(one).bounding_box() for one in [".entry.current", "#queue-scroll"])
        return abs(row["y"] + row["height"] / 2 - view["y"] - view["height"] / 2)

    wait_for("the current entry in the middle", lambda: distance() < 2)


@pytest.mark.quick
def test_a_title_of_two_lines_moves_no_control_and_cuts_nothing(serve, scratch, open_page):
    long = "A rather long title of a song that takes two lines on any page with a narrow column"
    items = [tone(scratch / f"{name}.wav") for name in ["Short", long, "Last"]]
    for screen in ["desktop", "phone"]:
        page = open_page(WebPlayer(serve, items).link, screen)
        page.shows("#title", "Short.wav")
        places = [page.locator("#toggle").bounding_box()]
        for title in [long + ".wav", "Last.wav"]:
            page.click("#next")
            page.shows("#title", title)
            places.append(page.locator("#toggle").bounding_box())
        assert places == places[:1] * 3, screen
        assert page.evaluate("""() => {
            const panel = document.querySelector("#panel-now");
            return panel.scrollHeight - panel.clientHeight;
        }""") <= 0, screen


# Services, chapters and covers.


def search(page, kind=None):
    page.click("#tab-search")
    page.fill("#search-term", "a")
    if kind:
        page.locator("#search-kinds label", has_text=kind).click()
    else:
        page.keyboard.press("Enter")


def test_chapters_and_cover_are_shown_also_to_the_media_session(serve, book, open_page):
    player = WebPlayer(serve, [book])
    page = open_page(player.link)
    page.click("#tab-chapters")
    page.locator("#chapters button").nth(1).click()
    page.has("#chapters li:nth-child(2)", "class", "current")
    assert page.seconds >= 180
    page.sees("#cover")
    session = page.evaluate("""() => ({title: navigator.mediaSession.metadata.title,
        state: navigator.mediaSession.playbackState, art: navigator.mediaSession.metadata.artwork.length})""")
    assert session == {"title": page.text("#title"), "state": "playing", "art": 2}
    status, fields, _ = player.request(page.get_attribute("#cover", "src"))
    assert status == 200 and fields["content-type"].startswith("image/")
    assert fields["x-content-type-options"] == "nosniff"


def test_results_of_a_search_are_played_now_next_and_later(serve, tones, open_page, simulator):
    page = open_page(WebPlayer(serve, tones[:2], "--repeat", "one", simulator=simulator).link)
    search(page)
    wait_for("results", lambda: page.locator(".result").count() > 3)
    # An explicit song has a badge, which its row in the queue does not have.
    results = [name.removesuffix("E") for name in page.locator(".result .name").all_text_contents()]
    for place, button, announcement in [(2, 2, "Added"), (1, 1, "Next:"), (0, 0, "Playing")]:
        page.locator(".result").nth(place).locator("button").nth(button).click()
        page.announces(announcement)
    page.click("#tab-queue")
    expected = [NAMES[0], results[0], results[1], NAMES[1], results[2]]
    wait_for("the results", lambda: [name.removesuffix("E") for name in page.rows] == expected)


@pytest.mark.quick
def test_results_of_all_services_are_one_list_without_the_same_song_twice(serve, tones, open_page, simulator):
    player = WebPlayer(serve, tones[:1], simulator=simulator)
    page = open_page(player.link)
    search(page)
    page.announces("result")
    rows = page.evaluate("""() => [...document.querySelectorAll("#search-results ul")].map(
        (list) => [...list.querySelectorAll(".result")].map(
            (row) => [row.querySelector(".name").textContent, row.querySelector(".by").textContent]))""")
    assert len(rows) == 1
    assert all({"itunes", "deezer"} & set(by.split(" · ")) for _, by in rows[0])
    scores = page.evaluate("""() => [...document.querySelectorAll("#search-results ul > li")].map(
        (row) => Number(row.dataset.score))""")
    assert len(scores) == len(rows[0]) and scores[0] > 0
    assert scores == sorted(scores, reverse=True), "the best match comes first, from whichever service"

    def found(services):
        socket = player.connect()
        socket.send({"id": 1, "do": "search", "term": "a", "kind": "song", "services": services})
        parts = []
        while (message := socket.receive())["type"] != "done":
            parts += message["entries"] if message["type"] == "found" else []
        socket.close()
        return parts

    alone = [found([name]) for name in ["itunes", "deezer"]]
    assert max(map(len, alone)) <= len(rows[0]) < sum(map(len, alone)), "both find some of the same songs"


@pytest.mark.quick
def test_a_phone_shows_what_chips_follow_and_most_of_a_title(serve, tones, open_page, simulator):
    page = open_page(WebPlayer(serve, tones[:1], simulator=simulator).link, "phone")
    search(page)
    wait_for("results", lambda: page.locator(".result").count() > 3)
    wait_for("the sign", lambda: page.get_attribute("#search-kinds", "class") == "chips after")
    page.evaluate("() => document.querySelector('#search-kinds').scrollBy(1000, 0)")
    wait_for("the sign at the other side", lambda: page.get_attribute("#search-kinds", "class") == "chips before")
    assert page.locator(".result .text").first.bounding_box()["width"] > 190


def test_a_page_adds_no_file_and_no_address_of_this_machine(page):
    page.click("#tab-search")
    for link in ["file:///etc/passwd", "http://127.0.0.1:9/x.mp3"]:
        page.fill("#search-term", link)
        page.locator(".result button").nth(1).click()
        page.announces("A remote control may name")
    page.click("#tab-queue")
    page.lists(NAMES)


@pytest.mark.parametrize("screen, scheme", APPEARANCES)
def test_an_album_opens_and_closes_by_keyboard(serve, tones, open_page, simulator, screen, scheme, table):
    page = open_page(WebPlayer(serve, tones[:1], simulator=simulator).link, screen, scheme)
    search(page, "Albums")
    wait_for("albums", lambda: page.locator(".open").count() > 1)
    title = page.text(".open")
    page.locator(".open").first.focus()
    page.keyboard.press("Enter")
    page.sees(".inside .result")
    page.shows(".inside h3", title)
    page.announces("track")
    assert page.evaluate("() => document.activeElement.textContent") == "Back to the results"
    assert page.violations() == []
    table("Views of the web player that axe checks", screen=screen, scheme=scheme, views="album", violations=0)
    page.keyboard.press("Escape")
    wait_for("the results", lambda: page.locator(".open").count() > 1)
    assert page.evaluate("() => document.activeElement === document.querySelector('.open')")


@pytest.mark.quick
def test_a_track_and_then_all_tracks_of_an_album_are_added_by_keyboard(serve, tones, open_page, simulator):
    page = open_page(WebPlayer(serve, tones[:1], simulator=simulator).link)
    search(page, "Albums")
    page.locator(".open").first.click()
    page.sees(".inside .result")
    count = page.locator(".inside .result").count()
    page.locator(".inside .result button[aria-label^='Add']").nth(count - 1).focus()
    page.keyboard.press("Enter")
    page.announces("Added")
    page.shows("#queue-count", "2 entries")
    page.locator(".inside-acts button", has_text="Add all").click()
    page.shows("#queue-count", f"{count + 2} entries")


# The keyboard.


def test_the_tab_key_reaches_every_control(page):
    ids = [
        "open-settings", "tab-queue", "seek", "shuffle", "previous", "toggle", "next", "repeat", "mute", "volume",
        "sleep", "queue-current", "queue-clear",
    ]
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.id || document.activeElement.className"))
    assert [one for one in reached if one in ids][: len(ids)] == ids
    assert any("entry" in one for one in reached[reached.index("queue-clear") :])


def test_the_keyboard_edits_the_queue(page):
    names, press = list(NAMES), page.keyboard.press

    def focuses(index):
        wait_for(f"the focus on row {index}", lambda: page.focused_row == str(index))

    page.row(0).focus()
    press("ArrowDown")
    focuses(1)
    press("Enter")
    page.shows("#title", names[1])
    press("Alt+ArrowDown")
    page.announces("tone 1.wav is now at place 3 of 6")
    names[1], names[2] = names[2], names[1]
    page.lists(names)
    focuses(2)
    press("Alt+End")
    page.announces("place 6 of 6")
    names.append(names.pop(2))
    page.lists(names)
    focuses(5)
    press("Alt+ArrowDown")
    page.announces("can't move further")
    press("Home")
    focuses(0)
    press("n")
    page.announces("plays next")
    names.append(names.pop(0))
    page.lists(names)
    wait_for("the focus to stay in the list", lambda: page.focused_row is not None)
    press("Home")
    focuses(0)
    press("Delete")
    page.announces("Removed")
    names.pop(0)
    page.lists(names)
    focuses(0)
    press("m")
    page.sees("#row-menu")
    press("Escape")
    page.hides("#row-menu")
    focuses(0)


def test_single_keys_work_everywhere_until_they_are_turned_off(page):
    press = page.keyboard.press
    announcements = {"s": "Shuffle is on", "r": "Repeat: all", "-": "Volume 95", "l": "10 seconds ahead"}
    for key, announcement in announcements.items():
        page.locator("#tab-queue").focus()
        press(key)
        page.announces(announcement)
    press("/")
    page.focuses("#search-term")
    page.keyboard.type("n p s")
    assert page.input_value("#search-term") == "n p s"
    press("Escape")
    page.locator("#tab-search").focus()
    press("ArrowRight")
    page.focuses("#tab-lyrics")
    page.sees("#panel-lyrics")
    press("?")
    page.sees("#settings")
    page.locator("#shortcuts").focus()
    press("Space")
    press("Escape")
    page.locator("#tab-lyrics").focus()
    press("s")
    # The server answers in order, so the key would have had its effect before the button.
    page.click("#repeat")
    page.has("#repeat", "aria-label", "Repeat: this track")
    page.has("#shuffle", "aria-pressed", "true")


def test_arrow_keys_move_the_position_slider_by_five_seconds(page, player):
    pause(page)
    socket = player.connect()
    socket.send({"id": 1, "do": "seek", "to": 100})
    page.shows("#elapsed", "1:40")
    page.locator("#seek").focus()
    page.keyboard.press("ArrowRight")
    page.shows("#elapsed", "1:45")
    page.keyboard.press("ArrowLeft")
    page.shows("#elapsed", "1:40")


# Several pages, a server that dies, a long queue.


def test_eight_pages_at_once_agree(serve, tones, open_page):
    player = WebPlayer(serve, tones, "--repeat", "all")
    pages = [open_page(player.link) for _ in range(8)]
    for page in pages:
        page.lists(NAMES)
    chance = random.Random(15)
    for _ in range(60):
        page = chance.choice(pages)
        action = chance.choice(["next", "shuffle", "toggle", "repeat", "move", "volume", "jump"])
        if action in ("next", "shuffle", "toggle", "repeat"):
            page.click("#" + action)
        elif action == "volume":
            page.locator("#volume").fill(str(chance.randrange(101)))
        else:
            page.row(chance.randrange(6)).focus()
            move = chance.choice(["Alt+ArrowUp", "Alt+ArrowDown", "Alt+Home"])
            page.keyboard.press("Enter" if action == "jump" else move)

    def view(page):
        return [
            page.rows, page.text(".entry.current .name"), page.text("#title"),
            page.get_attribute("#shuffle", "aria-pressed"), page.label("#repeat"), page.label("#toggle"),
            page.input_value("#volume"),
        ]

    def truth():
        socket = player.connect()
        state = socket.until("state")
        socket.send({"id": 1, "do": "window", "from": 0, "count": 6})
        titles = [entry["title"] for entry in socket.until("window")["entries"]]
        socket.close()
        return [titles, state["entry"]["title"], state["entry"]["title"], str(state["isShuffled"]).lower(),
                {"off": "Repeat: off", "all": "Repeat: all", "one": "Repeat: this track"}[state["repeatMode"]],
                "Pause" if state["wantsToPlay"] and "end" not in state else "Play", str(round(state["volume"] * 100))]

    wait_for("all pages to show what the server has", lambda: all(view(page) == truth() for page in pages))


@pytest.mark.quick
def test_a_page_returns_to_a_server_that_was_killed(serve, tones, open_page, port):
    player = WebPlayer(serve, tones, address=f"127.0.0.1:{port}")
    page = open_page(player.link)
    page.lists(NAMES)
    player.program.end(signal.SIGKILL)
    page.shows("#link", "Connecting again…")
    page.click("#toggle")
    page.announces("There is no connection.")
    again = WebPlayer(serve, tones[2:], address=f"127.0.0.1:{port}")
    page.is_connected()
    page.lists(NAMES[2:])
    page.shows("#title", NAMES[2])
    page.click("#next")
    page.shows("#title", NAMES[3])
    again.program.end()
    page.shows("#link", "Connecting again…")


def test_a_queue_of_a_million_entries_scrolls_and_paints_fast(processes, playerkit, scratch, open_page, table):
    def serve(*arguments):
        # A debug build reads the list for a minute or longer.
        return Serve(processes, playerkit, *arguments, limit=600)

    count = 1_000_000
    tone(scratch / "one.wav")
    entries = (f"#EXTINF:60,Artist {n % 977} - Title {n}\none.wav\n" for n in range(count))
    (scratch / "million.m3u").write_text("#EXTM3U\n" + "".join(entries))
    player = WebPlayer(serve, [scratch / "million.m3u"])
    page = open_page(player.link)
    page.shows("#queue-count", "1,000,000 entries")
    wait_for("the first row", lambda: "Title 0" in page.rows)
    paints, rows = [], []

    def paints_soon():
        """Loads the page again. A busy machine may delay a load, but not each of them."""
        page.reload()
        paints.append(wait_for("the first paint", lambda: page.evaluate(
            "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        )))
        wait_for("the first row", lambda: "Title 0" in page.rows)
        rows.append(page.evaluate("() => performance.now()"))
        return paints[-1] <= 1_000

    wait_for("a first paint within a second", paints_soon)
    page.row(0).focus()
    page.keyboard.press("End")
    wait_for("the last row", lambda: page.rows[-1:] == ["Title 999999"])
    page.keyboard.press("Alt+ArrowUp")
    page.announces("is now at place 999,999 of 1,000,000")
    wait_for("the move", lambda: page.rows[-2:] == ["Title 999999", "Title 999998"])

    page.mouse.move(900, 500)
    for _ in range(40):
        page.mouse.wheel(0, -400)
    for share in [0.1, 0.5, 0.9, 0.25]:
        # The page moves the bar to the list's position some time after a scroll. A jump before that would be lost.
        for _ in range(4):
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))")
        page.evaluate("""share => {
            const list = document.querySelector("#queue-scroll");
            list.scrollTop = list.scrollHeight * share;
        }""", share)
        # Rows that the page does not have yet are empty.
        wait_for(f"the rows at {share}", lambda: "" not in page.rows and abs(number(page.rows) / count - share) < 0.01)
    first = number(page.rows)
    page.mouse.wheel(0, 600)
    wait_for("the wheel to turn by ten rows", lambda: "" not in page.rows and 5 <= number(page.rows) - first <= 15)

    session = page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    elements = page.evaluate("() => document.querySelectorAll('*').length")
    table(
        "A million entries in the web player", first_paint=f"{min(paints):.0f} ms", rows=f"{min(rows):.0f} ms",
        heap=f"{heap:.1f} MB", elements=elements,
    )
    assert heap <= 50
    assert elements <= 2_000


def number(rows):
    """The number in the title of the first row."""
    return int(rows[0].split()[1]) if rows else -1


# The faults that axe finds.


@pytest.mark.parametrize("screen, scheme", APPEARANCES)
def test_axe_finds_no_violation_in_any_view(serve, tones, book, open_page, simulator, screen, scheme, table):
    page = open_page(WebPlayer(serve, [book, *tones], "--repeat", "one", simulator=simulator).link, screen, scheme)
    page.sees("#tab-chapters")
    views = []

    def look(view):
        assert page.violations() == [], view
        views.append(view)

    def view_of_tab(name):
        page.click("#tab-" + name)
        page.sees("#panel-" + name)

    if screen == "phone":
        view_of_tab("now")
        look("now")
    for name in ["queue", "chapters"]:
        view_of_tab(name)
        look(name)
    view_of_tab("search")
    search(page)
    wait_for("results", lambda: page.locator(".result").count() > 3)
    look("search")
    page.click("#open-settings")
    look("settings")
    page.keyboard.press("Escape")
    if screen == "phone":
        view_of_tab("now")
    page.click("#sleep")
    look("sleep")
    page.keyboard.press("Escape")
    view_of_tab("queue")
    page.locator(".entry.current").hover()
    page.locator(".entry.current .more").click()
    look("menu")
    page.keyboard.press("Escape")
    # The book has no lyrics, the next track has.
    view_of_tab("lyrics")
    page.keyboard.press("n")
    wait_for("lyrics", lambda: page.locator("#lyrics li").count() > 5)
    look("lyrics")

    def is_only_current_line_marked():
        # While the next line becomes the current one, the colors change gradually.
        colors = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("#lyrics li")].map(
            (line) => [getComputedStyle(line.firstElementChild).color, line.className]))""")
        return sorted(colors.values()) == ["", "current"]

    wait_for("one line that stands out, the current one", is_only_current_line_marked)
    table("Views of the web player that axe checks", screen=screen, scheme=scheme, views=", ".join(views), violations=0)


@pytest.mark.quick
def test_axe_notices_a_page_with_faults(browser):
    page = browser.new_page()
    pale = "<p style='color:#aaa;background:#fff'>pale</p>"
    page.set_content(f"<html><body><main><button></button><img src='x'>{pale}</main></body></html>")
    found = {one.partition(":")[0] for one in violations(page)}
    page.close()
    assert {"button-name", "image-alt", "color-contrast"} <= found
