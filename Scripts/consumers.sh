#!/usr/bin/env bash
# Makes apps that depend on this package as it is committed, in a temporary folder: with the core
# alone, with one service, with everything; each by path and by a git tag. Prints what each fetches
# and builds, and fails where the first one fetches more than it may: consumers.sh [APP …]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

# What an app with the core alone may fetch.
allowed="swift-http-types swift-log"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The tag is the copy's, and not this repository's.
git clone -q . "$folder/PlayerKit"
git -C "$folder/PlayerKit" -c tag.gpgSign=false tag 0.0.1

products() {
  case $1 in
    core) echo PlayerKit ;;
    service) echo PlayerKit PlayerKitSpotify ;;
    everything) swift package dump-package | python3 -c '
import json, sys
for product in json.load(sys.stdin)["products"]:
    if "library" in product["type"] and product["name"] != "PlayerKitTesting":
        print(product["name"])' ;;
    *) die "there is no app “$1”" ;;
  esac
}

# The modules that an app imports: a product of several targets is none.
modules() {
  local product
  for product in "$@"; do
    [ "$product" = PlayerKitServices ] && [ ! -d Sources/PlayerKitServices ] || echo "$product"
  done
}

# make APP path|tag: writes the app's package.
make_app() {
  local place=$folder/$1-$2 dependency traits="" product
  mkdir -p "$place/Sources/App"
  [ "$1" = everything ] || traits=", traits: []"
  case $2 in
    path) dependency="path: \"../PlayerKit\"" ;;
    tag) dependency="url: \"file://$folder/PlayerKit\", exact: \"0.0.1\"" ;;
  esac
  {
    echo '// swift-tools-version: 6.2'
    echo 'import PackageDescription'
    echo 'let package = Package('
    echo '  name: "App", platforms: [.macOS(.v15)],'
    echo "  dependencies: [.package($dependency$traits)],"
    echo '  targets: [.executableTarget(name: "App", dependencies: ['
    for product in $(products "$1"); do
      echo "    .product(name: \"$product\", package: \"PlayerKit\"),"
    done
    echo '  ])])'
  } >"$place/Package.swift"
  for product in $(modules $(products "$1")); do
    echo "import $product"
  done >"$place/Sources/App/main.swift"
}

# The packages that were fetched, without this one.
fetched() {
  python3 - "$1/.build/workspace-state.json" <<'PYTHON'
import json, sys
state = json.load(open(sys.argv[1]))["object"]["dependencies"]
kinds = ("remoteSourceControl", "registry")
print(*sorted(
    one["packageRef"]["identity"] for one in state
    if one["packageRef"]["kind"] in kinds and one["packageRef"]["identity"] != "playerkit"
))
PYTHON
}

# The rooms of services that were built without being asked for: those that no product of the app is, nor one that
# it may depend on. Rooms are modules called as their folders are.
strangers() {
  local place=$1 room
  shift
  for room in $(ls Sources/Services); do
    [ -e "$place/.build/debug/Modules/PlayerKit$room.swiftmodule" ] || continue
    case " $* " in *" PlayerKit$room "* | *" PlayerKitServices "*) continue ;; esac
    printf '%s ' "PlayerKit$room"
  done
}

built() {
  find "$1/.build/debug/Modules" -name '*.swiftmodule' ! -name 'App.swiftmodule' | wc -l
}

status=0
[ $# -gt 0 ] || set -- core service everything
printf '%-12s %-6s %8s %8s %8s  %s\n' app by packages modules seconds "packages fetched"
for app in "$@"; do
  for by in path tag; do
    make_app "$app" "$by"
    place=$folder/$app-$by
    begun=$SECONDS
    swift build --package-path "$place" >"$place.log" 2>&1 || {
      tail -40 "$place.log" >&2
      die "the app “$app” by $by does not build"
    }
    packages=$(fetched "$place")
    # shellcheck disable=SC2086
    printf '%-12s %-6s %8s %8s %8s  %s\n' "$app" "$by" "$(set -- $packages; echo $#)" \
      "$(built "$place")" "$((SECONDS - begun))" "$packages"
    # shellcheck disable=SC2046
    others=$(strangers "$place" $(products "$app"))
    [ -z "$others" ] || {
      printf 'error: the app “%s” builds %s\n' "$app" "$others" >&2
      status=1
    }
    linked=$(nm -a "$place/.build/debug/App" 2>/dev/null | grep -oE '[0-9]+PlayerKit[A-Z][A-Za-z]*' | sed 's/^[0-9]*//' |
      sort -u | while read -r module; do [ -d "Sources/Services/${module#PlayerKit}" ] && echo "$module"; done | xargs || true)
    say "services linked into “$app”: ${linked:-none}"
    [ "$app" = core ] || continue
    for package in $packages; do
      case " $allowed " in
        *" $package "*) ;;
        *)
          printf 'error: an app with the core alone fetches %s\n' "$package" >&2
          status=1
          ;;
      esac
    done
    rm -rf "$place/.build"
  done
done
exit $status
