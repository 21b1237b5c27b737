#!/usr/bin/env bash
# Fails if the code for playback imports more of Foundation than FoundationEssentials, on a system that
# has the latter. Foundation is 12 MB of code, and the tables of ICU add 40 MB.
set -euo pipefail
cd "$(dirname "$0")/../.."
. Scripts/lib.sh

lean="Sources/PlayerKitSystem Sources/PlayerKit Sources/PlayerKitHTTP Sources/PlayerKitMedia
Sources/PlayerKitMPV Sources/PlayerKitPlaylists Examples/play-url"
# Built only on systems without libcurl, which have all of Foundation.
exempt=Sources/PlayerKitHTTP/URLSession/

# shellcheck disable=SC2086
found=$(git ls-files --cached --others --exclude-standard -- $lean | grep '\.swift$' |
  grep -v "^$exempt" | while read -r file; do
  [ -f "$file" ] || continue
  # The branch for systems without FoundationEssentials is allowed.
  awk '
    /import .*Foundation/ && !/import .*FoundationEssentials/ && !(last ~ /^ *#else/ && before ~ /FoundationEssentials/) {
      printf "%s:%d: %s\n", FILENAME, FNR, $0
    }
    { before = last; last = $0 }
  ' "$file"
done)
if [ -n "$found" ]; then
  printf '%s\n' "$found" >&2
  die "import PlayerKitSystem there, which exports FoundationEssentials; see Documentation/Decisions/0030-what-playing-links.md"
fi
