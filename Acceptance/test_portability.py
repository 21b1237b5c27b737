"""The check that refuses Linux's own APIs in code that macOS compiles."""

import subprocess

import pytest

pytestmark = pytest.mark.quick

REFUSED = {
    "a module": "import Glibc",
    "a module of Foundation's": "@preconcurrency import FoundationNetworking",
    "a function": "let end = pipe2(&ends, 0)",
    "a constant": "send(socket, bytes, count, Int32(MSG_NOSIGNAL))",
    "a folder": 'let path = "/proc/self/maps"',
    "the branch of other systems": "#if os(Linux)\nlet a = 1\n#else\nimport Glibc\n#endif",
    "a branch that a trait turns on": "#if Server\nimport Glibc\n#endif",
    "a branch for both": "#if os(Linux) || os(macOS)\nimport Glibc\n#endif",
    "a branch after one that may be off": "#if Server\n#elseif canImport(Darwin)\nimport Glibc\n#endif",
    "code after a branch": "#if os(Linux)\n#endif\nimport Glibc",
}
ACCEPTED = {
    "a branch of Linux": "#if os(Linux)\nimport Glibc\n#endif",
    "what can be imported": "#if canImport(Glibc)\nimport Glibc\n#else\nimport Darwin\n#endif",
    "not on Apple's systems": "#if !canImport(Darwin)\nimport Glibc\n#endif",
    "the other branch of Apple's systems": "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif",
    "a branch within a branch": "#if os(Linux)\n#if Server\nimport Glibc\n#endif\n#endif",
    "a comment": "// pipe2(&ends, 0)\n/// Reads /proc.",
    "a method of that name": "queue.splice(entries)",
}


def check(scratch, root, text):
    folder = scratch / "Sources"
    folder.mkdir()
    (folder / "Sample.swift").write_text(text)
    return subprocess.run([root / "Scripts/lint.py", "portability", folder], capture_output=True, text=True)


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses_in_code_that_macos_compiles(scratch, root, name):
    found = check(scratch, root, REFUSED[name])
    assert found.returncode == 1 and "Sample.swift:" in found.stderr, found


@pytest.mark.parametrize("name", ACCEPTED)
def test_it_accepts(scratch, root, name):
    assert check(scratch, root, ACCEPTED[name]).returncode == 0
