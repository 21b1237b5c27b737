#!/usr/bin/env bash
# Installs `playerkit`, its manual pages, completions, and on Linux its systemd units and desktop file.
#
#   packaging/install.sh [uninstall]     PREFIX (/usr/local), DESTDIR; BINARY=PATH installs a program that is already built
#
# The program and its resources are in lib/playerkit; bin/playerkit is a link to it.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
library=$root/lib/playerkit
share=$root/share
is_linux=$([ "$(uname -s)" = Linux ] && echo yes || true)
zsh_folder=$share/zsh/${ZSH_FOLDER:-site-functions}

if [ "${1:-}" = uninstall ]; then
  rm -rf "$library" "$share/doc/playerkit"
  rm -f "$root/bin/playerkit" "$share/man/man1/playerkit"{,-*}.1 "$share/bash-completion/completions/playerkit" \
    "$zsh_folder/_playerkit" "$share/fish/vendor_completions.d/playerkit.fish" \
    "$share/applications/playerkit.desktop" "$root/lib/systemd/"{system,user}/playerkit.service
  exit 0
fi

if [ -z "${BINARY:-}" ]; then
  read -ra options <<< "-c release --product playerkit ${SWIFT_FLAGS:-}"
  # A program that carries Swift's libraries runs on systems without them. Only Linux has them as archives.
  [ -z "$is_linux" ] || options+=(--static-swift-stdlib)
  "${SWIFT:-swift}" build "${options[@]}"
  BINARY=$("${SWIFT:-swift}" build "${options[@]}" --show-bin-path)/playerkit
fi
[ -x "$BINARY" ] || die "there is no program at $BINARY"

put() {
  mkdir -p "$(dirname "$2")"
  install -m "${3:-644}" "$1" "$2"
}

put "$BINARY" "$library/playerkit" 755
if [ -n "$is_linux" ]; then strip --strip-all "$library/playerkit"; else strip -x "$library/playerkit"; fi
for bundle in PlayerKitCLI PlayerKitServiceSimulator; do
  for folder in "$(dirname "$BINARY")/PlayerKit_$bundle".{resources,bundle}; do
    [ ! -d "$folder" ] || cp -R "$folder" "$library/"
  done
done
mkdir -p "$root/bin"
ln -sf ../lib/playerkit/playerkit "$root/bin/playerkit"

# The program describes itself.
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$zsh_folder" "$share/fish/vendor_completions.d"
"$library/playerkit" --experimental-dump-help | packaging/manual.py "$share/man/man1" "$(packaging/version.sh)"
"$library/playerkit" --generate-completion-script bash | sed '1{/^#!/d;}' > "$share/bash-completion/completions/playerkit"
"$library/playerkit" --generate-completion-script zsh > "$zsh_folder/_playerkit"
"$library/playerkit" --generate-completion-script fish > "$share/fish/vendor_completions.d/playerkit.fish"

put CHANGELOG.md "$share/doc/playerkit/CHANGELOG.md"
put Documentation/Guides/RadioBox.md "$share/doc/playerkit/RadioBox.md"
put Documentation/Licenses.md "$share/doc/playerkit/Licenses.md"
# The licenses of the packages in the program require that their texts go with it.
checkouts=$(cd -P "$(dirname "$BINARY")/../.." && pwd)/checkouts
toolchain=$(cd -P "$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/../share" && pwd)
for file in LICENSE "$checkouts"/*/{LICENSE,NOTICE}* "$toolchain/swift/LICENSE.txt"; do
  name=${file#"$checkouts/"}
  [ ! -f "$file" ] || printf '==> %s\n\n%s\n\n' "${name#"$toolchain/"}" "$(cat "$file")"
done > "$share/doc/playerkit/NOTICES"
packaging/sbom.py "$BINARY" "$(packaging/version.sh)" > "$share/doc/playerkit/playerkit.spdx.json"

if [ -n "$is_linux" ]; then
  put packaging/playerkit.desktop "$share/applications/playerkit.desktop"
  for kind in system user; do
    unit=packaging/systemd/playerkit$([ $kind = system ] || echo "-$kind").service
    put "$unit" "$root/lib/systemd/$kind/playerkit.service"
    sed -i "s|@BINDIR@|$prefix/bin|" "$root/lib/systemd/$kind/playerkit.service"
  done
fi
say "installed in $root"
