#!/usr/bin/env python3
"""Refuses code that compiles here but not on macOS, if a Linux machine can tell.

    Scripts/lint/portability.py [FOLDER …]     by default all sources that Package.swift builds on macOS

It follows `#if` and looks only at the branches that macOS compiles. There it refuses modules, functions, and constants
that only Linux has. It does not know what else Apple's Foundation lacks: only a build there tells.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ["Sources", "Examples", "Tests", "Plugins"]
# Package.swift leaves these out on macOS.
LINUX = ["Sources/PlayerKitMPRIS", "Tests/RemoteTests/MPRIS"]

MODULES = "Glibc|Musl|Android|WinSDK|FoundationNetworking|FoundationXML|PlayerKitMPRIS|PlayerKitCSystemd"
FUNCTIONS = """accept4 close_range dup3 epoll_create1 epoll_ctl epoll_wait eventfd execvpe fallocate fdatasync getauxval
    getrandom gettid inotify_add_watch inotify_init1 inotify_rm_watch memfd_create mremap pidfd_open pipe2 posix_fadvise
    ppoll prctl prlimit pthread_getaffinity_np pthread_setaffinity_np readahead renameat2 secure_getenv sendmmsg signalfd
    splice statx syncfs syscall timerfd_create tgkill"""
CONSTANTS = """CLOCK_BOOTTIME CLOCK_MONOTONIC_COARSE CLOCK_REALTIME_COARSE IN_CLOEXEC MSG_NOSIGNAL O_DIRECT O_NOATIME O_PATH
    O_TMPFILE POSIX_FADV_DONTNEED PR_SET_PDEATHSIG PR_SET_NAME RENAME_NOREPLACE SOCK_CLOEXEC SOCK_NONBLOCK SO_PEERCRED
    TCP_KEEPIDLE TCP_USER_TIMEOUT"""
REFUSED = [
    (re.compile(rf"^\s*(?:@\w+ |public |internal )*import (?:\w+ )?({MODULES})\b"), "only Linux has this module"),
    (re.compile(rf"(?<![.\w])({'|'.join(FUNCTIONS.split())})\("), "only Linux has this function"),
    (re.compile(rf"(?<![.\w])({'|'.join(CONSTANTS.split())})\b"), "only Linux has this constant"),
    (re.compile(r"\b(SOCK_(?:STREAM|DGRAM)\.rawValue)"), "only Glibc makes it an enumeration"),
]
# Tests may look there: they get nothing elsewhere.
REFUSED_IN_SOURCES = [(re.compile(r'"(/proc/|/sys/)'), "only Linux has this folder")]

# What macOS answers. Anything else, such as a trait, may be on or off.
KNOWN = {
    "os": {"macOS": True, "OSX": True},
    "canImport": {name: False for name in MODULES.split("|")} | {name: True for name in ("Darwin", "Foundation", "Combine")}
    | {name: True for name in ("CoreFoundation", "ObjectiveC", "SwiftUI", "Observation", "Security")}
    # Apple's Foundation is one module.
    | {"FoundationEssentials": False},
}


def value(kind, name, other):
    """The answer of macOS to `os(name)` or `canImport(name)`."""
    return KNOWN["os"].get(name, False) if kind == "os" else KNOWN.get(kind, {}).get(name, other)


def possible(condition):
    """Whether a condition can be true on macOS, and whether it can be false."""
    answers = set()
    for other in (True, False):
        text = re.sub(r"(\w+)\(([^)]*)\)", lambda found: str(value(found[1], found[2].strip(), other)), condition)
        text = re.sub(r"\b(?!True\b|False\b|true\b|false\b)[A-Za-z_]\w*", str(other), text)
        text = text.replace("true", "True").replace("false", "False").replace("&&", " and ").replace("||", " or ")
        text = re.sub(r"!(?!=)", " not ", text)
        # Only words that the replacements above can have left.
        answers.add(bool(eval(text, {"__builtins__": {}})) if re.fullmatch(r"(?:True|False|and|or|not|[()\s])+", text) else True)
    return True in answers, False in answers


def compiled(text):
    """The lines that macOS compiles, with their numbers. Comments are left out."""
    stack = []  # for each `#if`: whether this branch is compiled, and whether a later one can be
    for number, line in enumerate(text.splitlines(), 1):
        directive = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if not directive:
            if all(is_active for is_active, _ in stack):
                yield number, re.sub(r"(?<!:)//.*", "", line)
            continue
        word, condition = directive[1], re.sub(r"//.*", "", directive[2])
        if word == "endif":
            stack.pop()
            continue
        is_left = stack.pop()[1] if word != "if" else True
        can_be, can_fail = possible(condition) if word != "else" else (True, False)
        stack.append((is_left and can_be, is_left and can_fail))


def findings(path):
    rules = REFUSED + (REFUSED_IN_SOURCES if "Sources" in path.parts else [])
    for number, line in compiled(path.read_text()):
        for pattern, reason in rules:
            for found in pattern.finditer(line):
                yield f"{path}:{number}: {found[1]}: {reason}; put it into `#if os(Linux)` or `#if canImport(…)`"


def main(folders):
    roots = [pathlib.Path(one) for one in folders] or [ROOT / one for one in FOLDERS]
    files = [path for root in roots for path in sorted(root.rglob("*.swift"))]
    left_out = [ROOT / one for one in LINUX]
    found = [
        line for path in files
        if not any(path.resolve().is_relative_to(one) for one in left_out) and "/.build" not in str(path)
        for line in findings(path)
    ]
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
