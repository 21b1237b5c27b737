#!/usr/bin/env python3
"""Writes a list of what a built `playerkit` consists of, as SPDX 2.3 in JSON.

    packaging/sbom.py PROGRAM VERSION > playerkit.spdx.json

It contains the Swift packages of Package.resolved with the licenses of their checkouts, Swift's runtime, and the libraries
that the program is linked to. Fails if it does not know one of them, or the license of a package. SOURCE_DATE_EPOCH sets
the date.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GPL_OR_LGPL = "GPL-2.0-or-later OR LGPL-2.1-or-later"
# The name of a library, its name for pkg-config, its license, and the names of its files.
LIBRARIES = [
    ("libmpv", "mpv", GPL_OR_LGPL, "mpv"),
    ("FFmpeg", "libavformat", GPL_OR_LGPL, "avformat|avcodec|avutil"),
    ("TagLib", "taglib", "LGPL-2.1-only OR MPL-1.1", "tag"),
    ("uchardet", "uchardet", "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later", "uchardet"),
    ("libcurl", "libcurl", "curl", "curl"),
    ("libxml2", "libxml-2.0", "MIT", "xml2"),
    ("SQLite", "sqlite3", "blessing", "sqlite3"),
    ("libsystemd", "libsystemd", "LGPL-2.1-or-later", "systemd"),
    ("zlib", "zlib", "Zlib", "z"),
    ("GNU C Library", None, "LGPL-2.1-or-later", "c|m|dl|rt|util|pthread|resolv|ld-linux.*"),
    ("GNU C++ Library", None, "GPL-3.0-or-later WITH GCC-exception-3.1", r"stdc\+\+|gcc_s|atomic"),
]
# Foundation contains ICU.
SWIFT = ("Swift", "Apache-2.0 WITH Swift-exception AND Unicode-3.0",
         r"swift.*|Foundation.*|_Foundation.*|dispatch|BlocksRuntime|Testing|XCTest")
DYNAMIC = "linked dynamically"
LICENSES = [("Apache License", "Apache-2.0"), ("Permission is hereby granted, free of charge", "MIT")]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name.replace("+", "p"))


def package(name, version, license, address="NOASSERTION", **more):
    one = {"SPDXID": identifier("Package-" + name), "name": name, "downloadLocation": address, "filesAnalyzed": False,
           "licenseConcluded": "NOASSERTION", "licenseDeclared": license, "copyrightText": "NOASSERTION", **more}
    return one | ({"versionInfo": version} if version else {})


def purl(text):
    return [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": "pkg:" + text}]


def swift_packages(build):
    """The packages that SwiftPM resolved for a build folder."""
    for pin in json.loads((build.parent / "Package.resolved").read_text())["pins"]:
        state, address = pin["state"], pin["location"].removesuffix(".git")
        name = address.rpartition("/")[2]
        texts = sorted((build / "checkouts" / name).glob("LICENSE*"))
        found = [license for text in texts for start, license in LICENSES if start in text.read_text()]
        if len(found) != 1:
            sys.exit(f"error: the license of {name} is unknown: {build}/checkouts/{name}")
        version = state.get("version") or state["revision"]
        yield package(
            name, version, found[0], f"git+{address}.git@{state['revision']}",
            externalRefs=purl(f"swift/{address.partition('://')[2]}@{version}"))


def linked(program):
    """The libraries that the program is linked to, by the names of their files."""
    if not shutil.which("readelf"):
        # Apple's systems have most of them as their own.
        return {f"lib{re.split('[|]', files)[0]}": None for _, name, _, files in LIBRARIES if name and name != "libsystemd"}
    names = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "--dynamic", program))
    paths = dict(re.findall(r"(\S+) => (/\S+)", output("ldd", program)))
    return {name: paths.get(name) for name in names}


def version_of(path, name):
    """The version and address of an installed library, by Debian's packages or by pkg-config."""
    if path and shutil.which("dpkg-query"):
        for candidate in (path, os.path.realpath(path), os.path.realpath(path).removeprefix("/usr")):
            owner = subprocess.run(["dpkg-query", "--search", candidate], capture_output=True, text=True).stdout.split(": ")[0]
            if owner:
                fields = output("dpkg-query", "--show", "--showformat=${Package} ${Version} ${Architecture}", owner).split()
                return fields[1], purl(f"deb/debian/{fields[0]}@{fields[1].replace('+', '%2B')}?arch={fields[2]}")
    if name:
        found = subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True)
        return found.stdout.strip() or None, []
    return None, []


def libraries(program):
    found = {}
    for file, path in linked(program).items():
        stem = re.match(r"(?:lib)?(.+?)(?:\.so.*)?$", file)[1]
        if re.fullmatch(SWIFT[2], stem):
            continue
        known = [one for one in LIBRARIES if re.fullmatch(one[3], stem)]
        if not known:
            sys.exit(f"error: packaging/sbom.py does not know {file}, to which {program} is linked")
        name, config, license, _ = known[0]
        version, references = version_of(path, config)
        one = found.setdefault(name, package(name, version, license, comment=DYNAMIC, externalRefs=[]))
        one["externalRefs"] += [reference for reference in references if reference not in one["externalRefs"]]
    return list(found.values())


def document(program, version):
    build = program.resolve().parents[2]
    declared = set(re.findall(r'pkgConfig: "([^"]+)"', (ROOT / "Package.swift").read_text()))
    unknown = declared - {config for _, config, _, _ in LIBRARIES}
    if unknown:
        sys.exit(f"error: packaging/sbom.py does not know {', '.join(sorted(unknown))} of Package.swift")
    own = package("playerkit", version, "MIT", primaryPackagePurpose="APPLICATION")
    swift = re.search(r"Swift version (\S+)", output(os.environ.get("SWIFT", "swift") + "c", "--version"))[1]
    # Without the option --static-swift-stdlib.
    runtime = {"comment": DYNAMIC} if any(re.match("libswiftCore", file) for file in linked(program)) else {}
    parts = [*swift_packages(build), package(SWIFT[0], swift, SWIFT[1], **runtime), *libraries(program)]
    dynamic = {one["SPDXID"] for one in parts if one.get("comment")}
    digest = hashlib.sha256(json.dumps([own, parts]).encode()).hexdigest()[:32]
    date = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", str(ROOT), "log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(date, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    relation = lambda one, kind, other: {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"playerkit-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/playerkit-{version}-{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: packaging-sbom.py"]},
        "packages": [own, *parts],
        "relationships": [relation("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])] + [
            relation(own["SPDXID"], "DYNAMIC_LINK" if one["SPDXID"] in dynamic else "STATIC_LINK", one["SPDXID"])
            for one in parts],
    }


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        print(json.dumps(document(pathlib.Path(sys.argv[1]), sys.argv[2]), indent=2))
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: {' '.join(failure.cmd[:2])} failed:\n{failure.stderr}")
