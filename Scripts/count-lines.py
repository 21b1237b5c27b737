#!/usr/bin/env python3
"""Counts the sources: files, lines of code (no blanks, no comments), public declarations, a row a target.

    Scripts/count-lines.py [FOLDER]     Sources by default
"""
import re
import subprocess
import sys
from pathlib import Path

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


def main(folder):
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard", folder], text=True)
    paths = [path for path in map(Path, listed.split()) if path.suffix == ".swift" and path.exists()]
    rows, longest = {}, (0, None)
    for path in paths:
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


main(sys.argv[1] if len(sys.argv) > 1 else "Sources")
