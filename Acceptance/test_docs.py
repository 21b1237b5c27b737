"""`make docs` with mistakes, of a small module that this test compiles; and the tutorial, followed in an empty folder."""

import os
import re
import subprocess

import pytest

SOURCE = """
/// A box. It holds a ``Ball``.
public struct Box {
  /// Creates a box.
  ///
  /// - Parameters:
  ///   - side: The length of a side.
  ///   - ball: The ball.
  public init(side: Int, ball: Ball) {}
}
/// A ball.
public struct Ball {
  /// Creates a ball.
  public init() {}
}
"""
FILES = {
    "README.md": "# Sample\n\nHas boxes: `Box`.\n\n## Begin\n\nRead [the guide](Documentation/Guides/Boxes.md#big-boxes).\n",
    "Documentation/README.md":
        "# Documentation\n\nAll.\n\n## Begin\n\n- [Begin](../README.md)\n- [Boxes](Guides/Boxes.md)\n",
    "Documentation/Guides/Boxes.md":
        "# Boxes\n\nAbout boxes.\n\n## Big boxes\n\n```swift\nlet box = Box(side: size, ball: Ball())\n```\n\n"
        "<!-- Snippets use size: Int -->\n",
    "Documentation/Snippets.swift": "import Sample\n",
    "Documentation/Decisions/README.md":
        "# Decisions\n\n| page | decision | note |\n|---|---|---|\n"
        "| [0001](0001-size.md) | Boxes are small. | in part replaced by 0002 |\n| [0002](0002-shape.md) | They are round. |  |\n",
    "Documentation/Decisions/0001-size.md": "# Size\n\nSuperseded in part by [0002](0002-shape.md): the corners.\n",
    "Documentation/Decisions/0002-shape.md": "# Shape\n\nRound.\n",
    "Sources/Sample/Sample.docc/Sample.md":
        "# ``Sample``\n\nBoxes.\n\n[Boxes](../../../Documentation/Guides/Boxes.md)\n\n## Topics\n\n### All\n\n- ``Box``\n- ``Ball``\n",
}
# A mistake: a file, a text, its replacement, and what the message names.
MISTAKES = {
    "a link to no file": ("README.md", "Boxes.md#", "Bowls.md#", "Bowls.md"),
    "a link to no heading": ("README.md", "#big-boxes", "#small-boxes", "small-boxes"),
    "a document that the index lacks": ("Documentation/README.md", "- [Boxes](Guides/Boxes.md)\n", "", "Boxes.md"),
    "a type without a topic": ("Sources/Sample/Sample.docc/Sample.md", "- ``Ball``\n", "", "no topic lists Ball"),
    "a type that does not exist": ("Sources/Sample/Sample.docc/Sample.md", "``Ball``", "``Bowl``", "Bowl"),
    "a decision without a line": ("Documentation/Decisions/README.md", "| [0002](0002-shape.md) | They are round. |  |\n", "", "0002"),
    "a mark that the index lacks": ("Documentation/Decisions/README.md", "in part replaced by 0002", "", "0001-size.md"),
    "a mark that the page lacks": ("Documentation/Decisions/0001-size.md", "Superseded in part by", "See", "0001-size.md"),
    "a snippet that does not compile": ("Documentation/Guides/Boxes.md", "side: size", "sides: size", "Boxes.md:8"),
    "a comment with a link to nothing": (None, "``Ball``", "``Bowl``", "Bowl"),
    "a parameter without a comment": (None, "  ///   - side: The length of a side.\n", "", "side"),
}


class Tree:
    """A package with one module, and its documents."""

    def __init__(self, folder, root):
        self.folder, self.root = folder, root
        (folder / "modules").mkdir()
        for name, text in FILES.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        self.compile(SOURCE)

    def compile(self, text):
        (self.folder / "Sample.swift").write_text(text)
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-emit-module", "-module-name", "Sample", "Sample.swift",
             "-o", "modules/Sample.swiftmodule"], cwd=self.folder, check=True,
        )

    def docs(self, *options):
        environment = {"API_MODULES": str(self.folder / "modules"), "DOCS_ROOT": str(self.folder)}
        return subprocess.run(
            [self.root / "Scripts/docs.py", *options], env={**os.environ, **environment}, capture_output=True, text=True
        )


@pytest.fixture(scope="module")
def tree(module_processes, root):
    return Tree(module_processes.folder, root)


def test_documents_without_a_mistake_make_a_site(tree):
    made = tree.docs()
    assert made.returncode == 0, made
    assert "1 Swift snippets on 1 pages" in made.stdout
    pages = {path.stem for path in (tree.folder / ".build-docs/PlayerKit.doccarchive/data").rglob("*.json")}
    assert {"sample", "box", "ball", "boxes", "gettingstarted"} <= pages
    assert (tree.folder / ".build-docs/PlayerKit.doccarchive/documentation/sample/box/index.html").exists()


def test_a_check_builds_all_but_the_files_for_addresses(tree):
    made = tree.docs("--check")
    assert made.returncode == 0, made
    site = tree.folder / ".build-docs/PlayerKit.doccarchive"
    assert (site / "data/documentation/sample/box.json").exists()
    assert not (site / "documentation/sample/box/index.html").exists()


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_fails_and_is_named(tree, name):
    file, old, new, named = MISTAKES[name]
    text = FILES[file] if file else SOURCE
    assert text.count(old) == 1, old
    try:
        if file:
            (tree.folder / file).write_text(text.replace(old, new))
        else:
            tree.compile(text.replace(old, new))
        made = tree.docs("--check")
        assert made.returncode == 1 and named in made.stderr, made
    finally:
        if file:
            (tree.folder / file).write_text(text)
        else:
            tree.compile(SOURCE)


def test_the_tutorial_builds_and_its_tests_pass(module_processes, root):
    """Its files are made as the page says, beside a clone. This builds Swift packages, which takes minutes."""
    folder = module_processes.folder / "tutorial"
    module_processes.run("git", "clone", "-q", root, folder / "PlayerKit")
    files = re.findall(r"`([\w/.]+\.swift)`:\n\n```swift\n(.*?)```", (root / "Documentation/Tutorial.md").read_text(), re.DOTALL)
    assert len(files) == 4
    for name, text in files:
        (folder / "Tunes" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "Tunes" / name).write_text(text)
    module_processes.run("swift", "build", "--package-path", folder / "Tunes", limit=3_600)
    module_processes.run("swift", "test", "--package-path", folder / "Tunes", limit=3_600)
