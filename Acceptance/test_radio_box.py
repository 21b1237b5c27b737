"""What the guide of the radio box promises: its proxy, and its credentials."""

import re

import pytest
from support.nginx import nginx
from support.player import Serve
from support.processes import free_port
from support.web import WebPlayer, WebSocket, tone

NAME = "music.example.org"


@pytest.fixture
def guide(root):
    return (root / "Documentation/Guides/RadioBox.md").read_text()


@pytest.fixture
def proxy(processes, scratch, guide, serve):
    """The address of nginx with the directives of the guide, without encryption, in front of a player."""
    player = WebPlayer(serve, [tone(scratch / "tone.wav")], "--web-name", NAME)
    server = re.search(r"```nginx\nserver \{\n(.*?)^\}\n```", guide, re.MULTILINE | re.DOTALL)[1]
    # The user "ann" with the password "secret".
    (scratch / "music.htpasswd").write_text("ann:{PLAIN}secret\n")
    directives = [
        line for line in server.replace("127.0.0.1:8300", player.host).split("\n")
        if not re.match(r"\s*(listen|ssl_)", line)
    ]
    text = "\n".join(directives).replace("/etc/nginx/music.htpasswd", str(scratch / "music.htpasswd"))
    port = free_port()
    nginx(processes, scratch, port, text)
    player.host = f"127.0.0.1:{port}"
    return player


AUTHORIZATION = "Basic YW5uOnNlY3JldA=="


def test_the_proxy_of_the_guide_serves_the_page_to_users_with_its_password(proxy):
    assert proxy.request(host=NAME)[0] == 401
    status, _, page = proxy.request(host=NAME, authorization=AUTHORIZATION)
    assert status == 200 and b"<html" in page


def test_the_page_gets_its_socket_through_the_proxy_and_a_foreign_page_does_not(proxy):
    def connect(origin):
        return WebSocket(proxy.host, origin=origin, name=f"{NAME}\r\nAuthorization: {AUTHORIZATION}")

    socket = connect(f"https://{NAME}")
    assert socket.is_open
    assert not isinstance(socket.receive(), int)
    assert connect("https://other.example").status == 403


def test_a_token_in_a_credential_is_the_token_of_the_page(processes, playerkit, scratch):
    folder = scratch / "credentials"
    folder.mkdir()
    (folder / "PLAYERKIT_WEB_TOKEN").write_text("a" * 26 + "\n")
    arguments = ["--output", "null", "--web", "0.0.0.0:0", "--queue", scratch / "queue.sqlite"]
    player = Serve(processes, playerkit, *arguments, environment={"CREDENTIALS_DIRECTORY": str(folder)})
    assert player.addresses["web"][0].endswith("#" + "a" * 26)
    assert player.end() == 0
