"""The C and C++ between Swift and FFmpeg, and between Swift and TagLib, compiled against headers of several releases.

Nothing is installed. This needs Debian, and clang, which Swift brings."""

import pathlib
import platform
import re
import subprocess

import pytest


def number(name, file):
    """The value of a number that a header defines."""
    return int(re.search(rf"^#define {name} *(\d+) *$", file.read_text(), re.MULTILINE)[1])


@pytest.fixture(scope="session")
def mirror():
    """The package mirror of this machine."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    addresses = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return next(address for address in addresses if address.rstrip("/").endswith("/debian"))


def headers(processes, folder, mirror, release):
    """Unpacks the headers of a release of Debian into a folder."""
    for name in ("state/lists/partial", "cache/archives/partial", "sources", "packages"):
        (folder / name).mkdir(parents=True)
    (folder / "sources/debian.sources").write_text(
        f"Types: deb\nURIs: {mirror}\nSuites: {release}\nComponents: main\n"
        "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n"
    )
    options = {
        "Dir::State": folder / "state", "Dir::Cache": folder / "cache", "Dir::Etc::SourceList": "/dev/null",
        "Dir::Etc::SourceParts": folder / "sources", "Dir::State::status": "/dev/null", "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *[word for name, value in options.items() for word in ("-o", f"{name}={value}")]]
    processes.run(*apt, "update")
    packages = ["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libtag-dev"]
    processes.run(*apt, "download", *packages, cwd=folder / "packages")
    for package in (folder / "packages").glob("*.deb"):
        processes.run("dpkg-deb", "-x", package, folder / "headers")
    return folder / "headers/usr/include"


@pytest.mark.parametrize("release", ["this machine", "trixie", "forky"])
def test_the_shims_compile_with_the_headers_of(processes, scratch, root, request, table, release):
    folder = pathlib.Path("/usr/include")
    if release != "this machine":
        folder = headers(processes, scratch / "debian", request.getfixturevalue("mirror"), release)
    of_machine = folder / f"{platform.machine()}-linux-gnu"
    shim = scratch / "shim.c"
    shim.write_text('#include "shim.h"\n')
    options = ["-Wall", "-Werror", "-fsyntax-only"]
    avformat = ["-I", root / "Sources/PlayerKitCAVFormat", "-I", folder, "-I", of_machine]
    processes.run("clang", "-std=c11", *options, *avformat, shim)
    sources = sorted((root / "Sources/PlayerKitCTagLib").glob("*.cpp"))
    assert sources
    for source in sources:
        taglib = ["-I", root / "Sources/PlayerKitCTagLib/include", "-I", folder / "taglib"]
        processes.run("clang++", "-std=c++17", *options, *taglib, source)
    libavformat = number("LIBAVFORMAT_VERSION_MAJOR", of_machine / "libavformat/version_major.h")
    table(
        # libavformat 59 belongs to FFmpeg 5, and so on.
        "Headers", release=release, ffmpeg=libavformat - 54,
        taglib=number("TAGLIB_MAJOR_VERSION", folder / "taglib/taglib.h"),
    )
