"""A small Debian of the same release as this machine, in a folder. Needs root, and the network."""

import os
import pathlib
import re
import shlex
import subprocess

from .packages import as_root, need


class Debian:
    """A root file system. It is made once, and copied for each test."""

    def __init__(self, processes, cache):
        need("/usr/sbin/debootstrap:debootstrap")
        release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
        base = cache / f"debian-{release}"
        if not (base / "etc/debian_version").exists():
            as_root("rm", "-rf", base)
            as_root("debootstrap", "--variant=minbase", release, base, self.mirror(), stdout=subprocess.DEVNULL)
        self.processes = processes
        self.root = processes.folder / "debian"
        as_root("cp", "-a", "--reflink=auto", base, self.root)
        # Nothing starts in it, and nothing asks.
        self.write("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", mode="755")

    @staticmethod
    def mirror():
        """The address from which this machine takes its packages."""
        command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
        addresses = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return next(address for address in addresses if address.rstrip("/").endswith("/debian"))

    def write(self, path, text, mode="644"):
        as_root("install", "-D", "-m", mode, "/dev/stdin", self.root / path, input=text.encode())

    def copy(self, file, path):
        as_root("install", "-D", "-m", "644", file, self.root / path)

    def command(self, *words, user=None, environment=None):
        """A command line that runs a program in it. Its mounts are its own."""
        variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/", **(environment or {})}
        mount = 'for folder in proc dev sys; do mount --rbind "/$folder" "$0/$folder"; done; exec chroot "$@"'
        identity = ["--userspec", user] if user else []
        variables = [f"{name}={value}" for name, value in variables.items()]
        return ["unshare", "--mount", "sh", "-c", mount, self.root, *identity, self.root, "env", "-i", *variables, *words]

    def run(self, *words, **options):
        """What a program in it prints. Fails if the program does."""
        environment = {"DEBIAN_FRONTEND": "noninteractive"}
        return self.processes.run(*self.command(*words, environment=environment), limit=900, **options).decode()

    def named(self, text):
        """The files whose path contains a text, except those of the package manager and of logs."""
        skipped = ("proc/", "dev/", "sys/", "srv/", "var/lib/dpkg/", "var/lib/apt/", "var/cache/apt/", "var/log/")
        paths = self.processes.run("find", ".", "-xdev", "-path", f"*{text}*", "-printf", "%P\\n", cwd=self.root)
        return {path for path in paths.decode().split("\n") if path and not path.startswith(skipped)}

    def exists(self, path):
        return os.path.lexists(self.root / path)


class Unit:
    """What a systemd unit would run, for a system without systemd."""

    def __init__(self, text, **changes):
        entries = [line.split("=", 1) for line in text.splitlines() if re.match(r"\w+=", line)]
        self.values = {name: value for name, value in entries}
        places = {"%S": "/var/lib", "%C": "/var/cache"}
        self.environment = {}
        for value in (value for name, value in entries if name == "Environment"):
            for pair in shlex.split(value):
                name, _, own = pair.partition("=")
                self.environment[name] = self.replaced(own, places)
        self.environment.update(changes)
        # systemd splits a variable without braces at its spaces.
        words = [self.replaced(word, places) for word in self.values["ExecStart"].split()]
        self.words = [
            part for word in words
            for part in (self.environment.get(word[1:], "").split() if word.startswith("$") else [word])
        ]

    @staticmethod
    def replaced(text, places):
        for place, path in places.items():
            text = text.replace(place, path)
        assert "%" not in text, f"a specifier that this test does not know: {text}"
        return text
