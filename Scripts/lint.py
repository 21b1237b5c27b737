#!/usr/bin/env python3
"""Checks the sources beyond their format.

    Scripts/lint.py                          all checks
    Scripts/lint.py clocks                   refuses clocks and sleeps of the standard library in the sources
    Scripts/lint.py imports                  refuses more of Foundation than FoundationEssentials in the code for playback
    Scripts/lint.py portability [FOLDER …]   refuses code that compiles here but not on macOS, if a Linux machine can tell
    Scripts/lint.py phrases [AREA …]         counts phrases that are not plain English; lists those of an area, such as
                                             readme, decisions, or Sources/PlayerKit, with hints
    Scripts/lint.py count [FOLDER]           no check: counts files, lines of code (no blanks, no comments), and public
                                             declarations of each target
"""
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def refuse(found):
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    return bool(found)


def without_comment(line):
    return re.sub(r"(?<!:)//.*", "", line)


def tracked(*folders):
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard", "--", *folders], text=True)
    return [path for path in map(Path, listed.splitlines()) if path.suffix == ".swift" and path.exists()]


# Clocks: take a `PlaybackClock`, so that tests control time. A file or folder that must use others is listed with the
# reason. An entry that is no longer needed is refused too.

CLOCKS = re.compile(r"\b(ContinuousClock|SuspendingClock|(?:Task|Thread)\.sleep|usleep|nanosleep)\b")

BLOCKS = "Its reads block threads, which wait on condition variables in real time."
SOCKET = "It gives the event loop a deadline, or limits how long a socket or a program may take."
SOUND = "It paces sound that an output or a server plays in real time."
CLOCKS_ALLOWED = {
    "PlayerKit/Clock/PlaybackClock.swift": "It is the clock.",
    "PlayerKitLibrary/Files/INotifyWatching.swift": SOCKET,
    "PlayerKitMPRIS/Bus/": SOCKET,
    "PlayerKitMPV/": SOUND,
    "PlayerKitMedia/": BLOCKS,
    "PlayerKitRemote/MPD/Server/": SOCKET,
    "PlayerKitRooms/Feed/": SOUND,
    "PlayerKitRooms/Plugin/": SOCKET,
    "PlayerKitServiceSimulator/Server/": "The simulator shares nothing with the clients.",
    "PlayerKitSystem/": "Everything stands on it, also the clock.",
    "PlayerKitWebServer/": SOCKET,
}


def clocks():
    found, used = [], set()
    for path in sorted(Path("Sources").rglob("*.swift")):
        name = path.relative_to("Sources").as_posix()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if use := CLOCKS.search(without_comment(line)):
                place = next((place for place in CLOCKS_ALLOWED if name.startswith(place)), None)
                used.add(place)
                if place is None:
                    found.append(f"{path}:{number}: {use[1]}; take a `PlaybackClock` instead")
    return refuse(found + [f"Scripts/lint.py: Sources/{name} needs no exception" for name in sorted(CLOCKS_ALLOWED.keys() - used)])


# Imports: Foundation is 12 MB of code, and the tables of ICU add 40 MB.

LEAN = [*(f"Sources/PlayerKit{name}" for name in ["", "System", "HTTP", "Media", "MPV", "Playlists"]), "Examples/play-url"]
# Built only on systems without libcurl, which have all of Foundation.
LEAN_EXEMPT = "Sources/PlayerKitHTTP/URLSession/"


def imports():
    found = []
    for path in tracked(*LEAN):
        lines = ["", "", *path.read_text().splitlines()]
        for number, line in enumerate(lines):
            # The branch for systems without FoundationEssentials is allowed.
            is_other = re.match(r" *#else", lines[number - 1]) and "FoundationEssentials" in lines[number - 2]
            if re.search(r"import .*Foundation(?!Essentials)", line) and not is_other and not str(path).startswith(LEAN_EXEMPT):
                found.append(f"{path}:{number - 1}: {line}; import PlayerKitSystem, which exports FoundationEssentials: "
                             "see Documentation/Decisions/0030-what-playing-links.md")
    return refuse(found)


# Portability: follows `#if`, and looks only at the branches that macOS compiles. There it refuses modules, functions, and
# constants that only Linux has. It does not know what else Apple's Foundation lacks: only a build there shows that.

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
                yield number, without_comment(line)
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


def portability(*folders):
    roots = [Path(one) for one in folders or FOLDERS]
    files = [path for root in roots for path in sorted(root.rglob("*.swift"))]
    left_out = [ROOT / one for one in LINUX]
    return refuse([
        line for path in files
        if not any(path.resolve().is_relative_to(one) for one in left_out) and "/.build" not in str(path)
        for line in findings(path)
    ])


# Phrases

# Phrases per 1,000 words that an area may have, by default 3.
LIMITS = {"readme": 1, "guides": 1, "decisions": 1, "documents": 1}

