#!/usr/bin/env bash
# Installs what a build needs and this machine lacks: libmpv and pkg-config. Does nothing where
# pkg-config finds mpv.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

command -v swift >/dev/null || die "Swift 6.2 or newer is needed: https://www.swift.org/install"

if command -v pkg-config >/dev/null && pkg-config --exists mpv; then
  exit 0
fi

case "$(uname -s)" in
  Linux)
    apt_install libmpv-dev pkg-config
    ;;
  Darwin)
    command -v brew >/dev/null || die "Homebrew is needed to install mpv: https://brew.sh"
    say "installing by Homebrew: mpv pkgconf"
    brew install --quiet mpv pkgconf
    ;;
  *)
    die "please install libmpv (its headers too) and pkg-config"
    ;;
esac

pkg-config --exists mpv || die "pkg-config still does not find mpv"
say "libmpv $(pkg-config --modversion mpv) is ready"
