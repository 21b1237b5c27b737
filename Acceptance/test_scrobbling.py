"""Other people's clients, pylast and liblistenbrainz, write to the simulated Last.fm and ListenBrainz.

Our own clients are tested against this simulator, so it must accept and refuse what the real services do."""

import http.client
import http.server
import json
import ssl
import subprocess
import threading
import time
import urllib.parse
import urllib.request

import liblistenbrainz
import pylast
import pytest

from support.packages import need
from support.player import Simulator

pytestmark = pytest.mark.quick

RECORDING = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"


def forward(base, context=None):
    """The port of a server that forwards requests to a folder of the simulator.

    Both clients accept a host but no folder, and pylast requires https."""
    target = urllib.parse.urlsplit(base)

    class Forwarder(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name: self.headers[name] for name in ("content-type", "authorization") if name in self.headers}
            connection = http.client.HTTPConnection(target.netloc)
            connection.request(self.command, target.path + self.path, body, headers)
            answer = connection.getresponse()
            data = answer.read()
            connection.close()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["content-type"])
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Forwarder)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


@pytest.fixture(scope="module")
def simulator(module_processes, playerkit):
    """A simulator that counts what these tests write."""
    return Simulator(module_processes, playerkit)


@pytest.fixture(scope="module")
def last_fm_host(simulator, tmp_path_factory):
    need("openssl")
    folder = tmp_path_factory.mktemp("certificate")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    pylast.SSL_CONTEXT = ssl.create_default_context(cafile=certificate)
    return f"localhost:{forward(simulator.bases['lastFM'], context)}"


@pytest.fixture
def network(simulator, last_fm_host):
    """Makes pylast's clients."""

    def network(session=simulator.bases["lastFMSessionKey"], secret=simulator.bases["lastFMSecret"]):
        client = pylast.LastFMNetwork(api_key=simulator.bases["lastFMKey"], api_secret=secret, session_key=session)
        client.ws_server = (last_fm_host, "/2.0/")
        return client

    return network


@pytest.fixture
def listen_brainz(simulator):
    client = liblistenbrainz.ListenBrainz(f"http://127.0.0.1:{forward(simulator.bases['listenBrainz'])}")
    client.set_auth_token(simulator.bases["listenBrainzToken"])
    return client


@pytest.fixture
def listens(simulator):
    """The plays that a service of the simulator has counted so far."""
    simulator.control("/reset")

    def listens(service):
        with urllib.request.urlopen(simulator.bases["control"] + "/listens") as answer:
            return json.load(answer)[service]

    return listens


def listen(number=0, **more):
    begin = int(time.time()) - number
    return liblistenbrainz.Listen(track_name=f"Title {number}", artist_name="Artist", listened_at=begin, **more)


def test_pylast_gets_a_session_by_a_page(simulator, network):
    generator = pylast.SessionKeyGenerator(network(session=""))
    session = generator.get_web_auth_session_key(generator.get_web_auth_url())
    assert session == simulator.bases["lastFMSessionKey"]


def test_pylast_writes_what_plays_now(network, listens):
    network().update_now_playing(artist="Björk & Co", title="Ümläut + 100 %")
    assert listens("lastFM")["nowPlaying"]["title"] == "Ümläut + 100 %"


def test_last_fm_counts_a_play_once_if_pylast_writes_it_twice(network, listens):
    client, now = network(), int(time.time())
    for _ in range(2):
        client.scrobble(artist="Björk & Co", title="Ümläut + 100 %", timestamp=now - 300, album="Album")
    client.scrobble_many(
        [{"artist": "Artist", "title": f"Title {n}", "timestamp": now - 1_000 + n} for n in range(60)]
    )
    found = listens("lastFM")
    assert (len(found["counted"]), found["told"]) == (61, 62)


@pytest.mark.parametrize("status, wrong", [("13", {"secret": "x"}), ("9", {"session": "x"})], ids=["secret", "session"])
def test_last_fm_refuses_a_wrong_secret_or_session_by_its_number(network, status, wrong):
    with pytest.raises(pylast.WSError) as caught:
        network(**wrong).scrobble("A", "B", int(time.time()))
    assert str(caught.value.status) == status


def test_listen_brainz_refuses_an_unknown_token(listen_brainz):
    with pytest.raises(liblistenbrainz.errors.InvalidAuthTokenException):
        liblistenbrainz.ListenBrainz(listen_brainz.api_base_url).set_auth_token("00000000-0000-0000-0000-000000000000")


def test_listen_brainz_counts_a_listen_once_if_liblistenbrainz_writes_it_twice(listen_brainz, listens):
    first = listen()
    for _ in range(2):
        listen_brainz.submit_single_listen(first)
    listen_brainz.submit_multiple_listens([listen(number, release_name="Album") for number in range(1, 40)])
    found = listens("listenBrainz")
    assert (len(found["counted"]), found["told"]) == (40, 41)


def test_liblistenbrainz_writes_what_plays_now(listen_brainz, listens):
    listen_brainz.submit_playing_now(liblistenbrainz.Listen(track_name="Now", artist_name="Artist"))
    assert listens("listenBrainz")["nowPlaying"]["title"] == "Now"


def test_liblistenbrainz_writes_that_a_recording_is_loved(listen_brainz, listens):
    listen_brainz.submit_user_feedback(1, RECORDING)
    assert listens("listenBrainz")["feelings"] == {RECORDING: 1}


def test_listen_brainz_refuses_an_invalid_id(listen_brainz):
    with pytest.raises(liblistenbrainz.errors.ListenBrainzAPIException) as caught:
        listen_brainz.submit_single_listen(listen(50, recording_mbid="no id"))
    assert caught.value.status_code == 400