HINTS = [(re.compile(pattern, flags), hint) for pattern, flags, hint in [
    (r"(?:^|[.:;] )Where [a-z]", 0, '"If …", or name the place'),
    (r"\b(?:tells|told)\b", re.I, '"reports", "notifies", or "returns"'),
    (r"\bbehind\b", re.I, '"after", or "next"'),
    (r"\b(?:anew|likewise|by far)\b", re.I, '"again", "also", "much"'),
    (r"\b(?:somebody|nobody|whoever)\b", re.I, "name the actor: the caller, the server, another app"),
    (r"\b(?:of which|of whom|whichever|whatever)\b", re.I, "make two sentences"),
    (r"\bof one's own\b", re.I, '"your own", or "its own"'),
    (r": no (?:effect|error)", re.I, '"Has no effect if …"'),
    (r"\b(?:that|those) of\b", re.I, "repeat the noun"),
    (r"\bwhat (?:lacks|is heard|follows|comes|stands|plays|was|it|they|there|the)\b", re.I, "use a noun"),
    (r"\bhas (?:a|the|it|its) \w+ (?:play|begin|end|go|steered|sound)", re.I, "use an active verb"),
    (r"`nil`:", 0, '"`nil` if …"'),
    (r"\bthat is\b", re.I, "use an adjective, or a sentence of its own"),
    (r"\bsays? (?:by|what|how|which|why|that)\b", re.I, '"reports", "states", or "returns"'),
    (r"\bwho (?:loads|gives|asks|reads|wants|listens|has|adds|plays)\b", re.I, '"a caller that …"'),
    (r"\bas far as\b", re.I, '"if", or "up to"'),
    (r"\bin place of\b", re.I, '"instead of"'),
    (r"\b(?:all else|all of it)\b", re.I, '"everything else", "all of them"'),
    (r"\b(?:lest|whence|whereof|thereof|therein|wherein|hitherto)\b", re.I, "use a common word"),
    (r"\b(?:errands?|patience)\b", re.I, '"task", "timeout"'),
]]


def plain(text):
    """The text without code. `nil` stays, since one phrase is about it."""
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    return re.sub(r"`(?!nil`)[^`\n]+`", "`code`", text)


def comments(text):
    return "\n".join(re.findall(r"^\s*///? ?(.*)$", text, re.M))


def area(name):
    if name.endswith(".swift"):
        folder = {"Sources": "/".join(name.split("/")[:2]), "Tests": "tests"}
        return folder.get(name.split("/")[0])
    folder = re.match(r"Documentation/(Guides|Decisions)/", name)
    return folder[1].lower() if folder else "readme" if name == "README.md" else "documents"


def phrases(*listed):
    words, odd, failed = {}, {}, False
    paths = list(Path().glob("*.md"))
    for folder in ["Acceptance", "Documentation", "Examples", "Sources", "Tests"]:
        paths += [*Path(folder).rglob("*.md"), *Path(folder).rglob("*.swift")]
    for name in map(str, sorted(paths)):
        key = area(name)
        if key:
            text = plain(comments(Path(name).read_text()) if name.endswith(".swift") else Path(name).read_text())
            words[key] = words.get(key, 0) + len(text.split())
            odd.setdefault(key, []).extend(
                (name, found[0], hint, line.strip()) for line in text.splitlines() for pattern, hint in HINTS
                for found in pattern.finditer(line))
    for key in sorted(words, key=lambda key: (key.startswith("Sources"), key)):
        rate, limit = 1000 * len(odd[key]) / max(1, words[key]), LIMITS.get(key, 3)
        failed |= rate > limit
        print(f"{key:36}{words[key]:7} words {rate:6.1f} per 1,000, at most {limit}{' EXCEEDED' * (rate > limit)}")
        for name, found, hint, line in odd[key] if key in listed else []:
            print(f"    {name}: “{found}”: {hint}: {line[:100]}")
    if failed:
        print("Scripts/lint.py phrases AREA lists the phrases of an area, and what to write instead.", file=sys.stderr)
    return failed


# Lines

PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?!extension|import)", re.M)


def code_lines(text):
    count, comment, literal = 0, 0, False
    for line in map(str.strip, text.splitlines()):
        if literal or (not comment and line and not line.startswith(("//", "/*"))):
            count += 1
            if line.count('"""') % 2:
                literal = not literal
        elif comment or line.startswith("/*"):
            comment += line.count("/*") - line.count("*/")
    return count


def count(folder="Sources"):
    rows, longest = {}, (0, None)
    for path in tracked(folder):
        text = path.read_text(encoding="utf-8")
        inner = path.parts[1:-1]
        name = "/".join(inner[:2]) if inner and inner[0] == "Services" else (inner[:1] or ("",))[0]
        row = rows.setdefault(name, [0, 0, 0])
        row[0] += 1
        row[1] += code_lines(text)
        row[2] += len(PUBLIC.findall(text))
        longest = max(longest, (text.count("\n"), str(path)))
    print(f"{'':28}{'files':>7}{'code':>8}{'public':>8}")
    for name, row in sorted(rows.items()):
        print(f"{name:28}{row[0]:7}{row[1]:8}{row[2]:8}")
    total = [sum(column) for column in zip(*rows.values())]
    print(f"{'all':28}{total[0]:7}{total[1]:8}{total[2]:8}")
    print(f"longest file: {longest[1]}, {longest[0]} lines")


CHECKS = [imports, portability, clocks, phrases]


def main(name=None, *words):
    chosen = {check.__name__: check for check in [*CHECKS, count]}
    if name is not None and name not in chosen:
        sys.exit(__doc__.strip())
    os.chdir(ROOT)
    return any([check() for check in CHECKS] if name is None else [chosen[name](*words)])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
