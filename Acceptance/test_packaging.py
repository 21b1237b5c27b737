"""The list of what is linked, and what can be checked of the container and of the Homebrew formula without either."""

import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess

import pytest
from support.packages import install, need
from support.processes import free_port, wait_for

LICENSES = {
    "MIT", "Apache-2.0", "Swift-exception", "Unicode-3.0", "GPL-2.0-or-later", "GPL-3.0-or-later", "GCC-exception-3.1",
    "LGPL-2.1-only", "LGPL-2.1-or-later", "MPL-1.1", "curl", "blessing", "Zlib",
}


# What is linked

def materials(root, playerkit, script="packaging/sbom.py"):
    return subprocess.run([root / script, playerkit, "1.2.3"], capture_output=True, text=True)


def faults(document):
    """What SPDX 2.3 requires of a document and is not so."""
    found = []

    def check(holds, text):
        if not holds:
            found.append(text)

    check(document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0", "version or license")
    check(document["SPDXID"] == "SPDXRef-DOCUMENT" and document["name"], "document")
    check(re.fullmatch(r"https?://[^#\s]+", document["documentNamespace"]), "namespace")
    creation = document["creationInfo"]
    check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", creation["created"]), "date")
    check(all(re.match(r"(Tool|Person|Organization): \S", one) for one in creation["creators"]), "creator")
    identifiers = [one["SPDXID"] for one in document["packages"]]
    check(len(set(identifiers)) == len(identifiers), "an identifier appears twice")
    for one in document["packages"]:
        check(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", one["SPDXID"]), f"identifier {one['SPDXID']}")
        check(one["name"] and one["downloadLocation"] and one["filesAnalyzed"] is False, f"package {one['name']}")
        check(re.fullmatch(r"(NOASSERTION|git\+https://\S+@[0-9a-f]{40})", one["downloadLocation"]), f"address {one['name']}")
        words = re.split(r" (?:AND|OR|WITH) ", one["licenseDeclared"])
        check(set(words) <= LICENSES, f"license {one['licenseDeclared']}")
        for reference in one.get("externalRefs", ()):
            check(reference["referenceCategory"] == "PACKAGE-MANAGER", f"category {one['name']}")
            check(re.fullmatch(r"pkg:(swift|deb)/\S+@\S+", reference["referenceLocator"]), f"reference {one['name']}")
    for one in document["relationships"]:
        check(one["relationshipType"] in {"DESCRIBES", "STATIC_LINK", "DYNAMIC_LINK"}, f"relation {one}")
        check({one["spdxElementId"], one["relatedSpdxElement"]} <= {*identifiers, "SPDXRef-DOCUMENT"}, f"relation {one}")
    related = {one["relatedSpdxElement"] for one in document["relationships"]}
    check(related == set(identifiers), "a package has no relation")
    return found


@pytest.mark.quick
def test_the_list_of_materials_is_valid_and_complete(root, playerkit):
    done = materials(root, playerkit)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert faults(document) == []
    versions = {one["name"]: one.get("versionInfo") for one in document["packages"]}
    assert versions["playerkit"] == "1.2.3"
    resolved = json.loads((pathlib.Path(playerkit).resolve().parents[3] / "Package.resolved").read_text())
    for pin in resolved["pins"]:
        name = pin["location"].removesuffix(".git").rpartition("/")[2]
        assert versions[name] == pin["state"]["version"]
    assert all(versions.values()), versions
    # Each library of Package.swift that the program is linked to is in the list, and the page of licenses names each.
    page = (root / "Documentation/Licenses.md").read_text()
    for name in {"libmpv", "FFmpeg", "TagLib", "uchardet", "libcurl", "libxml2", "SQLite", "libsystemd", *versions} - {"playerkit"}:
        assert name in versions and name in page, name


@pytest.mark.quick
def test_a_list_with_a_mistake_is_found(root, playerkit):
    text = materials(root, playerkit).stdout
    for old, new in [
        ("SPDX-2.3", "SPDX-2.0"), ("SPDXRef-Package-GRDB.swift", "SPDXRef-Package GRDB"), ('"MIT"', '"My own"'),
        ("STATIC_LINK", "LINK"), ("https://spdx.org/", "spdx "),
    ]:
        assert old in text and faults(json.loads(text.replace(old, new, 1))), old


@pytest.mark.quick
@pytest.mark.parametrize("case", ["a library of the program", "a library of Package.swift", "the license of a package"])
def test_the_list_fails_if_it_does_not_know(root, playerkit, scratch, case):
    (scratch / "packaging").mkdir()
    script = (root / "packaging/sbom.py").read_text()
    package = (root / "Package.swift").read_text()
    match case:
        case "a library of the program":
            script = script.replace('r"stdc', 'r"stdd')
        case "a library of Package.swift":
            package = package.replace('pkgConfig: "taglib"', 'pkgConfig: "another"')
        case "the license of a package":
            script = script.replace('("Apache License"', '("Another License"')
    changed = (script, package) != ((root / "packaging/sbom.py").read_text(), (root / "Package.swift").read_text())
    (scratch / "packaging/sbom.py").write_text(script)
    (scratch / "packaging/sbom.py").chmod(0o755)
    (scratch / "Package.swift").write_text(package)
    done = subprocess.run(
        [scratch / "packaging/sbom.py", playerkit, "1.2.3"], env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
        capture_output=True, text=True)
    assert changed and done.returncode == 1
    assert re.search(r"libstdc|another|license of swift-", done.stderr), done.stderr


# The container

def instructions(root):
    """The instructions of the Dockerfile, as pairs of the keyword and the rest."""
    text = (root / "packaging/docker/Dockerfile").read_text()
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^#.*\n", "", text))
    return [tuple(line.split(None, 1)) for line in joined.splitlines() if line.strip()]


def one(root, keyword):
    found = [rest for word, rest in instructions(root) if word == keyword]
    assert len(found) == 1, (keyword, found)
    return found[0]


def packages_of(text):
    """The packages that commands of a text install by apt."""
    calls = re.findall(r"(?:apt-get|apt) install((?: [^\s&|;]+)+)|apt_install((?:[ \\\n]+[a-z][\w.+-]+)+)", text)
    words = {word for call in calls for word in " ".join(call).replace("\\\n", " ").split()}
    return {word for word in words if re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", word)}


@pytest.mark.skipif(not shutil.which("apt-cache"), reason="needs a Debian")
def test_the_packages_that_are_installed_exist_in_debian(root):
    files = ["packaging/docker/Dockerfile", "Scripts/bootstrap.sh", "README.md"]
    found = {name: packages_of((root / name).read_text().replace("\\\n", " ")) for name in files}
    assert {"dpkg-dev", "ca-certificates", "python3"} <= found["packaging/docker/Dockerfile"]
    # The reader has to install what the build needs.
    assert found["README.md"] == found["Scripts/bootstrap.sh"] >= {"libmpv-dev", "pkg-config"}
    names = sorted({name for own in found.values() for name in own})

    def missing(words):
        text = subprocess.run(["apt-cache", "policy", *words], check=True, capture_output=True, text=True).stdout
        known = set(re.findall(r"(?m)^(\S+):\n  Installed: .*\n  Candidate: (?!\(none\))", text))
        return [word for word in words if word not in known]

    if missing(names):
        # A fresh container has no lists of packages.
        install()
    assert missing([*names, "playerkit-of-another-name"]) == ["playerkit-of-another-name"]


@pytest.mark.quick
def test_the_dockerfile_uses_what_exists(root):
    keywords = [word for word, _ in instructions(root)]
    assert set(keywords) <= {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    stages = [rest for word, rest in instructions(root) if word == "FROM"]
    assert len(stages) == 2 and stages[0].endswith(" AS build") and "from=build" in one_run_with(root, "useradd")
    # Both stages are of the same Debian. Otherwise the libraries of the package are not those of the second stage.
    releases = {re.search(r"(?:^debian:|-)(bookworm|trixie|\w+?)(?:-slim)?(?: AS|$)", stage)[1] for stage in stages}
    assert releases == {"bookworm"}
    needed = re.search(r"swift-tools-version: (\d+\.\d+)", (root / "Package.swift").read_text())[1]
    assert stages[0].startswith(f"swift:{needed}-")
    build = one_run_with(root, "make bootstrap")
    targets = set(re.findall(r"(?m)^([a-z-]+):.*## ", (root / "Makefile").read_text()))
    assert set(re.findall(r"make (\w+)", build)) == {"bootstrap"} <= targets
    script = root / re.search(r"packaging/\S+\.sh", build)[0]
    assert os.access(script, os.X_OK)
    ignored = (root / "packaging/docker/Dockerfile.dockerignore").read_text().split()
    # The version of a package comes from git.
    assert ".build*" in ignored and not any(name.startswith(".git") for name in ignored)
    # The programs that the scripts call, and that are in no image by themselves.
    installed = packages_of(one_run_with(root, "dpkg-dev"))
    for name, package in {"dpkg-shlibdeps": "dpkg-dev", "git ": "git", "strip ": "binutils", "manual.py": "python3"}.items():
        texts = "".join((root / f"packaging/{file}.sh").read_text() for file in ("install", "package", "version"))
        assert name in texts and package in installed


def one_run_with(root, text):
    found = [rest for word, rest in instructions(root) if word == "RUN" and text in rest]
    assert len(found) == 1, (text, found)
    return found[0]


@pytest.mark.quick
def test_the_user_of_the_container_may_write_where_the_player_writes(root):
    words = one_run_with(root, "useradd")
    user = one(root, "USER")
    assert re.search(rf"useradd .*--home-dir (\S+) --create-home .*{user}(?: |$)", words)[1] == one(root, "VOLUME")
    assert re.search(rf"install --directory --owner {user} .*--mode 700 /var/cache/playerkit", words)
    folders = dict(pair.split("=") for pair in one(root, "ENV").split())
    assert folders == {"XDG_STATE_HOME": "/var/lib", "XDG_DATA_HOME": "/var/lib", "XDG_CACHE_HOME": "/var/cache"}


@pytest.mark.quick
def test_the_command_of_the_container_serves_and_is_healthy(root, playerkit, processes, scratch):
    assert json.loads(one(root, "ENTRYPOINT")) == ["playerkit"]
    exposed, port = one(root, "EXPOSE"), free_port()
    places = {exposed: str(port), one(root, "VOLUME"): str(scratch), "0.0.0.0": "127.0.0.1"}

    def here(text):
        for old, new in places.items():
            text = text.replace(old, new)
        return json.loads(text)

    health = here(one(root, "HEALTHCHECK").removeprefix("CMD"))
    is_healthy = lambda: subprocess.run(health, capture_output=True).returncode == 0
    assert not is_healthy()
    words = here(one(root, "CMD"))
    assert str(port) in words[-1] and words[0] == "serve"
    homes = {f"XDG_{name}_HOME": str(scratch) for name in ("STATE", "DATA", "CACHE")}
    program = processes.start(playerkit, *words, "--output", "null", name="container", port=port, env=homes)
    wait_for("the health check", is_healthy)
    program.send_signal(signal.SIGTERM)
    assert program.wait() == 0
    assert not is_healthy()


# The formula

def formula_of_a_release(root, folder):
    """The formula that `packaging/formula.sh` prints in a clone with a release."""
    clone = folder / "clone"
    run = lambda *words: subprocess.run(words, cwd=clone, check=True, capture_output=True, text=True).stdout
    subprocess.run(["git", "clone", "--quiet", "--no-tags", root, clone], check=True)
    for name in ("packaging/formula.sh", "packaging/homebrew/playerkit.rb"):
        shutil.copy(root / name, clone / name)
    run("git", "tag", "1.2.3")
    run("git", "remote", "set-url", "origin", "https://example.org/playerkit")
    return run("packaging/formula.sh"), run("git", "rev-parse", "HEAD").strip()


@pytest.mark.quick
def test_the_formula_of_a_release_installs_as_make_does(root, scratch, playerkit):
    text, revision = formula_of_a_release(root, scratch)
    assert not re.search("@[A-Z]+@", text)
    assert f'url "https://example.org/playerkit", using: :git, tag: "1.2.3", revision: "{revision}"' in text
    command = json.loads("[" + re.search(r"(?m)^ *system (.*)$", text)[1] + "]")
    assert command == ["make", "install", "PREFIX=#{prefix}", "SWIFT_FLAGS=--disable-sandbox"]
    makefile = (root / "Makefile").read_text()
    exported = " ".join(re.findall(r"(?m)^export (.*)$", makefile)).split()
    assert re.search(r"(?m)^install:", makefile) and {"PREFIX", "SWIFT_FLAGS"} <= set(exported)
    assert "SWIFT_FLAGS" in (root / "packaging/install.sh").read_text()
    # What the build needs is what the scripts and the README install.
    needed = set(re.findall(r'depends_on "(\w+)"', text))
    scripts = re.findall(r"brew install (?:--quiet )?([a-z0-9 ]+)", (root / "Scripts/bootstrap.sh").read_text() + (root / "README.md").read_text())
    assert len(scripts) == 2 and all(set(words.split()) == needed for words in scripts)
    service = shlex.split(re.search(r"run \[(.*)\]", text)[1].replace(",", " "))
    options = {word for word in service if word.startswith("--")}
    help_text = subprocess.run([playerkit, "serve", "--help"], check=True, capture_output=True, text=True).stdout
    assert options == {"--play", "--queue", "--web"} and all(word in help_text for word in options)


def test_the_formula_is_ruby(root, scratch):
    need("ruby")
    text, _ = formula_of_a_release(root, scratch)
    check = lambda source: subprocess.run(["ruby", "-c"], input=source, capture_output=True, text=True).returncode
    assert check(text) == 0
    assert check(text.replace("def install", "def install(")) != 0
