# Sourced by tools/demo and tools/check: the packages that glccl needs, by their names in Debian 12 and Ubuntu 24.04.

# To build the program, and Mesa's software OpenGL to run it where there is no GPU.
build_packages=(
  g++ cmake ninja-build
  libgl-dev libegl-dev libopengl-dev libglew-dev libglfw3-dev libglm-dev
  zlib1g-dev libpng-dev libtiff-dev libstb-dev libcli11-dev nlohmann-json3-dev libbenchmark-dev
  libimgui-dev fonts-dejavu-core libopenmpi-dev openmpi-bin
  libegl1 libegl-mesa0 libgl1-mesa-dri
)

# To build the tests, and to check the layout of the sources: clang-format lays out differently in every version.
test_packages=(catch2 python3-matplotlib libopencv-core-dev libopencv-imgproc-dev clang-format-14 libepoxy-dev xvfb xauth)

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

die() {
  say "$*"
  exit 1
}

is_installed() {
  dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# install_packages NAME...: asks apt for those that are missing, and leaves apt alone when none is.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this system has no apt: install what Debian calls $*, then build by hand (CONTRIBUTING.md)"
    return 1
  fi
  local package
  local missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]} > 0)) || return 0

  local as_root=(env DEBIAN_FRONTEND=noninteractive)
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "packages are missing and there is no sudo; as root: apt-get install ${missing[*]}"
    as_root=(sudo "${as_root[@]}")
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q </dev/null >&2 || say "apt-get update failed; trying with the lists that are there"
  "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    die "apt-get could not install ${missing[*]}; glccl is set up for Debian 12 and Ubuntu 24.04"
}
