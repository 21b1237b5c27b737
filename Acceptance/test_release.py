"""`make release` in a clone, and the comparison of the public API, of small modules that this test compiles."""

import os
import re
import subprocess

import pytest

pytestmark = pytest.mark.quick

BEFORE = """
public protocol Shape { func area() -> Double; func name() -> String }
extension Shape { public func name() -> String { "shape" } }
public enum Closed { case a }
@nonexhaustive public enum Open { case a }
public struct Box: Hashable {
  public var side = 1
  public init(side: Int = 1) { self.side = side }
  public func grow(by: Int = 2) -> Box { self }
}
"""
# What breaks: a text, its replacement, and the name that the page must mention.
BREAKING = {
  "a method that is renamed": ("grow(by:", "grow(with:", "grow"),
  "a method whose result changes": ("-> Box", "-> Box?", "grow"),
  "a property that is gone": ("public var side", "var side", "side"),
  "an initializer that throws": ("= 1) {", "= 1) throws {", "Box"),
  "a conformance that is gone": ("Box: Hashable", "Box: Equatable", "Hashable"),
  "a requirement without a default": ("func name() -> String }", "func name() -> String; func more() }", "more"),
  "a default that is gone": ("public func name()", "func other()", "name"),
  "a case of an enumeration that apps switch over": ("case a }\n@", "case a, b }\n@", "b"),
  "a type that is gone": ("@nonexhaustive public enum Open { case a }", "", "Open"),
}
COMPATIBLE = {
  "another value of a default argument": ("by: Int = 2", "by: Int = 3"),
  "a new method": ("public var side", "public func more() {}\n  public var side"),
  "a requirement with a default": ("String }\next", "String; func more() }\nextension Shape { public func more() {} }\next"),
  "a default for a requirement": ("extension Shape {", "extension Shape { public func area() -> Double { 1 }\n"),
  "a case of an enumeration that may grow": ("Open { case a }", "Open { case a, b }"),
  "a new type": ("public struct", "public struct Ball {}\npublic struct"),
}


class Tree:
    """A module, the API that is stored for it, and pages of changes."""

    def __init__(self, folder, root):
        self.folder, self.root = folder, root
        (folder / "modules").mkdir()
        (folder / "pages").mkdir()
        self.environment = {
            "API_MODULES": str(folder / "modules"), "API_BASELINE": str(folder / "baseline"),
            "API_MIGRATIONS": str(folder / "pages"),
        }

    def compile(self, text):
        (self.folder / "Sample.swift").write_text(text)
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-emit-module", "-module-name", "Sample", "Sample.swift",
             "-o", "modules/Sample.swiftmodule"], cwd=self.folder, check=True,
        )

    def api(self, *options):
        return subprocess.run(
            [self.root / "Scripts/api.py", *options], env={**os.environ, **self.environment}, capture_output=True, text=True
        )


@pytest.fixture(scope="module")
def tree(module_processes, root):
    tree = Tree(module_processes.folder, root)
    tree.compile(BEFORE)
    assert tree.api("--update").returncode == 0
    assert tree.api("--current").returncode == 0
    return tree


def changed(old, new):
    assert BEFORE.count(old) == 1, old
    return BEFORE.replace(old, new)


@pytest.mark.parametrize("name", BREAKING)
def test_a_breaking_change_fails_until_a_page_mentions_it(tree, name):
    old, new, mentioned = BREAKING[name]
    (tree.folder / "pages/99.0.md").unlink(missing_ok=True)
    tree.compile(changed(old, new))
    found = tree.api()
    assert found.returncode == 1 and "breaking" in found.stdout, found
    # A word that is no code does not count.
    (tree.folder / "pages/99.0.md").write_text(f"{mentioned} has changed.")
    assert tree.api().returncode == 1
    (tree.folder / "pages/99.0.md").write_text(f"`{mentioned}` has changed.")
    assert tree.api().returncode == 0
    assert tree.api("--current").returncode == 1


@pytest.mark.parametrize("name", COMPATIBLE)
def test_a_compatible_change_is_shown_and_does_not_fail(tree, name):
    old, new = COMPATIBLE[name]
    tree.compile(changed(old, new))
    found = tree.api()
    assert found.returncode == 0 and "breaking" not in found.stdout, found


class Clone:
    """A clone on main whose tree can be released, without a build."""

    def __init__(self, folder, root):
        self.folder = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", "--no-tags", root, self.folder], check=True)
        self.git("checkout", "--quiet", "-B", "main")
        self.git("config", "user.name", "A tester")
        self.git("config", "user.email", "tester@example.org")
        # The scripts of this tree, committed or not.
        for name in ("packaging/release.sh", "packaging/version.sh", "Scripts/lib.sh"):
            (self.folder / name).write_text((root / name).read_text())
        (self.folder / "Scripts/api.py").write_text("#!/bin/sh\nexit ${API_STATUS:-0}\n")
        changelog = self.folder / "CHANGELOG.md"
        text = changelog.read_text()
        self.version = re.search(r"^## (\d\S*)", text, re.MULTILINE)[1]
        changelog.write_text(re.sub(r"^## \d.*", f"## {self.version} – 2026-12-01", text, count=1, flags=re.MULTILINE))
        self.git("commit", "--quiet", "--all", "--message", "Prepare")

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def release(self, **environment):
        return subprocess.run(
            ["bash", "packaging/release.sh"], cwd=self.folder, env={**os.environ, **environment}, capture_output=True, text=True
        )

    def change(self, name, old, new):
        path = self.folder / name
        assert old in path.read_text(), old
        path.write_text(path.read_text().replace(old, new, 1))


@pytest.fixture
def clone(scratch, root):
    return Clone(scratch, root)


def test_a_release_is_an_annotated_tag_with_the_section_of_the_changelog(clone):
    assert clone.release().returncode == 0
    assert clone.git("cat-file", "-t", clone.version).strip() == "tag"
    message = clone.git("tag", "--list", "--format=%(contents)", clone.version)
    assert message.startswith(f"PlayerKit {clone.version}\n")
    assert "### The queue" in message
    again = clone.release()
    assert again.returncode == 1 and "exists already" in again.stderr


@pytest.mark.parametrize("case", ["another branch", "a changed file", "a new file", "no date", "another version", "another API"])
def test_no_release_is_made_of(clone, case):
    environment = {}
    match case:
        case "another branch":
            clone.git("checkout", "--quiet", "-b", "topic")
        case "a changed file":
            clone.change("README.md", "PlayerKit", "Playerkit")
        case "a new file":
            (clone.folder / "new.txt").write_text("")
        case "no date":
            clone.change("CHANGELOG.md", " – 2026-12-01", " – not yet tagged")
            clone.git("commit", "--quiet", "--all", "--message", "Undated")
        case "another version":
            clone.change("CHANGELOG.md", f"## {clone.version}", "## 99.0.0")
            clone.git("commit", "--quiet", "--all", "--message", "Later")
        case "another API":
            environment = {"API_STATUS": "1"}
    assert clone.release(**environment).returncode == 1
    assert clone.git("tag").strip() == ""
