"""Rooms in the page, with a real snapserver and real snapclients."""
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe

from page import Page
from rig import check, free_port, wait


class Snapcast:
    """A server with two rooms, whose sound goes nowhere."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.control_port, self.stream_port, self.feed_port = free_port(), free_port(), free_port()
        settings = self.folder / "settings"
        settings.write_text(f"""[server]
datadir = {self.folder}
[http]
enabled = false
[tcp]
bind_to_address = 127.0.0.1
port = {self.control_port}
[stream]
bind_to_address = 127.0.0.1
port = {self.stream_port}
buffer = 1000
source = tcp://127.0.0.1:{self.feed_port}?name=PlayerKit&mode=server&codec=pcm
[logging]
sink = stdout
""")
        self.server = None
        self.processes = []
        self.start_server()
        for name in ["a", "b"]:
            self.processes.append(self.run(
                "snapclient", "-h", "127.0.0.1", "-p", str(self.stream_port), "--hostID", name,
                "--player", "file:filename=stdout", "--logsink", "null",
            ))
        self.await_rooms()
        for name in ["a", "b"]:
            self.ask("Client.SetName", id=name, name={"a": "Kitchen", "b": "Living room"}[name])

    def run(self, *command):
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def start_server(self):
        self.server = self.run("snapserver", "-c", str(self.folder / "settings"))
        wait(self.listens, "the server should listen", 20)

    def await_rooms(self):
        wait(lambda: sum(client["connected"] for client in self.clients.values()) == 2, "both rooms should come", 40)

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.control_port), 1).close()
            return True
        except OSError:
            return False

    def ask(self, method, **parameters):
        with socket.create_connection(("127.0.0.1", self.control_port), 5) as connection:
            request = {"id": 1, "jsonrpc": "2.0", "method": method}
            if parameters:
                request["params"] = parameters
            connection.sendall(json.dumps(request).encode() + b"\r\n")
            for line in connection.makefile():
                answer = json.loads(line)
                if answer.get("id") == 1:
                    return answer["result"]

    @property
    def groups(self):
        return self.ask("Server.GetStatus")["server"]["groups"]

    @property
    def clients(self):
        return {client["id"]: client for group in self.groups for client in group["clients"]}

    def volume(self, room):
        volume = self.clients[room]["config"]["volume"]
        return volume["percent"], volume["muted"]

    def end(self):
        for process in [*self.processes, self.server]:
            process.kill()
            process.wait()


def rooms(rig):
    """Rooms: volumes by keyboard, mutes, moving between groups, names and latency, a server that goes and comes"""
    snapcast = Snapcast(tempfile.mkdtemp(dir=rig.scratch))
    rig.started.append(snapcast)
    player = rig.player(rig.tones, "--output", f"snapcast:127.0.0.1:{snapcast.control_port}")
    page = Page(rig.browser, player).connected()
    wait(lambda: page.locator("#tab-rooms").is_visible(), "there should be rooms")
    page.click("#tab-rooms")
    page.waits("#rooms-count", "2 rooms")

    def key(name):
        return page.locator(f"#rooms [data-key='{name}']")

    def percent(room):
        return key("room " + room).locator(".percent").text_content()

    # Volumes, by keyboard; a mute leaves them alone.
    key("volume a").focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    wait(lambda: snapcast.volume("a") == (90, False), f"the kitchen should be at 90: {snapcast.volume('a')}")
    check(percent("a") == "90 %" and percent("b") == "100 %", (percent("a"), percent("b")))
    key("mute a").focus()
    page.keyboard.press("Enter")
    page.said("Kitchen is muted")
    wait(lambda: snapcast.volume("a") == (90, True), snapcast.volume("a"))
    wait(lambda: key("mute a").get_attribute("aria-pressed") == "true", "the mute should be seen")
    page.keyboard.press("Enter")
    wait(lambda: snapcast.volume("a") == (90, False), snapcast.volume("a"))
    # What others change.
    snapcast.ask("Client.SetVolume", id="b", volume={"percent": 30, "muted": False})
    wait(lambda: percent("b") == "30 %", "a change of others should be seen")
    # A group.
    group = page.locator("#rooms .group-head button").first
    group.click()
    wait(lambda: sum(group["muted"] for group in snapcast.groups) == 1, "a group should be muted")
    group.click()
    wait(lambda: not any(group["muted"] for group in snapcast.groups), "no group should be muted")
    # What people mute while the app silences the rooms for a moment stays muted, and as loud.
    wait(lambda: page.text("#elapsed") != "0:00", "sound should be heard", 20)
    page.click("#toggle")
    wait(lambda: snapcast.volume("b")[0] == 0, "what is on its way should be cut", 5)
    check(percent("b") == "30 %", f"it is told as people set it: {percent('b')}")
    key("mute b").click()
    wait(lambda: snapcast.volume("b") == (30, True), f"muted, and as loud as before: {snapcast.volume('b')}")
    key("mute b").click()
    wait(lambda: snapcast.volume("b") == (30, False), snapcast.volume("b"))
    # Name, latency and group, by keyboard. A name of markup is text.
    key("more b").focus()
    page.keyboard.press("Enter")
    name = "<img src=x onerror=alert(1)>"
    page.fill("#room-name", name)
    page.fill("#room-latency", "35")
    page.locator("#room-group").focus()
    page.keyboard.press("ArrowDown")
    page.locator("#room-name").focus()
    page.keyboard.press("Enter")
    wait(lambda: len(snapcast.groups) == 1, "both should be in one group")
    check(snapcast.clients["b"]["config"]["name"] == name, snapcast.clients["b"]["config"])
    wait(lambda: snapcast.clients["b"]["config"]["latency"] == 35, snapcast.clients["b"]["config"])
    wait(lambda: key("room b").locator("bdi").text_content() == name, "the name should be seen")
    check(page.locator("#rooms img").count() == 0, "a name is no markup")
    wait(lambda: page.text("#rooms h3") == "Playing together", "one group should be seen")
    snapcast.ask("Client.SetName", id="b", name="Living room")
    page.locator("#rooms [data-key='more b']").click()
    page.select_option("#room-group", "")
    page.click("#room-dialog .filled")
    wait(lambda: len(snapcast.groups) == 2, "each should be on its own")
    # The server goes, and comes.
    snapcast.server.kill()
    snapcast.server.wait()
    wait(lambda: page.locator("#rooms-away").is_visible(), "it should be told that the rooms are away", 20)
    time.sleep(0.2)
    snapcast.start_server()
    snapcast.await_rooms()
    wait(lambda: not page.locator("#rooms-away").is_visible(), "the server should be seen again", 20)
    wait(lambda: page.locator("#rooms .room:not(.away)").count() == 2, "the rooms should come back", 20)
    check(not page.faults, page.faults)
    page.close()
    # It forgot what it knew, since it was killed.
    for room, name, percent in [("a", "Kitchen", 64), ("b", "Living room", 85)]:
        snapcast.ask("Client.SetName", id=room, name=name)
        snapcast.ask("Client.SetVolume", id=room, volume={"percent": percent, "muted": False})
    group = snapcast.groups[0]["id"]
    snapcast.ask("Group.SetClients", id=group, clients=["a", "b"])
    snapcast.ask("Group.SetName", id=group, name="Downstairs")
    look(rig, player)


def look(rig, player):
    for width, height in [(1280, 800), (390, 844)]:
        for scheme in ["light", "dark"]:
            page = Page(rig.browser, player, width, height, scheme).connected()
            wait(lambda: page.locator("#tab-rooms").is_visible(), "there should be rooms")
            page.click("#tab-rooms")
            wait(lambda: page.locator("#rooms .room").count() == 2, "there should be two rooms")
            for where in ["rooms", "room"]:
                if where == "room":
                    page.locator("#rooms [data-key='more a']").click()
                page.wait_for_timeout(350)
                faults = [f"{where} {width} {scheme}: {v['id']}: {n['html'][:120]} {n['failureSummary'][:200]}" for v in Axe().run(page.page).response["violations"] for n in v["nodes"]]
                check(not faults, "\n".join(faults))
                shots = os.environ.get("WEB_SHOTS")
                if shots:
                    page.screenshot(path=f"{shots}/{where}-{width}-{scheme}.png")
            page.close()
    rig.note("8 views, 0 violations")
