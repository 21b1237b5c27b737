#!/usr/bin/env bash
# Has our server and MPD itself do the same, and compares what they answer: by python-mpd2 and by mpc. What
# differs is in mpd-differences.txt. Then ncmpcpp steers ours, on a terminal. MPD=sample measures the latency of
# idle for a shorter time.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)

need mpd mpd
need mpc mpc
need ncmpcpp ncmpcpp
command -v python3 >/dev/null || die "python3 is needed"
scratch=$(mktemp -d)
pids=()
cleanup() {
  [ "${#pids[@]}" -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT

if ! python3 -c "import mpd" 2>/dev/null; then
  say "installing python-mpd2"
  python3 -m venv "$scratch/venv"
  "$scratch/venv/bin/pip" install --quiet --disable-pip-version-check python-mpd2
  PATH="$scratch/venv/bin:$PATH"
fi

mkdir -p "$scratch/music" "$scratch/playlists"
cp "$here"/../../Examples/playerkit/Resources/*.{flac,mp3,m4a} "$scratch/music"
# Covers: one in a song, one beside songs, and none.
fixtures=$here/../../Tests/Fixtures/Tags
mkdir -p "$scratch/music/covers" "$scratch/music/bare"
cp "$fixtures/comments.flac" "$scratch/music/covers/song.flac"
cp "$here"/../../Tests/Fixtures/seam-a.flac "$scratch/music/covers/bare.flac"
cp "$here"/../../Tests/Fixtures/seam-a.flac "$scratch/music/bare/bare.flac"
cover=$(find "$here/../../Documentation/Images" -name '*.png' | sort | head -1)
cp "$cover" "$scratch/music/covers/cover.png"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$scratch/mpd.conf" <<CONF
music_directory "$scratch/music"
playlist_directory "$scratch/playlists"
db_file "$scratch/db"
bind_to_address "127.0.0.1"
port "$port"
audio_output {
  type "null"
  name "PlayerKit"
  mixer_type "software"
}
CONF
mpd --no-daemon --stderr "$scratch/mpd.conf" 2>"$scratch/mpd.log" &
pids+=($!)

mkfifo "$scratch/ready"
tool=${PLAYERKIT_TOOL:-$(swift build --show-bin-path)/playerkit}
# What is searched is invented, and nobody else is asked.
mkfifo "$scratch/simulator"
"$tool" simulate >"$scratch/simulator" &
pids+=($!)
read -r simulator <"$scratch/simulator" || die "the simulator did not start"
bases=()
while read -r base; do bases+=(--api "$base"); done < <(python3 - "$simulator" <<'BASES'
import json, sys
bases = json.loads(sys.argv[1])
names = {"apple": "appleMusic", "deezer": "deezer", "itunes": "itunes", "radio": "radio"}
for name in names:
    print(f"{name}={bases[names[name]]}")
for name in ("archive", "podcast-index"):
    print(f"{name}={bases['control']}/none")
BASES
)
# With a token Apple Music is asked, and not the store, which takes 20 requests a minute.
APPLE_MUSIC_DEVELOPER_TOKEN=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["developerToken"])' "$simulator")
export APPLE_MUSIC_DEVELOPER_TOKEN
"$tool" serve "${bases[@]}" --output null --mpd 127.0.0.1:0 --allow files --playlists "$scratch/ours.sqlite" \
  >"$scratch/ready" &
export PLAYERKIT_PID=$!
pids+=("$PLAYERKIT_PID")
exec 3<"$scratch/ready"
read -r ready <&3 || die "the server did not start"
cat <&3 >/dev/null &
pids+=($!)
ours=$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["mpd"][0].rsplit(":", 1)[1])' "$ready")
python3 - "$port" <<'WAIT'
import socket, sys, time
for _ in range(100):
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[1]))).close()
        break
    except OSError:
        time.sleep(0.1)
WAIT

status=0
python3 -B "$here/mpd_compare.py" "$ours" "$port" "$scratch/music" "$here/mpd-differences.txt" ${MPD:-} || status=1
python3 -B "$here/mpd_hits.py" "$ours" "$port" "$scratch/music" "$here/mpd-differences.txt" || status=1
python3 -B "$here/mpd_ncmpcpp.py" "$ours" "$scratch/music" || status=1
exit $status
