#!/usr/bin/env python3
"""Compares the public API with that of the last release, which is kept in Documentation/API.

    Scripts/api.py              what changed; fails if a breaking change is in no page of Documentation/Migrations
    Scripts/api.py --update     writes the API of this tree as that of the release to come
    Scripts/api.py --current    fails if Documentation/API is not the API of this tree

Needs a debug build with all traits. The extracted symbol graphs stay beside the modules until a module changes; `docs.py`
uses them too. API_MODULES=FOLDER reads modules from there; API_BASELINE and API_MIGRATIONS name other folders. Each
module has a file, in which unindented lines name a type, and indented lines are its declarations: `:` for conformances,
`required` for requirements without a default.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = pathlib.Path(os.environ.get("API_MODULES", ROOT / ".build/debug/Modules"))
GRAPHS = MODULES.parent / "symbol-graphs"
BASELINE = pathlib.Path(os.environ.get("API_BASELINE", ROOT / "Documentation/API"))
MIGRATIONS = pathlib.Path(os.environ.get("API_MIGRATIONS", ROOT / "Documentation/Migrations"))
SWIFT = os.environ.get("SWIFT", "swift")

# Conformances that the compiler adds by itself.
IMPLIED = {f"Swift.{name}" for name in ("SendableMetatype", "Escapable", "Copyable", "BitwiseCopyable")}
TYPES = {f"swift.{kind}" for kind in ("struct", "class", "enum", "protocol", "actor")}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def public_modules():
    """The Swift targets of all libraries, or what `API_MODULES` contains."""
    if "API_MODULES" in os.environ:
        return sorted(path.stem for path in MODULES.glob("*.swiftmodule"))
    package = json.loads(output(SWIFT, "package", "dump-package"))
    return sorted({target for one in package["products"] if "library" in one["type"] for target in one["targets"]})


def search_options():
    """Where the modules are, and the maps of the C modules that they import."""
    build = ROOT / ".build"
    maps = [*ROOT.glob("Sources/*/module.modulemap"), *build.glob("debug/*.build/module.modulemap")]
    # Packages have C targets in Sources, or beside it.
    maps += [path for path in build.glob("checkouts/*/**/module.modulemap") if "Tests" not in path.parts]
    libraries = re.findall(r'pkgConfig: "([^"]+)"', (ROOT / "Package.swift").read_text())
    headers = [output("pkg-config", "--cflags-only-I", one).split() for one in libraries if shutil.which("pkg-config")]
    options = [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]
    return ["-I", str(MODULES), *sum(headers, []), *options]


def tool(name):
    """A program that lies beside the compiler, which need not be on the search path."""
    info = json.loads(output(f"{SWIFT}c", "-print-target-info"))
    beside = pathlib.Path(info["paths"]["runtimeResourcePath"]).parents[1] / "bin" / name
    return (str(beside) if beside.exists() else name), info["target"]["triple"]


def symbol_graphs(pool):
    """The symbol graphs of the public modules: for each module its files and their content."""
    modules = public_modules()
    state = json.dumps([
        modules, *([path.name, path.stat().st_size, path.stat().st_mtime_ns]
                   for path in [pathlib.Path(__file__), *sorted(MODULES.iterdir())]),
    ])
    marker = GRAPHS / "state.json"
    if not marker.exists() or marker.read_text() != state:
        shutil.rmtree(GRAPHS, ignore_errors=True)
        extractor, target = tool("swift-symbolgraph-extract")
        options = ["-target", target, *search_options()]

        def extract(module):
            (GRAPHS / module).mkdir(parents=True)
            # The documentation needs the blocks of extensions.
            output(extractor, "-module-name", module, "-output-dir", str(GRAPHS / module), "-minimum-access-level", "public",
                   "-skip-synthesized-members", "-emit-extension-block-symbols", *options)

        list(pool.map(extract, modules))
        marker.write_text(state)
    return {
        module: {path.name: json.loads(path.read_text()) for path in sorted((GRAPHS / module).glob("*.symbols.json"))
                 if re.fullmatch(rf"{module}(@\w+)?\.symbols", path.stem)}
        for module in modules
    }


def declaration(symbol):
    """A declaration without what callers do not see: values of default arguments, and hints for warnings."""
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    text = re.sub(r"@discardableResult ", "", " ".join(text.split()))
    return re.sub(r" = (?:\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|[^,()\[\]]|\([^()]*\))+(?=[,)])", " = …", text) if "(" in text else text


def api(graphs):
    """The declarations of a module, by the path of their type."""
    lines = collections.defaultdict(set)
    for graph in graphs:
        symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]
                   if symbol["kind"]["identifier"] != "swift.extension"}
        kinds = collections.defaultdict(set)
        for relation in graph["relationships"]:
            kinds[relation["kind"]].add(relation["source"])
            kinds[relation["kind"] + " of"].add(relation["target"])
            if relation["kind"] == "conformsTo" and relation["source"] in symbols:
                name = relation.get("targetFallback") or symbols[relation["target"]]["pathComponents"][-1]
                if name not in IMPLIED:
                    lines[".".join(symbols[relation["source"]]["pathComponents"])].add(f": {name}")
        for identifier, symbol in symbols.items():
            text = declaration(symbol)
            if identifier in kinds["requirementOf"] and identifier not in kinds["defaultImplementationOf of"]:
                text = "required " + text
            path = ".".join(symbol["pathComponents"][:-1])
            own = ".".join(symbol["pathComponents"])
            # A type begins its own section.
            lines[own if symbol["kind"]["identifier"] in TYPES else path].add(text)
    return {path: declarations for path, declarations in lines.items() if declarations}


def text_of(module_api):
    return "".join(f"{path or '-'}\n" + "".join(f"  {line}\n" for line in sorted(module_api[path])) for path in sorted(module_api))


def parsed(text):
    module_api, path = {}, ""
    for line in text.splitlines():
        if line.startswith("  "):
            module_api[path].add(line[2:])
        else:
            path = "" if line == "-" else line
            module_api[path] = set()
    return module_api


def names_of(path, line):
    """The names of which a page must mention one: the declaration's, the type's for an initializer or a conformance."""
    owner = path.rpartition(".")[2]
    if line.startswith(":"):
        return {line.rpartition(".")[2].lstrip(": "), owner}
    match = re.search(r"\b(?:func|var|let|case|typealias|associatedtype|struct|class|enum|protocol|actor) ([^\s(:<{]+)", line)
    return {match[1] if match else owner}


def compare(old, new):
    """Additions, and breaking changes, each as (path, line)."""
    added, breaking = [], []
    for path in sorted(old.keys() | new.keys()):
        before, after = old.get(path, set()), new.get(path, set())
        for line in sorted(before - after):
            # A requirement that gets a default breaks nothing.
            if line.removeprefix("required ") not in after:
                breaking.append((path, "- " + line, line))
        for line in sorted(after - before):
            is_requirement = line.startswith("required ") and bool(before)
            is_closed = line.startswith("case ") and any(re.match(r"(indirect )?enum ", own) for own in before)
            (breaking if is_requirement or is_closed else added).append((path, "+ " + line, line))
    return added, breaking


def migration_text():
    """The pages for versions after the last release: all of them before the first one."""
    last = subprocess.run(["git", "describe", "--tags", "--abbrev=0"], capture_output=True, text=True, cwd=ROOT).stdout.strip()
    version = lambda text: [int(part) for part in re.findall(r"\d+", text)[:2]]
    pages = [page for page in sorted(MIGRATIONS.glob("*.md")) if not last or version(page.stem) > version(last)]
    # Only code names a declaration.
    return " ".join(code for page in pages for code in re.findall(r"`+([^`]+)`+", page.read_text()))


def report(module, title, changes):
    if changes:
        print(f"{module}: {title}")
        for path, line, _ in changes:
            print(f"  {path + ': ' if path else ''}{line}")


def main(arguments):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        current = {module: api(graphs.values()) for module, graphs in symbol_graphs(pool).items()}
    if "--update" in arguments:
        BASELINE.mkdir(parents=True, exist_ok=True)
        for path in BASELINE.glob("*.txt"):
            path.unlink()
        for module, own in current.items():
            (BASELINE / f"{module}.txt").write_text(text_of(own))
        return 0
    baseline = {path.stem: parsed(path.read_text()) for path in sorted(BASELINE.glob("*.txt"))}
    documented, missing, count = migration_text(), [], 0
    for module in sorted(baseline.keys() | current.keys()):
        added, breaking = compare(baseline.get(module, {}), current.get(module, {}))
        count += len(added) + len(breaking)
        report(module, "added", added)
        report(module, "breaking", breaking)
        for path, line, plain in breaking:
            # If a type is gone, its name stands for all that it had.
            names = names_of(path, plain) | (set() if path in current.get(module, {}) else set(path.split(".")) - {""})
            if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", documented) for name in names):
                missing.append(f"{module}: {path} {line}")
    if not count:
        print("The public API is that of Documentation/API.")
    if "--current" in arguments and count:
        print("error: Documentation/API is not the API of this tree: make api UPDATE=1", file=sys.stderr)
        return 1
    for line in missing:
        print(f"error: no page of Documentation/Migrations mentions a breaking change: {line}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as failure:
        sys.exit(f"error: {' '.join(failure.cmd[:3])} failed:\n{failure.stderr}")
