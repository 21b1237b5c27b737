#!/usr/bin/env bash
# Prints the version of the sources, as the program and the changelog have it. Fails if they differ.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/lib.sh

program=$(sed -n 's/.*static let version = "\(.*\)".*/\1/p' Examples/playerkit/PlayerKitCommand.swift)
changelog=$(sed -n 's/^## \([0-9][^ ]*\).*/\1/p' CHANGELOG.md | head -n 1)
[ -n "$program" ] && [ "$program" = "$changelog" ] ||
  die "the program has version “$program”, but the newest section of CHANGELOG.md is “$changelog”"
printf '%s\n' "$program"
