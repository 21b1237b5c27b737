"""`playerkit` plays and scans folders of real WebDAV servers from Debian, with a password that nothing shows."""

import base64
import hashlib
import json
import subprocess

import pytest

from support import media
from support.nginx import nginx
from support.packages import need
from support.player import own_folders
from support.relay import Relay
from support.sound import decoded, difference, read_pcm


USER, PASSWORD = "ann-17", "pässwort of the user"
BASIC = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
SECRETS = [PASSWORD.encode(), BASIC.encode()]

# Names as people give them, in the order in which they should play.
SONGS = [
    "Früh & spät #1/CD 1/01 100% – a?.flac",
    "Früh & spät #1/CD 1/2 [b]; c+d.flac",
    "Früh & spät #1/CD 2/01 朝.flac",
    "Früh & spät #1/CD 2/10 'last'.flac",
]
FRAMES = 66_150


def accounts(processes):
    """A file with the password, in the form that Apache and nginx read."""
    digest = base64.b64encode(hashlib.sha1(PASSWORD.encode()).digest()).decode()
    path = processes.folder / "accounts"
    path.write_text(f"{USER}:{{SHA}}{digest}\n")
    return path


def apache(processes, folder, port):
    need("apache2:apache2-bin")
    modules = "/usr/lib/apache2/modules"
    names = ["authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs"]
    loads = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in ["mpm_event", *names])
    own = processes.folder
    path = own / "apache.conf"
    path.write_text(
        f"ServerRoot {own}\nServerName test\nListen 127.0.0.1:{port}\nPidFile {own}/apache.pid\n"
        f"ErrorLog {own}/apache.log\n{loads}DavLockDB {own}/locks\nDocumentRoot {folder}\n"
        f"<Directory {folder}>\nDav On\nAuthType Basic\nAuthName test\nAuthUserFile {accounts(processes)}\n"
        "Require valid-user\n</Directory>\n"
    )
    processes.start("apache2", "-X", "-f", path, port=port)


def lighttpd(processes, folder, port):
    need("lighttpd", "/usr/lib/lighttpd/mod_webdav.so:lighttpd-mod-webdav")
    own = processes.folder
    (own / "plain").write_text(f"{USER}:{PASSWORD}\n")
    path = own / "lighttpd.conf"
    path.write_text(
        f'server.document-root = "{folder}"\nserver.port = {port}\nserver.bind = "127.0.0.1"\n'
        'server.modules = ("mod_auth", "mod_authn_file", "mod_webdav")\n'
        f'auth.backend = "plain"\nauth.backend.plain.userfile = "{own}/plain"\n'
        'auth.require = ("/" => ("method" => "basic", "realm" => "test", "require" => "valid-user"))\n'
        'webdav.activate = "enable"\nwebdav.is-readonly = "enable"\n'
    )
    processes.start("lighttpd", "-D", "-f", path, port=port)


def nginx_extended(processes, folder, port):
    module = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"
    need("nginx:nginx-light", f"{module}:libnginx-mod-http-dav-ext")
    nginx(
        processes, folder, port, before=f"load_module {module};",
        more=f"dav_ext_methods PROPFIND OPTIONS; auth_basic test; auth_basic_user_file {accounts(processes)};",
    )


SERVERS = {"apache": apache, "lighttpd": lighttpd, "nginx": nginx_extended}


@pytest.fixture(scope="module")
def album(module_processes):
    """The folder with the songs, and their samples in order."""
    folder = module_processes.folder / "music"
    for number, name in enumerate(SONGS):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        media.noise(path, FRAMES, seed=number)
        path.chmod(0o644)
    (folder / "Früh & spät #1" / "cover.jpg").write_bytes(b"no picture")
    return folder, [decoded(folder / name, FRAMES) for name in SONGS]


