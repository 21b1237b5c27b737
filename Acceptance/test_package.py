"""The Debian package: installed in a clean Debian, started as its unit starts it, upgraded, and removed.

The package contains the program under test. For a release: PLAYERKIT=.build/release/playerkit. Needs root, and the
network for Debian's packages. There is no systemd in the Debian, so `support/debian.py` reads the unit."""

import gzip
import json
import os
import pathlib
import signal
import subprocess
import time

import mpd
import numpy
import pytest
from support.debian import Debian, Unit
from support.media import tone
from support.packages import as_root, need
from support.processes import free_port, wait_for

LIBRARY = "var/lib/playerkit"


def libraries_of_swift(program):
    """What a debug build needs of the toolchain. A release build contains it."""
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout.splitlines()
    paths = [pathlib.Path(line.split()[2]) for line in lines if "=> /" in line]
    return [path for path in paths if "/swift/" in str(path)]


@pytest.fixture(scope="module")
def package(playerkit, root, module_processes):
    folder = module_processes.folder / "packages"
    environment = {"BINARY": str(pathlib.Path(playerkit).absolute()), "COMPRESSION": "none"}
    lines = module_processes.run(root / "packaging/package.sh", folder, env=environment).decode().split("\n")
    return pathlib.Path(lines[-2])


def next_version(package, folder):
    """The same package with a higher version, not compressed."""
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder / "next"], check=True)
    control = folder / "next/DEBIAN/control"
    lines = control.read_text().split("\n")
    control.write_text("\n".join("Version: 99.0.0" if line.startswith("Version:") else line for line in lines))
    subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", folder / "next", folder / "next.deb"], check=True)
    return folder / "next.deb"


@pytest.fixture
def debian(processes, root, playerkit):
    debian = Debian(processes, root / ".build-acceptance")
    for library in libraries_of_swift(playerkit):
        debian.copy(library, str(library).lstrip("/"))
    yield debian
    as_root("rm", "-rf", debian.root)


class Service:
    """The service as the unit starts it, with MPD's protocol at a port."""

    def __init__(self, processes, debian):
        self.port = free_port()
        text = (debian.root / "usr/lib/systemd/system/playerkit.service").read_text()
        unit = Unit(text, PLAYERKIT_OPTIONS=f"--mpd 127.0.0.1:{self.port} --output null --allow files")
        # DynamicUser, SupplementaryGroups, and StateDirectory.
        as_root("install", "-d", "-m", "700", "-o", "65534", debian.root / LIBRARY)
        command = debian.command(*unit.words, user="nobody:audio", environment=unit.environment)
        self.program = processes.start(*command, name="service", port=self.port)
        self.client = mpd.MPDClient()
        self.client.connect("127.0.0.1", self.port)

    def plays_beyond(self, seconds):
        def position():
            status = self.client.status()
            return status["state"] == "play" and float(status.get("elapsed", 0)) > seconds and float(status["elapsed"])

        return wait_for(f"a position beyond {seconds} s", position)

    def stop(self):
        self.program.send_signal(signal.SIGTERM)
        assert self.program.wait() == 0


