#!/usr/bin/env python3
"""Counts phrases that are not plain English, per 1,000 words, by area. Fails if an area exceeds its limit.

    Scripts/lint/phrases.py [AREA …]     with areas (readme, decisions, Sources/PlayerKit …): lists their phrases, with hints
"""
import re
import sys
from pathlib import Path

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


def main(listed):
    words, phrases, failed = {}, {}, False
    paths = list(Path().glob("*.md"))
    for folder in ["Acceptance", "Documentation", "Examples", "Sources", "Tests"]:
        paths += [*Path(folder).rglob("*.md"), *Path(folder).rglob("*.swift")]
    for name in map(str, sorted(paths)):
        key = area(name)
        if key:
            text = plain(comments(Path(name).read_text()) if name.endswith(".swift") else Path(name).read_text())
            words[key] = words.get(key, 0) + len(text.split())
            phrases.setdefault(key, []).extend(
                (name, found[0], hint, line.strip()) for line in text.splitlines() for pattern, hint in HINTS
                for found in pattern.finditer(line))
    for key in sorted(words, key=lambda key: (key.startswith("Sources"), key)):
        rate, limit = 1000 * len(phrases[key]) / max(1, words[key]), LIMITS.get(key, 3)
        failed |= rate > limit
        print(f"{key:36}{words[key]:7} words {rate:6.1f} per 1,000, at most {limit}{' EXCEEDED' * (rate > limit)}")
        for name, found, hint, line in phrases[key] if key in listed else []:
            print(f"    {name}: “{found}”: {hint}: {line[:100]}")
    if failed:
        print("Scripts/lint/phrases.py AREA lists the phrases of an area, and what to write instead.", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