@pytest.fixture(params=SERVERS)
def server(request, processes, album, port):
    """The name of a server, a copy of the songs, and the address of that copy."""
    folder = processes.folder / "files"
    for name in SONGS:
        copy = folder / "My music" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((album[0] / name).read_bytes())
    SERVERS[request.param](processes, folder, port)
    return request.param, folder, f"dav://127.0.0.1:{port}/My music"


@pytest.fixture
def run(processes, scratch, playerkit, port):
    """Runs `playerkit` to its end, and returns all that it printed. Fails if that has a secret."""

    def run(*words, status=0, **environment):
        environment = {
            **own_folders(scratch), "WEBDAV_URL": f"http://127.0.0.1:{port}/", "WEBDAV_USER": USER,
            "WEBDAV_PASSWORD": PASSWORD, "PLAYERKIT_LOG": "trace", **environment,
        }
        options = {"cwd": scratch, "env": environment, "stderr": subprocess.STDOUT, "is_checked": False}
        output, ended = processes.run(playerkit, *words, **options)
        assert ended == status, output[-2_000:]
        assert [secret for secret in SECRETS if secret in output] == []
        return output.decode()

    return run


def objects(output):
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def test_a_folder_plays_in_order_without_a_lost_sample(server, album, run, scratch, table):
    name, _, address = server
    heard = scratch / "heard.pcm"
    output = run("play", "--json", "--output", f"pcm:{heard}", address)
    events = objects(output)
    assert [event for event in events if event["event"] == "error"] == []
    assert len({event["id"] for event in events if event["event"] == "track"}) == len(SONGS)
    rest = read_pcm(heard)
    for song, expected in zip(SONGS, album[1], strict=True):
        off = difference(rest[:FRAMES], expected)
        table("WebDAV", server=name, song=song, samples_off=off)
        assert off == "0"
        rest = rest[FRAMES:]
    assert len(rest) == 0


def test_one_file_and_a_kept_queue_play_and_the_queue_holds_no_password(server, album, run, scratch):
    _, _, address = server
    store = scratch / "queue.sqlite"
    heard = scratch / "heard.pcm"
    run("play", "--json", "--output", f"pcm:{heard}", "--queue", store, f"{address}/{SONGS[2]}")
    assert difference(read_pcm(heard), album[1][2]) == "0"
    for path in scratch.glob("queue.sqlite*"):
        assert [secret for secret in SECRETS if secret in path.read_bytes()] == []


def test_a_library_reads_a_folder_once_and_then_what_changed(server, run, scratch):
    _, folder, address = server
    library = ["--library", scratch / "library.sqlite"]
    run("library", "add", *library, address)
    assert f"{len(SONGS)} songs" in run("library", "status", *library)
    found = run("search", "--service", "library", "--json", "朝", PLAYERKIT_LIBRARY=str(library[1]))
    item = objects(found)[0]["item"]
    heard = scratch / "heard.pcm"
    run("play", "--json", "--output", f"pcm:{heard}", item, PLAYERKIT_LIBRARY=str(library[1]))
    assert len(read_pcm(heard)) == FRAMES
    assert "4 songs, 0 read, 0 removed" in scan(run, library)
    media.noise(folder / "My music" / SONGS[0], FRAMES // 2, seed=9)
    (folder / "My music" / SONGS[3]).unlink()
    assert "3 songs, 1 read, 1 removed" in scan(run, library)
    for path in scratch.glob("library.sqlite*"):
        assert [secret for secret in SECRETS if secret in path.read_bytes()] == []


def scan(run, library):
    return run("library", "add", *library)


def test_a_wrong_password_is_named_and_another_server_gets_none(server, run, scratch, port):
    _, _, address = server
    words = ["play", "--json", "--output", "null", address]
    assert '"unauthorized"' in run(*words, status=1, WEBDAV_PASSWORD="wrong")
    relay = Relay(port)
    elsewhere = relay.url("/My music").replace("http:", "dav:")
    assert '"unauthorized"' in run(*words[:-1], elsewhere, status=1)