@pytest.mark.skipif(os.getuid() != 0, reason="a root file system needs root")
def test_it_is_installed_plays_is_upgraded_and_leaves_nothing_but_its_state(processes, debian, package, scratch, table):
    debian.copy(tone(scratch / "tone.flac", 120), "srv/tone.flac")
    debian.copy(package, "srv/playerkit.deb")
    debian.run("apt-get", "update", "-qq")
    # The time of the downloads says nothing about the package.
    install = ["apt-get", "install", "-qq", "--no-install-recommends"]
    debian.run(*install, "--download-only", "/srv/playerkit.deb")
    beginning = time.monotonic()
    debian.run(*install, "/srv/playerkit.deb")
    debian.run("playerkit", "play", "--clip", "0:0-0.5", "--output", "pcm:/srv/first.pcm", "/srv/tone.flac")
    seconds = time.monotonic() - beginning
    assert numpy.fromfile(debian.root / "srv/first.pcm", "<i2").any()
    table("A package in a clean Debian", to_the_first_sound=f"{seconds:.1f} s", size=f"{package.stat().st_size / 1e6:.0f} MB")
    # The demo needs the files that come with the program.
    debian.run("playerkit", "demo", "--output", "pcm:/srv/demo.pcm")
    assert numpy.fromfile(debian.root / "srv/demo.pcm", "<i2").any()

    service = Service(processes, debian)
    service.client.add("/srv/tone.flac")
    service.client.play()
    position = service.plays_beyond(1)
    service.stop()
    # It goes on where it was.
    service = Service(processes, debian)
    position = service.plays_beyond(position)
    service.stop()

    debian.copy(next_version(package, scratch), "srv/next.deb")
    debian.run(*install, "/srv/next.deb")
    assert "99.0.0" in debian.run("dpkg-query", "--show", "playerkit")
    service = Service(processes, debian)
    service.plays_beyond(position)
    service.stop()

    listed = [path.strip("/") for path in debian.run("dpkg", "--listfiles", "playerkit").split("\n")]
    files = [path for path in listed if path and not (debian.root / path).is_dir()]
    assert len(files) > 30
    debian.run("apt-get", "remove", "-qq", "playerkit")
    assert not [path for path in files if debian.exists(path)]
    left = debian.named("playerkit")
    assert left and all(path.startswith(LIBRARY) for path in left)
    debian.run("apt-get", "purge", "-qq", "playerkit")
    assert not debian.named("playerkit")


def test_the_package_satisfies_lintian(processes, playerkit, package):
    need("lintian")
    # The package of this test is not compressed.
    suppressed = ["uses-no-compression-for-control-tarball", "uses-no-compression-for-data-tarball"]
    # Only a debug build finds the libraries of the toolchain by their path.
    suppressed += ["custom-library-search-path"] if libraries_of_swift(playerkit) else []
    options = ["--fail-on", "error,warning", "--allow-root", "--suppress-tags", ",".join(suppressed)]
    processes.run("lintian", *options, package)


def test_units_manual_completions_and_desktop_file_are_valid(processes, package, scratch):
    need("desktop-file-validate:desktop-file-utils", "mandoc", "zsh", "fish", "bash", "systemd-analyze:systemd")
    processes.run("dpkg-deb", "--extract", package, scratch / "tree")
    share, units = scratch / "tree/usr/share", scratch / "tree/usr/lib/systemd"
    documents = share / "doc/playerkit"
    assert json.loads((documents / "playerkit.spdx.json").read_text())["name"].startswith("playerkit-")
    notices = gzip.decompress((documents / "NOTICES.gz").read_bytes()).decode()
    for name in ("FlyingFox", "GRDB.swift", "swift-argument-parser", "swift-asn1", "swift-crypto", "swift-http-types", "swift-log", "swift"):
        assert f"==> {name}/LICENSE" in notices
    processes.run("desktop-file-validate", share / "applications/playerkit.desktop")
    pages = sorted((share / "man/man1").glob("*.gz"))
    assert len(pages) > 15
    for page in pages:
        text = subprocess.run(["gzip", "-dc", page], check=True, capture_output=True).stdout
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=text, capture_output=True, text=False)
        assert lint.returncode == 0, (page.name, lint.stdout)
    processes.run("bash", "-n", share / "bash-completion/completions/playerkit")
    processes.run("zsh", "-n", share / "zsh/vendor-completions/_playerkit")
    processes.run("fish", "-n", share / "fish/vendor_completions.d/playerkit.fish")
    for kind in ("system", "user"):
        # The program is not installed on this machine.
        unit = scratch / kind / "playerkit.service"
        unit.parent.mkdir()
        unit.write_text((units / kind / "playerkit.service").read_text().replace("/usr/bin/playerkit", "/bin/true"))
        environment = {"XDG_RUNTIME_DIR": str(scratch)}
        output, status = processes.run(
            "systemd-analyze", f"--{kind}", "verify", "--man=no", unit, env=environment, is_checked=False,
            stderr=subprocess.STDOUT,
        )
        # It also reads the units that are installed here.
        assert status == 0 and b"playerkit" not in output.replace(str(scratch).encode(), b""), output
