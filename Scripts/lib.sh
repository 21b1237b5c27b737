# Shared by the scripts here; to be sourced.

say() { printf '==> %s\n' "$*" >&2; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Runs a command as root: as it is where we are root already, by sudo elsewhere, and says so first.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    command -v sudo >/dev/null || die "root is needed for: $* (and there is no sudo)"
    say "using sudo for: $*"
    sudo "$@"
  fi
}

# Installs Debian packages without asking questions.
apt_install() {
  command -v apt-get >/dev/null || die "please install by your package manager: $*"
  say "installing by apt: $*"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Installs Debian packages of servers. Debian starts what it installs, at the ports that everybody uses;
# this keeps it from that. To be run in a shell of its own: (install_servers PACKAGE …)
install_servers() {
  local policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
    as_root chmod +x $policy
    trap "as_root rm -f $policy" EXIT
  fi
  apt_install "$@"
}

# Installs what a command comes with where the command is missing: need COMMAND PACKAGE
need() {
  command -v "$1" >/dev/null || apt_install "$2"
}

# Recorded answers of the services lie outside the repository, beside it where nobody says otherwise. Tests
# that read them say so when they are skipped.
find_recorded() {
  local pair name folder
  for pair in PLAYERKIT_RECORDED:recorded PLAYERKIT_RECORDED_MORE:recorded-more; do
    name=${pair%%:*}
    folder=${!name:-../shared/${pair##*:}}
    if [ -d "$folder" ]; then
      export "$name=$(cd "$folder" && pwd)"
    else
      say "no recorded answers at $folder"
      unset "$name"
    fi
  done
}
