#!/usr/bin/env python3
"""Builds the documentation of all products, and of the documents of the repository, as one site. Fails on any warning.

    Scripts/docs.py               compiles the snippets, and builds .build-docs/PlayerKit.doccarchive
    Scripts/docs.py --snippets    only compiles the Swift snippets of the documents and of the catalogs
    Scripts/docs.py --site        only builds the site
    Scripts/docs.py --check       all but the files for each address, which a web server needs and which take half of the time

Needs a debug build with all traits, and no network. Uses the symbol graphs of `api.py`. API_MODULES=FOLDER reads modules
from there; DOCS_ROOT=FOLDER reads
documents and sources from there.

A doc comment or a catalog may link to any public symbol of the package, whatever its module. A page of a catalog may link
to a Markdown file of the repository, relative to itself. A document that names a public type as code links to it.
"""
import concurrent.futures
import graphlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import api

ROOT = pathlib.Path(os.environ.get("DOCS_ROOT", api.ROOT)).resolve()
BUILD = ROOT / ".build-docs"
GUIDES = "PlayerKitGuides"
INDEX = ROOT / "Documentation/README.md"
CONTEXT = ROOT / "Documentation/Snippets.swift"
# Pages whose snippets are parts of a file of the tests. A test compares them.
TESTED = {"AddingAPlayer.md"}
WORKERS = os.cpu_count()
SYMBOL_LINK = re.compile(r"(?<!`)``(?!`)([^`\s]+)``(?!`)")
PAGE_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
failures = []


def fail(place, text):
    failures.append(f"{place.relative_to(ROOT) if isinstance(place, pathlib.Path) else place}: {text}")


# The documents

def documents():
    """The Markdown files of the repository, and the name of the page that each becomes."""
    files = [*sorted((ROOT / "Documentation").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
    names = {INDEX: GUIDES, ROOT / "README.md": "GettingStarted", ROOT / "Documentation/Decisions/README.md": "Decisions"}
    for file in files:
        names.setdefault(file, ("Migration-" if file.parent.name == "Migrations" else "") + file.stem.replace(".", "-"))
    return {file: names[file] for file in files}


def catalogs():
    return {folder.stem: folder for folder in sorted((ROOT / "Sources").rglob("*.docc"))}


def outside_code(text, change):
    """Applies `change` to everything but blocks of code."""
    parts = re.split(r"(?ms)(^ *```.*?^ *```$)", text)
    return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))


def headings(file):
    text = re.sub(r"(?ms)^ *```.*?^ *```$", "", file.read_text())
    return [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", one) for one in re.findall(r"(?m)^#+ (.+?)\s*$", text)]


def github_anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def docc_anchor(heading):
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading)).strip("-")


def converted_links(text, file, names, prefix=""):
    """Turns relative links into links of the site. Links to other files of the repository become code."""
    def link(match):
        image, label, target = match.groups()
        if re.match(r"[a-z]+:|//", target):
            return match[0]
        path, _, anchor = target.partition("#")
        page = (file.parent / path).resolve() if path else file
        if not page.exists():
            fail(file, f"there is no {target}")
            return label
        if image:
            return f"![{label}]({page.name})"
        if page not in names:
            return label if label.startswith("`") or page.suffix == "" else f"`{label}`"
        found = [one for one in headings(page) if github_anchor(one) == anchor]
        if anchor and not found:
            fail(file, f"{path or 'the page'} has no heading {anchor}")
        # docc knows the headings of the same archive alone, and those of the index become topics.
        fragment = f"#{docc_anchor(found[0])}" if found and not prefix and page != INDEX else ""
        return f"[{label}](doc:{prefix}{names[page]}{fragment})"
    return outside_code(text, lambda part: PAGE_LINK.sub(link, part))


def index_topics(text):
    """The index lists pages below headings. In the site these lists are its topics."""
    intro, *sections = re.split(r"(?m)^## ", text)
    lines = [intro, "## Topics\n"]
    for section in sections:
        lines.append(f"### {section.splitlines()[0]}\n")
        lines += [f"- <{target}>" for target in re.findall(r"\]\((doc:[^)#]+)\)", section)] + [""]
    return "\n".join(lines)


