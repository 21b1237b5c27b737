"""Installs missing programs from Debian that a test needs."""

import contextlib
import fcntl
import os
import pathlib
import shutil
import subprocess
import tempfile

POLICY = pathlib.Path("/usr/sbin/policy-rc.d")


def as_root(*command, **options):
    sudo = [] if os.getuid() == 0 else ["sudo"]
    return subprocess.run([*sudo, *map(str, command)], check=True, **options)


@contextlib.contextmanager
def alone():
    """Lets one process of the tests install at a time."""
    with open(pathlib.Path(tempfile.gettempdir(), "playerkit-acceptance.lock"), "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def nothing_starts():
    """Prevents Debian from starting the servers that it installs at their usual ports."""
    if POLICY.exists():
        yield
        return
    as_root("tee", POLICY, input=b"#!/bin/sh\nexit 101\n", stdout=subprocess.DEVNULL)
    as_root("chmod", "+x", POLICY)
    try:
        yield
    finally:
        as_root("rm", "-f", POLICY)


def install(*packages):
    assert shutil.which("apt-get"), f"please install with your package manager: {' '.join(packages)}"
    print("installing with apt:", *packages, flush=True)
    options = ["-qq", "-o", "DPkg::Lock::Timeout=600"]
    with alone(), nothing_starts():
        as_root("apt-get", "update", *options)
        as_root(
            "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", *options,
            "--no-install-recommends", *packages, stdout=subprocess.DEVNULL,
        )


def need(*programs):
    """Installs what is missing: `need("mpd", "nginx:nginx-light", "/usr/lib/a.so:a")`. The part after the colon is
    the package, if it is not called like the program. Several at once are installed by one call of apt."""
    pairs = [(program, package or program) for program, _, package in (one.partition(":") for one in programs)]
    missing = [package for program, package in pairs if not has(program)]
    if missing:
        install(*missing)
        for program, package in pairs:
            assert has(program), f"{package} does not contain {program}"


def has(program):
    return os.path.exists(program) if program.startswith("/") else shutil.which(program) is not None
