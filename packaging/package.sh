#!/usr/bin/env bash
# Builds a Debian package of `playerkit` from this tree, and prints its path.
#
#   packaging/package.sh [FOLDER]     the package goes to FOLDER, .build-package by default
#
# BINARY=PATH packs a program that is already built, VERSION=… overrides the version, COMPRESSION=none saves time. The libraries that the package
# depends on are those that the program is linked to, with the versions of this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

need dpkg-shlibdeps dpkg-dev

folder=${1:-.build-package}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"

version=${VERSION:-$(packaging/version.sh)}
# Between two releases, a version that is older than the release to come and newer than the one before.
if [ -z "${VERSION:-}" ] && [ "$(git describe --tags --exact-match 2>/dev/null)" != "$version" ]; then
  version=$version~$(git log -1 --format=%cd.%h --date=format:%Y%m%d%H%M%S)
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-PlayerKit maintainers} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"

DESTDIR=$tree PREFIX=/usr ZSH_FOLDER=vendor-completions packaging/install.sh

share=$tree/usr/share
documents=$share/doc/playerkit
# Debian's own rules: compressed pages and change logs, a list of the copyrights.
cp packaging/debian/copyright "$documents/copyright"
gzip -9n "$share"/man/man1/*.1 "$documents/NOTICES"
gzip -9nc CHANGELOG.md > "$documents/NEWS.gz"
rm "$documents/CHANGELOG.md"
printf 'playerkit (%s) unstable; urgency=medium\n\n  * Build of commit %s. NEWS.gz lists the changes.\n\n -- %s  %s\n' \
  "$version" "$(git rev-parse --short=12 HEAD)" "$maintainer" "$(date -Rud "@$SOURCE_DATE_EPOCH")" |
  gzip -9n > "$documents/changelog.gz"
install -D -m 644 packaging/debian/lintian-overrides "$share/lintian/overrides/playerkit"

mkdir "$tree/DEBIAN" "$tree/debian"
printf 'Source: playerkit\n\nPackage: playerkit\nArchitecture: any\n' > "$tree/debian/control"
libraries=$(cd "$tree" && dpkg-shlibdeps -O usr/lib/playerkit/playerkit | sed -n 's/^shlibs:Depends=//p')
rm -r "$tree/debian"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$(dpkg --print-architecture)/" -e "s/@LIBRARIES@/$libraries/" \
  -e "s/@MAINTAINER@/$maintainer/" -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$tree" | cut -f 1)/" \
  packaging/debian/control > "$tree/DEBIAN/control"
install -m 755 packaging/debian/{postinst,prerm,postrm} "$tree/DEBIAN/"
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$tree/DEBIAN/md5sums"

find "$tree" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
package=$folder/playerkit_${version}_$(dpkg --print-architecture).deb
dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$tree" "$package" >&2
printf '%s\n' "$package"
