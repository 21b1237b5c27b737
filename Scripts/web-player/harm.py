"""What must not be possible, and who may not be shut out."""
import json
import os
import socket as sockets
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from axe_playwright_python.sync_playwright import Axe
from page import Page
from rig import Socket, check, wait


def foreign(rig):
    """Foreign hosts and origins are refused"""
    player = rig.player(rig.tones[:1])
    host = player.host
    port = host.rsplit(":", 1)[1]
    ask = rig.request
    check(ask(host)[0] == 200, "our own name")
    check(ask(host, host=f"localhost:{port}")[0] == 200, "localhost")
    for name in ["evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "192.168.1.2"]:
        check(ask(host, host=name)[0] == 421, f"Host: {name}")
        check(Socket(host, name=name, origin=f"http://{name}").status == 421, f"a socket to {name}")
    for origin in ["http://evil.example", "null", f"http://127.0.0.1:{int(port) + 1}", "https://" + host, ""]:
        check(Socket(host, origin=origin).status == 403, f"a socket from {origin!r}")
    check(ask(host, "/session", "POST", b"", origin="http://evil.example")[0] == 403, "a post from elsewhere")
    check(ask(host, "/session", "POST", b"")[0] == 403, "a post from nowhere")
    check(ask(host, "/", sec_fetch_site="cross-site", sec_fetch_mode="no-cors")[0] == 403, "embedded elsewhere")
    check(Socket(host).is_open, "our own page")
    for path in ["/../Package.swift", "/%2e%2e/etc/passwd", "/cover/entry/../../etc/passwd/96", "/app.swift", "//etc/passwd"]:
        check(ask(host, path)[0] in (404, 400), path)
    _, fields, _ = ask(host)
    check("default-src 'self'" in fields["content-security-policy"], fields)
    check(fields["x-content-type-options"] == "nosniff" and fields["x-frame-options"] == "DENY", fields)

    # A page of somebody else, in the same browser.
    class Evil(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>evil</title>")
        def log_message(self, *_):
            pass
    evil = HTTPServer(("127.0.0.1", 0), Evil)
    threading.Thread(target=evil.serve_forever, daemon=True).start()
    page = rig.browser.new_page()
    page.goto(f"http://127.0.0.1:{evil.server_port}/")
    tries = page.evaluate(
        """async (host) => {
          const socket = await new Promise((resolve) => {
            const socket = new WebSocket(`ws://${host}/socket`);
            socket.onopen = () => resolve("open");
            socket.onerror = () => resolve("refused");
          });
          const read = await fetch(`http://${host}/session`).then(() => "read", () => "refused");
          const post = await fetch(`http://${host}/session`, {method: "POST", body: "x", mode: "no-cors"}).then((a) => a.type, () => "refused");
          const image = await new Promise((resolve) => {
            const image = new Image();
            image.onload = () => resolve("shown");
            image.onerror = () => resolve("refused");
            image.src = `http://${host}/icon.svg`;
          });
          return {socket, read, image};
        }""", host)
    check(tries == {"socket": "refused", "read": "refused", "image": "refused"}, tries)
    page.close()
    evil.shutdown()


def markup(rig):
    """A title of markup is text"""
    path = os.path.join(rig.scratch, "markup.m3u")
    title = '<img src=x onerror="window.harmed = 1"><script>window.harmed = 2</script>'
    with open(path, "w") as file:
        file.write(f"#EXTM3U\n#EXTINF:60,{title}\n{rig.tones[0]}\n#EXTINF:60,\u202egnp.exe\n{rig.tones[1]}\n")
    player = rig.player([path])
    page = Page(rig.browser, player).connected()
    page.waits("#title", title)
    wait(lambda: page.rows[:1] == [title], "the title is in the list")
    check(page.evaluate("() => window.harmed") is None, "nothing of it ran")
    check(page.locator("#title img, .name img").count() == 0, "nothing of it is an element")
    check("\u202e" not in "".join(page.rows), "what turns text around is left out")
    # And even a fault of ours could not: the browser refuses markup on this page.
    refused = page.evaluate("() => { try { document.body.innerHTML = '<b>x</b>'; return false; } catch { return true; } }")
    check(refused, "markup is refused")
    refused = page.evaluate(
        """() => new Promise((resolve) => setTimeout(() => {
          try { new Function("return 1")(); resolve(false); } catch { resolve(true); }
        }))""")
    check(refused, "code from text is refused")
    check(not page.faults, page.faults)
    page.close()


def rude(rig):
    """A client that sends 100 MB, one that never reads, one that says nothing: dropped; the music plays on"""
    player = rig.player(rig.tones, "--repeat", "all")
    host = player.host
    watching = Socket(host)
    first = watching.until("state")
    before = player.memory

    # 100 MB as one message, by its own word; then as many parts.
    for claim in (True, False):
        client = Socket(host)
        sent = 0
        try:
            if claim:
                client.socket.sendall(bytes([0x81, 0xFF]) + (100 << 20).to_bytes(8, "big") + bytes(4))
                for _ in range(1600):
                    client.socket.sendall(bytes(65536))
                    sent += 65536
            else:
                client.socket.sendall(bytes([0x01, 0xFE]) + (60000).to_bytes(2, "big") + bytes(4) + b"a" * 60000)
                for _ in range(1600):
                    client.socket.sendall(bytes([0x00, 0xFE]) + (60000).to_bytes(2, "big") + bytes(4) + b"a" * 60000)
                    sent += 60000
        except OSError:
            pass
        check(sent < 50 << 20, f"it is cut off, and took {sent} bytes")
        client.close()
    # A head without end.
    with sockets.create_connection(tuple(host.split(":")), 10) as head:
        sent = 0
        try:
            for _ in range(1600):
                head.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 65536)
                sent += 65536
        except OSError:
            pass
        check(sent < 50 << 20, f"a head without end is cut off, and took {sent} bytes")
    # One that asks and never reads, with a small buffer.
    deaf = Socket(host)
    deaf.socket.settimeout(20)
    began = time.monotonic()
    try:
        for number in range(1_000_000):
            deaf.send({"id": number % 1000, "do": "window", "from": 0, "count": 200})
        raise AssertionError("it is not dropped")
    except OSError:
        pass
    dropped = time.monotonic() - began
    # One that says nothing at all.
    silent = sockets.create_connection(tuple(host.split(":")), 10)
    # Nonsense.
    client = Socket(host)
    for _ in range(20):
        try:
            client.send(b'{"what":')
        except OSError:
            break
    closed = client.until("nothing")
    check(closed == 1008, f"who talks nonsense is shown out, by {closed}")
    after = player.memory
    rig.note(f"memory {before:.0f} MB, then {after:.0f} MB; the deaf one dropped after {dropped:.1f} s")
    check(after - before < 60, f"memory grew from {before} to {after} MB")
    # All the while the music played.
    watching.send({"id": 1, "do": "seek", "to": first["position"] + 1})
    state = watching.until("state")
    check(state["state"] in ("play", "loadToPlay") and state["entry"]["id"] == first["entry"]["id"], state)
    silent.settimeout(20)
    check(silent.recv(1) == b"", "who says nothing is let go of")
    check(player.is_running, "the server is there")


def token(rig):
    """A token in the fragment, exchanged for a cookie"""
    secret = "k3vb5zq2w7x4n6m8p9r1t0y2u4i6o8a1"
    player = rig.player(rig.tones[:2], PLAYERKIT_WEB_TOKEN=secret)
    check(player.link.endswith("#" + secret), player.link)
    host = player.host
    origin = "http://" + host
    check(Socket(host).status == 401, "a socket without a cookie")
    check(rig.request(host, "/session")[0] == 401, "no cookie")
    check(rig.request(host, "/cover/found/1/0/96")[0] == 401, "a cover without a cookie")
    for wrong in [b"", b"x", secret[:-1].encode(), secret.encode() + b"x", b"\xff\xfe"]:
        check(rig.request(host, "/session", "POST", wrong, origin=origin)[0] == 401, wrong)
    status, fields, _ = rig.request(host, "/session", "POST", secret.encode(), origin=origin)
    cookie = fields["set-cookie"]
    check(status == 204 and "HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie)
    check(Socket(host, cookie=cookie.split(";")[0]).is_open, "a socket with the cookie")

    page = Page(rig.browser, player, link=player.address)
    wait(lambda: page.locator("#token-dialog").is_visible(), "the page should ask for the token")
    page.fill("#token", "wrong")
    page.keyboard.press("Enter")
    page.said("This is not the token.")
    page.fill("#token", player.link)
    page.keyboard.press("Enter")
    page.connected()
    page.close()
    page = Page(rig.browser, player).connected()
    check("#" not in page.url, "the token does not stay in the address")
    check(page.evaluate("() => document.cookie") == "", "no script sees the cookie")
    check(page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}])").find(secret) < 0, "nor is it stored")
    page.reload()
    page.connected()
    # Nothing that is asked for names it.
    check(not page.faults, page.faults)
    page.close()
    check(all(c in "0123456789abcdefghijklmnopqrstuvwxyz" for c in secret), "")
    everywhere = rig.player(rig.tones[:1], address="0.0.0.0")
    made = everywhere.link.partition("#")[2]
    check(len(made) >= 26, f"elsewhere than on this machine a token is made: {everywhere.ready}")


