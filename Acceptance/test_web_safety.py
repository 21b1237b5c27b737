"""Attacks on the web player: pages of other origins, markup in titles, bad clients, wrong tokens."""

import http.server
import threading

import pytest
from support.processes import wait_for
from support.web import WebPlayer, connect, frame, tone

SECRET = "k3vb5zq2w7x4n6m8p9r1t0y2u4i6o8a1"
MARKUP = """<img src=x onerror="window.harmed = 1"><script>window.harmed = 2</script>"""
LARGE = 100 << 20  # bytes that a bad client wants to send
TAKEN = 50 << 20  # the maximum of them that the buffers of both sides hold


@pytest.fixture
def tones(scratch):
    return [tone(scratch / f"tone {n}.wav") for n in range(2)]


@pytest.fixture
def player(serve, tones):
    return WebPlayer(serve, tones)


# Other origins.


@pytest.mark.quick
def test_only_names_of_this_machine_are_answered(player):
    assert player.request()[0] == 200
    assert player.request(host=f"localhost:{player.port}")[0] == 200
    for name in ["evil.example", f"evil.example:{player.port}", f"127.0.0.1.evil.example:{player.port}", "192.168.1.2"]:
        assert player.request(host=name)[0] == 421, name
        assert player.connect(name=name, origin=f"http://{name}").status == 421, name


@pytest.mark.quick
def test_requests_of_other_origins_are_refused(player):
    others = ["http://evil.example", "null", f"http://127.0.0.1:{player.port + 1}", "https://" + player.host, ""]
    for origin in others:
        assert player.connect(origin=origin).status == 403, origin
    assert player.request("/session", "POST", b"", origin="http://evil.example")[0] == 403
    assert player.request("/session", "POST", b"")[0] == 403
    assert player.request(sec_fetch_site="cross-site", sec_fetch_mode="no-cors")[0] == 403
    assert player.connect().is_open


@pytest.mark.quick
@pytest.mark.parametrize("path", [
    "/../Package.swift", "/%2e%2e/etc/passwd", "/cover/entry/../../etc/passwd/96", "/app.swift", "//etc/passwd",
])
def test_no_other_file_is_served(player, path):
    assert player.request(path)[0] in (400, 404)


@pytest.mark.quick
def test_the_header_fields_forbid_foreign_content(player):
    _, fields, _ = player.request()
    assert "default-src 'self'" in fields["content-security-policy"]
    assert fields["x-content-type-options"] == "nosniff"
    assert fields["x-frame-options"] == "DENY"


@pytest.mark.quick
def test_a_foreign_page_in_the_same_browser_reaches_nothing(player, browser):
    class Foreign(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>foreign</title>")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        results = page.evaluate(
            """async (host) => {
              const socket = await new Promise((resolve) => {
                const socket = new WebSocket(`ws://${host}/socket`);
                socket.onopen = () => resolve("open");
                socket.onerror = () => resolve("refused");
              });
              const read = await fetch(`http://${host}/session`).then(() => "read", () => "refused");
              const image = await new Promise((resolve) => {
                const image = new Image();
                image.onload = () => resolve("shown");
                image.onerror = () => resolve("refused");
                image.src = `http://${host}/icon.svg`;
              });
              return { socket, read, image };
            }""", player.host)
        page.close()
        server.shutdown()
    assert results == {"socket": "refused", "read": "refused", "image": "refused"}


# Markup.


@pytest.mark.quick
def test_a_title_of_markup_is_text(serve, scratch, tones, open_page):
    path = scratch / "markup.m3u"
    path.write_text(f"#EXTM3U\n#EXTINF:60,{MARKUP}\n{tones[0]}\n#EXTINF:60,\u202egnp.exe\n{tones[1]}\n")
    page = open_page(WebPlayer(serve, [path]).link)
    page.shows("#title", MARKUP)
    # The second title would change the direction of text.
    wait_for("both titles", lambda: len(page.rows) == 2 and page.rows[0] == MARKUP and "gnp.exe" in page.rows[1])
    assert "\u202e" not in page.rows[1]
    assert page.evaluate("() => window.harmed") is None
    assert page.locator("#title img, .name img").count() == 0


@pytest.mark.quick
def test_the_browser_refuses_markup_and_code_from_text_on_the_page(player, open_page):
    page = open_page(player.link)
    attempts = {"markup": "document.body.innerHTML = '<b>x</b>'", "code": "new Function('return 1')()"}
    for name, attempt in attempts.items():
        # The debugger's own call is not subject to the policy, a timer is.
        is_refused = page.evaluate(f"""() => new Promise((resolve) => setTimeout(() => {{
            try {{ {attempt}; resolve(false); }} catch {{ resolve(true); }}
        }}))""")
        assert is_refused, name