def write_guides(names, owners, folder):
    """The documents as a catalog. `owners` gives the modules of the types to which code links."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    linked = set()

    def symbol(match):
        modules = owners.get(match[1], ())
        if len(modules) != 1:
            return match[0]
        linked.update(modules)
        return f"``/{min(modules)}/{match[1]}``"

    for file, name in names.items():
        text = re.sub(r"<!-- Snippets use .*? -->\n", "", converted_links(file.read_text(), file, names))
        if owners and "Decisions" not in file.parts and file.name != "CHANGELOG.md":
            # Not in headings and links, whose text must stay.
            text = outside_code(text, lambda part: "\n".join(
                line if line.startswith("#") else re.sub(r"(?<![`\[])`(\w+)`(?![`\]])", symbol, line)
                for line in part.split("\n")))
        if file == INDEX:
            text = index_topics(text) + "\n@Metadata {\n  @TechnologyRoot\n}\n"
        if name == "GettingStarted":
            text = re.sub(r"\A# .*", "# Getting started", text)
        (folder / f"{name}.md").write_text(text)
    for image in (ROOT / "Documentation/Images").glob("*"):
        shutil.copy(image, folder)
    return linked


# The symbols

class Module:
    """The symbols of a module, and its links to those of others."""

    def __init__(self, name, graphs):
        self.name, self.graphs, self.links = name, graphs, set()
        self.folder = BUILD / "symbols" / name
        own = graphs[f"{name}.symbols.json"]
        symbols = [one for one in own["symbols"] if len(one["pathComponents"]) == 1]
        symbols = [one for one in symbols if "extension" not in one["kind"]["identifier"]]
        self.top = {one["pathComponents"][0] for one in symbols}
        # Links may be relative to a type.
        self.types = {one["pathComponents"][-1] for one in own["symbols"] if one["kind"]["identifier"] in api.TYPES}
        # What the module adds to types of other modules, and whose types these are.
        self.added = {
            "/".join(one["pathComponents"]): file.split("@")[1].split(".")[0]
            for file, graph in graphs.items() if "@" in file for one in graph["symbols"]
            if len(one["pathComponents"]) > 1
        }
        self.deprecated = {
            one["pathComponents"][0] for one in symbols
            if any(part.get("isUnconditionallyDeprecated") for part in one.get("availability", ()))
        }

    def rewritten(self, text, owners):
        """Makes links to symbols of other modules absolute."""
        def link(match):
            first, _, rest = match[1].partition("/")
            bare = re.split(r"[(\-]", first)[0]
            if match[1].startswith("/"):
                self.links.add(match[1].split("/")[1])
            elif first == self.name or bare in {re.split(r"[(\-]", one)[0] for one in self.top}:
                pass
            elif first in self.types or rest and self.added.get(rest) == first:
                return match[0]
            elif match[1] in self.added:
                return f"``/{self.name}/{self.added[match[1]]}/{match[1]}``"
            elif first in owners["modules"]:
                self.links.add(first)
                return f"``/{match[1]}``"
            elif len(owners["types"].get(first, ())) == 1:
                module = min(owners["types"][first])
                self.links.add(module)
                return f"``/{module}/{match[1]}``"
            return match[0]
        return SYMBOL_LINK.sub(link, text)

    def write(self, catalog, names, owners):
        """Writes the symbol graphs and the catalog as docc reads them, and checks the catalog's topics."""
        self.folder.mkdir(parents=True)
        for file, graph in self.graphs.items():
            for symbol in graph["symbols"]:
                for line in symbol.get("docComment", {}).get("lines", ()):
                    line["text"] = self.rewritten(line["text"], owners)
            (self.folder / file).write_text(json.dumps(graph))
        if catalog is None:
            return fail(self.name, "has no catalog")
        target = self.folder / catalog.name
        target.mkdir(exist_ok=True)
        listed = []
        for page in sorted(catalog.glob("*.md")):
            text = page.read_text()
            listed += re.findall(r"(?m)^- ``([^`/]+)``$", text)
            text = converted_links(text, page, names, f"/{GUIDES}/")
            (target / page.name).write_text(outside_code(text, lambda part: self.rewritten(part, owners)))
        for name in sorted(self.top - self.deprecated - set(listed)):
            fail(catalog, f"no topic lists {name}")
        for name in sorted({one for one in listed if listed.count(one) > 1 or one not in self.top}):
            fail(catalog, f"{name} is listed twice, or is no public symbol of the module")


