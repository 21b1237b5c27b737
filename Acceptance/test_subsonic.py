"""`playerkit` plays an album of the real Supysonic: samples, scrobbles, errors, and no secret in any output."""

import hashlib
import json
import time

import pytest

from support.player import own_folders
from support.sound import decoded, difference, read_pcm
from support.supysonic import PASSWORD, SONGS, Supysonic

pytestmark = pytest.mark.quick

TEXT = PASSWORD.encode()
SECRETS = [TEXT, TEXT.hex().encode(), b"enc:", hashlib.md5(TEXT).hexdigest().encode()]


@pytest.fixture(scope="module")
def server(module_processes):
    return Supysonic(module_processes)


@pytest.fixture
def run(processes, scratch, playerkit, server):
    """Runs `playerkit` to its end, and returns its events. Fails if it prints or logs a secret."""

    def run(*words, is_checked=True, **environment):
        environment = {**own_folders(scratch), **server.environment, "PLAYERKIT_LOG": "trace", **environment}
        output, status = processes.run(playerkit, *words, cwd=scratch, env=environment, is_checked=False)
        assert status == 0 or not is_checked
        said = output + b"".join(path.read_bytes() for path in processes.logs.iterdir())
        assert [secret for secret in SECRETS if secret in said] == []
        return [json.loads(line) for line in output.splitlines() if line.startswith(b"{")]

    return run


@pytest.fixture
def items(run):
    """The items of the songs, by title."""
    found = run("search", "--service", "subsonic", "--json", "--type", "songs", "o")
    return {row["title"]: row["item"] for row in found}


def test_an_album_plays_without_a_lost_sample_and_the_server_counts_no_play(scratch, run, server, table):
    # A server may count a play for each file that it sends.
    plays = server.query("select sum(play_count) from track")
    album = run("search", "--service", "subsonic", "--type", "albums", "--json", "Album")[0]["item"]
    assert album.startswith("subsonic:album:")
    heard = scratch / "heard.pcm"
    events = run("play", "--json", "--output", f"pcm:{heard}", album)
    tracks = [event["id"] for event in events if event["event"] == "track"]
    assert len(set(tracks)) == len(tracks) == len(SONGS)
    rest = read_pcm(heard)
    for path, song in zip(server.songs, SONGS, strict=True):
        expected = decoded(path)
        # The rest counts for the last song.
        count = len(rest) if song == SONGS[-1] else len(expected)
        off = difference(rest[:count], expected)
        table("An album of Supysonic: samples off", song=f"{song[0]}.{song[1]}", off=off)
        assert off == "0"
        rest = rest[count:]
    assert server.query("select sum(play_count) from track") == plays


def test_the_server_passes_on_each_play_with_the_time_when_it_began(run, server, items):
    del server.listens.reports[:]
    began = time.time()
    run("play", "--json", "--output", "null", items["one"], items["two"])
    reports = [
        (report["listen_type"], report["payload"][0]["track_metadata"]["track_name"]) for report in server.listens.reports
    ]
    assert reports == [(kind, name) for name in ("one", "two") for kind in ("playing_now", "single")]
    now_one, one, now_two, two = server.listens.reports
    # A song began before the report that it plays. The output plays in real time, up to its buffer.
    assert began <= one["payload"][0]["listened_at"] <= now_one["arrived"]
    assert began + SONGS[0][2] - 1 <= two["payload"][0]["listened_at"] <= now_two["arrived"]


@pytest.mark.parametrize("code, item, environment", [
    ("unauthorized", None, {"SUBSONIC_PASSWORD": "wrong-" + PASSWORD}),
    ("notFound", "subsonic:3f698a0d-6be8-47d7-b13b-000000000000", {}),
    ("unreachable", None, {"SUBSONIC_URL": "http://127.0.0.1:9"}),
], ids=["a_wrong_password", "an_unknown_song", "no_server"])
def test_a_song_that_cannot_be_played_fails_with_a_code(run, items, code, item, environment):
    events = run("play", "--json", "--output", "null", item or items["one"], is_checked=False, **environment)
    assert [event["code"] for event in events if event["event"] == "error"][:1] == [code]


def test_a_kept_queue_and_the_log_at_trace_level_have_no_secret(processes, scratch, run, items):
    run("play", "--json", "--output", f"pcm:{scratch}/heard.pcm", "--queue", "kept.db", items["one"])
    kept = b"".join(path.read_bytes() for path in scratch.glob("kept.db*"))
    assert items["one"].split(":")[-1].encode() in kept
    assert [secret for secret in SECRETS if secret in kept] == []
    # `run` looked for secrets in this log.
    assert any(b"/rest/getSong.view" in path.read_bytes() for path in processes.logs.iterdir())


def test_a_client_reads_and_writes_what_a_real_server_has(server, swift_tests):
    swift_tests(
        "RealSubsonicTests", SUBSONIC_TEST_URL=server.url, SUBSONIC_TEST_USER=server.environment["SUBSONIC_USER"],
        SUBSONIC_TEST_PASSWORD=PASSWORD,
    )
