#!/usr/bin/env python3
"""Writes manual pages from the command line's own description.

    playerkit --experimental-dump-help | packaging/manual.py FOLDER VERSION

Each command gets a page, such as playerkit-play.1. SOURCE_DATE_EPOCH sets the date of the pages.
"""
import datetime
import json
import os
import pathlib
import sys
import textwrap
import time


def escaped(text):
    """Text for roff: no character of it is a command."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = text.replace("“", "\\(lq").replace("”", "\\(rq").replace("’", "\\(cq").replace("–", "\\(en")
    return "".join(letter if ord(letter) < 128 else f"\\[u{ord(letter):04X}]" for letter in text)


def paragraphs(text):
    """Lines of roff for text. A line that begins with a dot must not be a request."""
    lines = []
    for part in filter(None, (part.strip() for part in text.split("\n\n"))):
        wrapped = [line for own in part.split("\n") for line in textwrap.wrap(own, 78, break_on_hyphens=False)]
        # Lines that the help breaks by itself are a list.
        breaks = len(part.split("\n")) > 1 and all(": " in own for own in part.split("\n"))
        lines.append(".PP")
        for own in part.split("\n") if breaks else wrapped:
            lines += ["\\&" + escaped(own)] + ([".br"] if breaks else [])
    return lines[1:]


def name(form):
    return ("--" if form["kind"] == "long" else "-") + form["name"]


def value(argument):
    return f"\\fI{escaped(argument['valueName'])}\\fR"


def head(argument):
    """The names of an argument, with its value."""
    if argument["kind"] == "positional":
        return value(argument)
    # The short name first, as in the help.
    names = sorted(argument["names"], key=lambda form: form["kind"] == "long")
    text = ", ".join(f"\\fB{escaped(name(form))}\\fR" for form in names)
    return text if argument["kind"] == "flag" else f"{text} {value(argument)}"


def synopsis(arguments):
    parts = ["[\\fIoptions\\fR]"]
    for argument in arguments:
        if argument["kind"] == "positional":
            text = value(argument) + (" \\&..." if argument["isRepeating"] else "")
            parts.append(f"[{text}]" if argument["isOptional"] else text)
    return " ".join(parts)


def described(argument):
    text = argument.get("abstract", "")
    if argument.get("defaultValue") and "default:" not in text:
        text += f" (default: {argument['defaultValue']})"
    return "\n\n".join(filter(None, [text, argument.get("discussion")])) or "See above."


def page(command, path, version, date):
    """The text of a command's page. `path` is the names of the commands above it."""
    path = [*path, command["commandName"]]
    title = "-".join(path)
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    lines = [f'.TH "{escaped(title.upper())}" 1 "{date}" "PlayerKit {version}" "User Commands"']
    lines += [".SH NAME", f"{escaped(title)} \\- {escaped(command.get('abstract', '').rstrip('.'))}"]
    lines += [".SH SYNOPSIS", f"\\fB{escaped(' '.join(path))}\\fR " + ("\\fIcommand\\fR " if below else "") + synopsis(arguments)]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    if below:
        lines.append(".SH COMMANDS")
        for one in below:
            lines += [".TP", f"\\fB{escaped('-'.join([*path, one['commandName']]))}\\fR(1)", *paragraphs(one.get("abstract", ""))]
    for kind, heading in [(True, "ARGUMENTS"), (False, "OPTIONS")]:
        of_kind = [argument for argument in arguments if (argument["kind"] == "positional") == kind]
        if of_kind:
            lines.append(f".SH {heading}")
        for argument in of_kind:
            # A paragraph within an item keeps its indentation.
            text = [".IP" if line == ".PP" else line for line in paragraphs(described(argument))]
            lines += [".TP", head(argument), *text]
    if len(path) > 1:
        lines += [".SH SEE ALSO", f"\\fB{escaped('-'.join(path[:-1]))}\\fR(1)"]
    pages = {title: "\n".join(lines) + "\n"}
    for one in below:
        pages.update(page(one, path, version, date))
    return pages


def main(folder, version):
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.datetime.fromtimestamp(int(seconds) if seconds else time.time(), datetime.timezone.utc)
    for title, text in page(json.load(sys.stdin)["command"], [], version, moment.date().isoformat()).items():
        pathlib.Path(folder, f"{title}.1").write_text(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
