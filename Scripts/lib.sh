# Functions that the scripts here share. Source this file.

say() { printf '==> %s\n' "$*" >&2; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Runs a command as root. Announces sudo, and uses it only if we are not root.
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
  command -v apt-get >/dev/null || die "please install with your package manager: $*"
  say "installing with apt: $*"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Installs Debian packages of servers, and prevents Debian from starting them at their usual ports.
# Run it in a subshell: (install_servers PACKAGE …)
install_servers() {
  local policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
    as_root chmod +x $policy
    trap "as_root rm -f $policy" EXIT
  fi
  apt_install "$@"
}

# Installs the package of a command if the command is missing: need COMMAND PACKAGE
need() {
  command -v "$1" >/dev/null || apt_install "$2"
}

# Recorded answers of the services are outside of the repository, by default next to it. Tests that read
# them report when they are skipped.
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