def convert(docc, name, catalog, graphs, dependencies):
    """Converts a catalog to an archive. Any warning is a failure."""
    archive = BUILD / f"archives/{name}.doccarchive"
    graphs = ["--additional-symbol-graph-dir", str(graphs)] if graphs else []
    known = [word for one in sorted(dependencies) for word in ("--dependency", str(BUILD / f"archives/{one}.doccarchive"))]
    done = subprocess.run(
        [docc, "convert", str(catalog), *graphs, "--output-dir", str(archive), "--fallback-display-name", name,
         "--fallback-bundle-identifier", name, "--enable-experimental-external-link-support",
         # Only the whole site gets a file for each address.
         "--no-transform-for-static-hosting", *known],
        capture_output=True, text=True,
    )
    if done.returncode or "warning:" in done.stdout + done.stderr:
        fail(name, (done.stdout + done.stderr).strip())


def check_decisions():
    """The index of the decisions has a line for each page, and marks those that a later page replaces, as they do."""
    index = ROOT / "Documentation/Decisions/README.md"
    rows = dict(re.findall(r"(?m)^\| \[\d+\]\((\S+)\) \|.*\| *([^|]*?) *\|$", index.read_text() if index.exists() else ""))
    for page in sorted(index.parent.glob("0*.md")):
        marked = re.findall(r"(?m)^Superseded .*?\[(\d+)\]", page.read_text())[:1]
        if page.name not in rows:
            fail(index, f"has no line for {page.name}")
        elif marked != re.findall(r"replaced by (\d+)", rows[page.name])[:1]:
            fail(index, f"and {page.name} differ in what replaces it")


def build_site(pool, is_served):
    shutil.rmtree(BUILD, ignore_errors=True)
    (BUILD / "archives").mkdir(parents=True)
    docc, _ = api.tool("docc")
    modules = {name: Module(name, graphs) for name, graphs in api.symbol_graphs(pool).items()}
    types = {}
    for module in modules.values():
        for name in module.top:
            types.setdefault(name, set()).add(module.name)
    names, sources = documents(), catalogs()
    listed = {(INDEX.parent / target).resolve() for _, _, target in PAGE_LINK.findall(INDEX.read_text())}
    for file in names:
        if file not in listed and file != INDEX and "Decisions" not in file.parts:
            fail(INDEX, f"does not list {file.relative_to(ROOT)}")
    for name in sorted(sources.keys() - modules.keys()):
        fail(sources[name], "there is no such product")
    check_decisions()
    # Modules link to documents, and documents to modules: what documents there are is written first.
    guides = BUILD / f"{GUIDES}.docc"
    write_guides(names, {}, guides)
    convert(docc, GUIDES, guides, None, ())
    if failures:
        return
    for module in modules.values():
        module.write(sources.get(module.name), names, {"modules": modules.keys(), "types": types})
    if failures:
        return
    order = graphlib.TopologicalSorter({one.name: one.links - {one.name} for one in modules.values()})
    order.prepare()
    waiting = {}
    while order.is_active():
        for name in order.get_ready():
            module = modules[name]
            known = module.links - {name} | {GUIDES}
            catalog = module.folder / f"{name}.docc"
            waiting[pool.submit(convert, docc, name, catalog, module.folder, known)] = name
        finished, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
        for one in finished:
            one.result()
            order.done(waiting.pop(one))
    linked = write_guides(names, types, guides)
    convert(docc, GUIDES, guides, None, linked)
    if failures:
        return
    site = BUILD / "PlayerKit.doccarchive"
    archives = [BUILD / f"archives/{name}.doccarchive" for name in [GUIDES, *sorted(modules)]]
    api.output(docc, "merge", *map(str, archives), "--output-path", str(site), "--synthesized-landing-page-name", "PlayerKit")
    if is_served:
        api.output(docc, "process-archive", "transform-for-static-hosting", str(site))
    pages = sum(1 for _ in (site / "data").rglob("*.json"))
    print(f"{site.relative_to(ROOT)}: {len(modules)} products, {len(names)} documents, {pages} pages")