def reading(rig, whole=True):
    """axe finds nothing"""
    fixtures = os.path.join(rig.repository, "Tests/Fixtures/Tags")
    player = rig.player([os.path.join(fixtures, "comments.flac"), *rig.tones], "--repeat", "one", simulator=True)
    found = 0
    sizes = [(1280, 800), (390, 844)]
    for width, height in sizes:
        for scheme in ["light", "dark"] if whole else [["light", "dark"][width < 900]]:
            page = Page(rig.browser, player, width, height, scheme).connected()
            wait(lambda: page.locator("#tab-chapters").is_visible(), "there should be chapters")

            def look(where):
                # What moves has come to rest.
                page.wait_for_timeout(350)
                results = Axe().run(page.page)
                faults = [f"{where} {width} {scheme}: {v['id']}: {n['html'][:120]} {n['failureSummary'][:200]}" for v in results.response["violations"] for n in v["nodes"]]
                check(not faults, "\n".join(faults))
                return 1

            for tab in ["now", "queue", "search", "lyrics", "chapters"]:
                if tab == "now" and width >= 900:
                    continue
                page.click("#tab-" + tab)
                if tab == "search":
                    page.fill("#search-term", "a")
                    page.keyboard.press("Enter")
                    wait(lambda: page.locator(".result").count() > 3, "there should be results", 20)
                if tab == "lyrics":
                    page.keyboard.press("n")
                    wait(lambda: page.locator("#lyrics li").count() > 5, "there should be words")
                found += look(tab)
                if tab == "lyrics":
                    # The first begins the track anew, where some of it was heard.
                    page.keyboard.press("p")
                    page.keyboard.press("p")
                    wait(lambda: page.locator("#tab-chapters").is_visible(), "there should be chapters")
            page.click("#open-settings")
            found += look("settings")
            page.keyboard.press("Escape")
            if width < 900:
                page.click("#tab-now")
            page.click("#sleep")
            found += look("sleep")
            page.keyboard.press("Escape")
            page.click("#tab-queue")
            row = page.locator(".entry.current")
            row.hover()
            row.locator(".more").click()
            found += look("menu")
            page.keyboard.press("Escape")
            page.close()
    # A check that finds nothing proves nothing, unless it finds what is there.
    page = rig.browser.new_page()
    page.set_content("<html><body><main><button></button><img src='x'><p style='color:#aaa;background:#fff'>pale</p></main></body></html>")
    control = {v["id"] for v in Axe().run(page).response["violations"]}
    check({"button-name", "image-alt", "color-contrast"} <= control, f"axe sees what is wrong: {control}")
    page.close()
    rig.note(f"{found} views, 0 violations")


def reading_sample(rig):
    """axe finds nothing (a sample)"""
    reading(rig, whole=False)
