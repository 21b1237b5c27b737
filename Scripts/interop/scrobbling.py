"""Writes to the simulated Last.fm and ListenBrainz by clients of others, and looks at what they counted.

Usage: scrobbling.py SIMULATOR FOLDER, where SIMULATOR is the simulator's line of JSON

Both speak to a host alone, and pylast https: small proxies stand before the simulator's folders.
"""

import http.client
import http.server
import json
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

import liblistenbrainz
import pylast

simulator = json.loads(sys.argv[1])
folder = sys.argv[2]


def check(what, holds):
    print(("ok   " if holds else "FAIL ") + what)
    if not holds:
        sys.exit(1)


def listens(service):
    with urllib.request.urlopen(simulator["control"] + "/listens") as answer:
        return json.load(answer)[service]


def proxy(base, context=None):
    """The port of a server that passes all on to an address below the simulator's."""
    target = urllib.parse.urlsplit(base)

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {
                name: self.headers[name] for name in ("content-type", "authorization") if name in self.headers
            }
            connection = http.client.HTTPConnection(target.netloc)
            connection.request(self.command, target.path + self.path, body, headers)
            answer = connection.getresponse()
            data = answer.read()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["content-type"])
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def last_fm():
    key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    pylast.SSL_CONTEXT = ssl.create_default_context(cafile=certificate)
    host = f"localhost:{proxy(simulator['lastFM'], context)}"

    def network(session="", secret=simulator["lastFMSecret"]):
        made = pylast.LastFMNetwork(api_key=simulator["lastFMKey"], api_secret=secret, session_key=session)
        made.ws_server = (host, "/2.0/")
        return made

    def refused(code, body):
        try:
            body()
        except pylast.WSError as error:
            return str(error.status) == str(code)
        return False

    generator = pylast.SessionKeyGenerator(network())
    session = generator.get_web_auth_session_key(generator.get_web_auth_url())
    check("pylast: a session by a page", session == simulator["lastFMSessionKey"])
    signed_in = network(session=session)
    now = int(time.time())
    signed_in.update_now_playing(artist="Björk & Co", title="Ümläut + 100 %")
    check("pylast: what plays now", listens("lastFM")["nowPlaying"]["title"] == "Ümläut + 100 %")
    for _ in range(2):
        signed_in.scrobble(artist="Björk & Co", title="Ümläut + 100 %", timestamp=now - 300, album="Album")
    tracks = [{"artist": "Artist", "title": f"Title {n}", "timestamp": now - 1_000 + n} for n in range(60)]
    signed_in.scrobble_many(tracks)
    told = listens("lastFM")
    check("pylast: 61 plays, of which one was told twice", (len(told["counted"]), told["told"]) == (61, 62))
    check("pylast: a wrong secret is 13", refused(13, lambda: network(session=session, secret="x").scrobble("A", "B", now)))
    check("pylast: a wrong session is 9", refused(9, lambda: network(session="x").scrobble("A", "B", now)))


def listen_brainz():
    client = liblistenbrainz.ListenBrainz(f"http://127.0.0.1:{proxy(simulator['listenBrainz'])}")
    client.set_auth_token(simulator["listenBrainzToken"])
    check("liblistenbrainz: a token is good", True)
    try:
        liblistenbrainz.ListenBrainz(client.api_base_url).set_auth_token("00000000-0000-0000-0000-000000000000")
        good = True
    except liblistenbrainz.errors.InvalidAuthTokenException:
        good = False
    check("liblistenbrainz: and nobody's is not", not good)
    now = int(time.time())

    def listen(number=0, **more):
        return liblistenbrainz.Listen(track_name=f"Title {number}", artist_name="Artist", listened_at=now - number, **more)

    for _ in range(2):
        client.submit_single_listen(listen())
    client.submit_multiple_listens([listen(number, release_name="Album") for number in range(1, 40)])
    told = listens("listenBrainz")
    check("liblistenbrainz: 40 listens, of which one was told twice", (len(told["counted"]), told["told"]) == (40, 41))
    client.submit_playing_now(liblistenbrainz.Listen(track_name="Now", artist_name="Artist"))
    check("liblistenbrainz: what plays now", listens("listenBrainz")["nowPlaying"]["title"] == "Now")
    recording = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"
    client.submit_user_feedback(1, recording)
    check("liblistenbrainz: love", listens("listenBrainz")["feelings"] == {recording: 1})
    try:
        client.submit_single_listen(listen(50, recording_mbid="no id"))
        refused = False
    except liblistenbrainz.errors.ListenBrainzAPIException as error:
        refused = error.status_code == 400
    check("liblistenbrainz: an id that is none is refused", refused)


last_fm()
listen_brainz()
