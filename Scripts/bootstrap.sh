#!/usr/bin/env bash
# Installs what a build needs and this machine lacks: libmpv, libavformat, TagLib, uchardet, libcurl, libxml2,
# libsystemd, SQLite's header, pkg-config. Does nothing if pkg-config finds them.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

command -v swift >/dev/null || die "Swift 6.2 or newer is needed: https://www.swift.org/install"

# Apple's systems come with SQLite, libcurl and libxml2.
libraries=(mpv libavformat taglib uchardet)
[ "$(uname -s)" = Darwin ] || libraries+=(libcurl libxml-2.0 libsystemd sqlite3)

if command -v pkg-config >/dev/null && pkg-config --exists "${libraries[@]}"; then
  exit 0
fi

case "$(uname -s)" in
  Linux)
    apt_install libmpv-dev libavformat-dev libtag1-dev libcurl4-openssl-dev libxml2-dev libsystemd-dev \
      libsqlite3-dev libuchardet-dev pkg-config
    ;;
  Darwin)
    command -v brew >/dev/null || die "Homebrew is needed to install mpv: https://brew.sh"
    say "installing by Homebrew: mpv ffmpeg taglib uchardet pkgconf"
    brew install --quiet mpv ffmpeg taglib uchardet pkgconf
    ;;
  *)
    die "please install libmpv, libavformat, TagLib, uchardet, libcurl, libxml2, libsystemd and SQLite (their headers too), and pkg-config"
    ;;
esac

pkg-config --exists "${libraries[@]}" || die "pkg-config still does not find ${libraries[*]}"
say "libmpv $(pkg-config --modversion mpv) is ready"