# Bad clients.


@pytest.fixture
def steady(serve, tones):
    """A player whose music continues, and whose memory does not grow, whatever the test does to it."""
    player = WebPlayer(serve, tones, "--repeat", "all")
    watching = player.connect()
    first = watching.until("state", lambda state: state["state"] == "play")
    before = player.program.process.memory()
    yield player
    grown = (player.program.process.memory() - before) / 1e6
    assert grown < 60, f"{grown} MB"
    watching.send({"id": 1, "do": "seek", "to": 300})
    state = watching.until("state", lambda state: state["position"] >= 300)
    assert state["wantsToPlay"] and state["entry"]["id"] == first["entry"]["id"]
    watching.until("state", lambda state: state["state"] == "play")
    assert player.program.process.is_running


def sent(socket, head, part, count):
    """The number of bytes that a server accepts before it closes the connection."""
    total = 0
    try:
        socket.sendall(head)
        for _ in range(count):
            socket.sendall(part)
            total += len(part)
    except ConnectionError:
        pass
    return total


def test_a_client_that_claims_a_large_message_is_cut_off(steady):
    head = bytes([0x81, 0xFF]) + LARGE.to_bytes(8, "big") + bytes(4)
    assert sent(steady.connect().socket, head, bytes(1 << 16), LARGE >> 16) < TAKEN


def test_a_client_that_sends_a_large_message_in_parts_is_cut_off(steady):
    data = b"a" * 60_000
    head, part = frame(data, first=0x01) + data, frame(data, first=0x00) + data
    assert sent(steady.connect().socket, head, part, LARGE // len(part)) < TAKEN


def test_a_client_that_sends_an_endless_head_is_cut_off(steady):
    head = b"GET / HTTP/1.1\r\nX: "
    assert sent(connect(steady.host), head, b"a" * (1 << 16), LARGE >> 16) < TAKEN


def test_a_client_that_never_reads_is_dropped(steady):
    client = steady.connect()
    with pytest.raises(ConnectionError):
        for number in range(1_000_000):
            client.send({"id": number % 1_000, "do": "window", "from": 0, "count": 200})


def test_a_client_that_sends_nonsense_is_dropped(steady):
    client = steady.connect()
    try:
        for _ in range(20):
            client.send(b'{"what":')
    except ConnectionError:
        pass
    assert client.until("nothing") == 1008


def test_a_client_that_sends_nothing_is_dropped(steady):
    assert connect(steady.host).recv(1) == b""


# The token.


@pytest.fixture
def guarded(serve, tones):
    return WebPlayer(serve, tones, PLAYERKIT_WEB_TOKEN=SECRET)


@pytest.mark.quick
def test_nothing_is_given_without_the_token(guarded):
    assert guarded.token == SECRET
    assert guarded.connect().status == 401
    assert guarded.request("/session")[0] == 401
    assert guarded.request("/cover/found/1/0/96")[0] == 401
    for wrong in [b"", b"x", SECRET[:-1].encode(), SECRET.encode() + b"x", b"\xff\xfe"]:
        assert guarded.request("/session", "POST", wrong, origin="http://" + guarded.host)[0] == 401, wrong


@pytest.mark.quick
def test_the_token_is_exchanged_for_a_cookie_that_scripts_do_not_see(guarded, open_page):
    status, fields, _ = guarded.request("/session", "POST", SECRET.encode(), origin="http://" + guarded.host)
    cookie = fields["set-cookie"]
    assert status == 204 and "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert guarded.connect(cookie=cookie.split(";")[0]).is_open

    page = open_page(guarded.link)
    assert "#" not in page.url
    assert page.evaluate("() => document.cookie") == ""
    assert SECRET not in page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])")
    page.reload()
    page.is_connected()


@pytest.mark.quick
def test_the_page_asks_for_the_token(guarded, open_page):
    page = open_page(guarded.address, is_connected=False)
    page.sees("#token-dialog")
    page.fill("#token", "wrong")
    page.keyboard.press("Enter")
    page.announces("This token is wrong.")
    page.sees("#token-dialog #token-error")
    for _ in range(3):
        page.keyboard.press("Escape")
    page.sees("#token-dialog")
    page.fill("#token", guarded.link)
    page.keyboard.press("Enter")
    page.is_connected()


@pytest.mark.quick
def test_a_token_is_made_if_other_machines_can_connect(serve, tones):
    assert len(WebPlayer(serve, tones, address="0.0.0.0:0").token) >= 26
