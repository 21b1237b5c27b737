"""Apps that depend on this package as it is committed: with the core, with one service, with everything.

Each depends on the package by path and by a git tag. This builds Swift packages, which takes minutes."""

import json
import subprocess
import time

import pytest

# The packages that an app with only the core may fetch.
ALLOWED = {"swift-http-types", "swift-log"}


@pytest.fixture(scope="module")
def package(module_processes, root):
    """A clone of the committed package, with a tag."""
    folder = module_processes.folder / "PlayerKit"
    module_processes.run("git", "clone", "-q", root, folder)
    module_processes.run("git", "-C", folder, "-c", "tag.gpgSign=false", "tag", "0.0.1")
    return folder


@pytest.fixture(scope="module")
def services(package):
    """The modules of the services. Each is called like its folder."""
    return {f"PlayerKit{folder.name}" for folder in (package / "Sources/Services").iterdir()}


@pytest.fixture(scope="module")
def products(module_processes, package):
    """The products that each app depends on."""
    description = json.loads(module_processes.run("swift", "package", "--package-path", package, "dump-package"))
    everything = [product["name"] for product in description["products"] if "library" in product["type"]]
    return {
        "core": ["PlayerKit"],
        "service": ["PlayerKit", "PlayerKitSpotify"],
        "everything": [name for name in everything if name != "PlayerKitTesting"],
    }


def make_app(folder, package, app, by, products):
    dependency = {"path": f'path: "{package}"', "tag": f'url: "file://{package}", exact: "0.0.1"'}[by]
    traits = "" if app == "everything" else ", traits: []"
    uses = "\n".join(f'    .product(name: "{product}", package: "PlayerKit"),' for product in products)
    # A product of several targets is not a module.
    modules = [name for name in products if name != "PlayerKitServices" or (package / "Sources" / name).exists()]
    (folder / "Sources/App").mkdir(parents=True)
    (folder / "Sources/App/main.swift").write_text("".join(f"import {name}\n" for name in modules))
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "App", platforms: [.macOS(.v15)],
  dependencies: [.package({dependency}{traits})],
  targets: [.executableTarget(name: "App", dependencies: [
{uses}
  ])])
""")


def fetched(folder):
    """The packages that the build fetched, without this one."""
    state = json.loads((folder / ".build/workspace-state.json").read_text())["object"]["dependencies"]
    packages = [one["packageRef"] for one in state]
    return {
        one["identity"] for one in packages
        if one["kind"] in ("remoteSourceControl", "registry") and one["identity"] != "playerkit"
    }


def linked(app, services):
    """The services whose symbols are in the program."""
    symbols = subprocess.run(["nm", "-a", app], capture_output=True, text=True, check=True).stdout
    return sorted(name for name in services if f"{len(name)}{name}" in symbols)


@pytest.mark.parametrize("by", ["path", "tag"])
@pytest.mark.parametrize("app", ["core", "service", "everything"])
def test_an_app_builds_only_what_it_depends_on(processes, scratch, package, services, products, table, app, by):
    folder = scratch / "App"
    make_app(folder, package, app, by, products[app])
    began = time.monotonic()
    output, status = processes.run(
        "swift", "build", "--package-path", folder, limit=3_600, is_checked=False, stderr=subprocess.STDOUT
    )
    assert status == 0, output.decode()[-8_000:]
    packages, seconds = fetched(folder), time.monotonic() - began
    modules = {path.stem for path in (folder / ".build/debug/Modules").glob("*.swiftmodule")} - {"App"}
    table(
        "Apps that depend on the package", app=app, by=by, packages=len(packages), modules=len(modules),
        seconds=round(seconds), fetched=" ".join(sorted(packages)),
        linked=" ".join(linked(folder / ".build/debug/App", services)),
    )
    if "PlayerKitServices" not in products[app]:
        assert (modules & services) - set(products[app]) == set()
    if app == "core":
        assert packages <= ALLOWED