# The snippets

def snippets(file):
    """The Swift code of a page, each with its first line's number."""
    text = file.read_text()
    for match in re.finditer(r"(?ms)^( *)```swift\n(.*?)^ *```$", text):
        lines = [line.removeprefix(match[1]) for line in match[2].splitlines()]
        yield text.count("\n", 0, match.start(2)) + 1, lines


# What the snippets of a page use without declaring stands in a comment at its end: names with their types, `var` if they change.
USES = re.compile(r"(var )?(\w+): ([^;]+)")
DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))? )*(?:(?:public|private|final|nonisolated|indirect) )*"
    r"(?:struct|class|enum|protocol|actor|extension|func|import|typealias)\b|[}/)@\s]|$")


def source_of(file, number, every):
    """One Swift file of the snippets of a page. Each sees the names of the earlier ones, and may declare them again."""
    text, blocks = file.read_text(), list(snippets(file))
    is_import = lambda line: re.match(r"(@\w+ )?import (\w+)", line)
    is_declared = lambda lines: all(DECLARATION.match(line) for line in lines)
    # Extensions and tests are possible in a file only. Then other declarations stand there, too.
    needs_file = any(re.match(r"extension |\s*@Test|@Suite|@main", line) for _, lines in blocks for line in lines)
    imports, top, body, depth = set(), [], [], 1
    for variable, name, kind in USES.findall("".join(re.findall(r"<!-- Snippets use (.*?) -->", text))):
        body.append(f"var {name}: {kind} {{ get {{ fatalError() }} {'set {}' if variable else ''} }}")
    for first, lines in blocks:
        # A target that the page itself describes is no module here.
        imports |= {line for line in lines if is_import(line) and f'target(\n      name: "{is_import(line)[2]}"' not in text}
        lines = ["" if is_import(line) else line for line in lines]
        if re.match(r"\w+: ", lines[0]):
            # The arguments of a package.
            imports.add("import PackageDescription")
            lines = ['_ = Package(name: "Snippet", ' + lines[0], *lines[1:], ")"]
        located = [f'#sourceLocation(file: "{file.relative_to(ROOT)}", line: {first})', *lines, "#sourceLocation()"]
        if needs_file and is_declared(lines):
            top += located
        else:
            body += ["do {", *located]
            depth += 1
    return "\n".join([
        *sorted(imports | set(every)), *top, f"@MainActor func page{number}() async throws {{", *body,
        "}" * depth, "",
    ])


def compile_snippets():
    folder = BUILD / "snippets"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = [file for file in [*documents(), *sorted((ROOT / "Sources").rglob("*.docc/*.md"))]
             if file.name not in TESTED and any(snippets(file))]
    every = re.findall(r"(?m)^import \w+$", CONTEXT.read_text())
    files = [CONTEXT]
    for number, file in enumerate(pages):
        files.append(folder / f"Page{number}.swift")
        files[-1].write_text(source_of(file, number, every))
    swiftc, _ = api.tool("swiftc")
    tools = pathlib.Path(swiftc).parents[1] / "lib/swift"
    command = [swiftc, "-typecheck", "-swift-version", "6", "-suppress-warnings", "-parse-as-library", "-module-name",
               "Snippets", "-plugin-path", str(tools / "host/plugins/testing"), "-I", str(tools / "pm/ManifestAPI"),
               "-package-description-version", "6.2.0", "-continue-building-after-errors",
               *api.search_options(), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    count = sum(len(list(snippets(file))) for file in pages)
    if done.returncode:
        fail("snippets", done.stderr.strip())
    print(f"{count} Swift snippets on {len(pages)} pages")


def main(arguments):
    since = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        if "--site" not in arguments:
            compile_snippets()
        if "--snippets" not in arguments and not failures:
            build_site(pool, is_served="--check" not in arguments)
    for text in failures:
        print(f"error: {text}", file=sys.stderr)
    print(f"{time.monotonic() - since:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: {' '.join(failure.cmd[:3])} failed:\n{failure.stderr}")
    except graphlib.CycleError as cycle:
        sys.exit(f"error: modules link to each other in a circle: {' → '.join(cycle.args[1])}")
