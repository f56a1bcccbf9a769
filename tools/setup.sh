# Sourced by tools/demo, tools/check, tools/docs, tools/release, tools/release_wheel and tools/wheel/try: the packages
# that glccl needs. Their names are those of Debian 12 and 13 and of Ubuntu 24.04.

# For the programs, with Mesa's software OpenGL to run them where there is no GPU, and for the Python package.
build_packages=(
  g++ cmake ninja-build
  libgl-dev libegl-dev libopengl-dev libglew-dev libglfw3-dev libglm-dev
  zlib1g-dev libzip-dev libpng-dev libjpeg-dev libgif-dev libtiff-dev libhdf5-dev libcli11-dev nlohmann-json3-dev
  libbenchmark-dev libimgui-dev fonts-dejavu-core libopenmpi-dev openmpi-bin python3-dev python3-venv
  libegl1 libegl-mesa0 libgl1-mesa-dri
)

# For the tests, the packages, the API reference and the engine for Windows.
test_packages=(
  catch2 python3-matplotlib python3-scipy libopencv-core-dev libopencv-imgproc-dev libepoxy-dev xvfb xauth
  ccache pkgconf dpkg-dev file doxygen clang libclang-rt-dev g++-mingw-w64-x86-64-posix libboost-context-dev
  glslang-dev glslang-tools spirv-tools spirv-cross libvulkan-dev liblzma-dev mesa-vulkan-drivers
  vulkan-validationlayers
)

# Checks the layout of the sources. Every version lays out differently, and Debian 13 does not offer this one.
layout_package=clang-format-14

# OpenGL without a window system, for a test of contexts that is skipped without it: newer versions of Mesa have none.
osmesa_package=libosmesa6

# WebGPU on the CPU, for tests/web, which are skipped without it. Ubuntu has a snap alone.
browser_package=chromium

# Renderers that others wrote, for tests/renderers: one of them in each check, all of them and the libraries of Qt's
# wheels in long ones. Each is skipped without its package.
renderer_package=libsfml-dev
renderer_packages=(
  libopenscenegraph-dev libogre-1.12-dev
  libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0
  libxcb-xkb1 libxkbcommon-x11-0 libfontconfig1 libdbus-1-3
)

# Compares the C API with that of the last release (tools/check_abi).
abi_package=abigail-tools

# Makes and tests what tools/release releases.
release_packages=(ccache debootstrap dpkg-dev file git lintian man-db pkgconf)

# CUDA of releases: machine code for every major version of compute capability since Turing's 7.5, which later minor
# versions run too (that of 8.0 runs on 8.6 and 8.9). Newer major versions compile the PTX of 9.0. Debian packages and
# wheel have the same flags, so that ccache compiles each kernel once: GLCCL_SHARED is defined for shared libraries, and
# without effect in the wheel.
release_cuda_architectures="75-real;80-real;90-real;100-real;120-real;90-virtual"
release_cuda_flags="--compress-mode=size -DGLCCL_SHARED"

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

die() {
  say "$*"
  exit 1
}

is_installed() {
  dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

is_offered() { [[ -n $(apt-cache --quiet=2 madison "$1" 2>/dev/null) ]]; }

# Sets cuda_options, for CMake: CUDA for this machine's GPU. Where there is none, CUDA is compiled to PTX, which the
# driver of any GPU compiles further, and without optimization where nvcc can do that (from 13.0 on): in a fifth of the
# time. CUDAARCHS names architectures.
set_cuda_options() {
  cuda_options=("-DCMAKE_CUDA_ARCHITECTURES=${CUDAARCHS:-native}")
  if [[ -n ${CUDAARCHS:-} ]] || nvidia-smi --list-gpus >/dev/null 2>&1; then return 0; fi
  cuda_options=(-DCMAKE_CUDA_ARCHITECTURES=75-virtual)
  local nvcc=${CUDACXX:-nvcc}
  if ! command -v "$nvcc" >/dev/null; then nvcc=/usr/local/cuda/bin/nvcc; fi
  # Without -q, grep reads to the end: nvcc would fail on a closed pipe, and pipefail with it.
  if "$nvcc" --help 2>/dev/null | grep -- --Ofast-compile >/dev/null; then
    cuda_options+=("-DCMAKE_CUDA_FLAGS=--Ofast-compile max")
  fi
}

# make_system FOLDER CODENAME[:ARCHITECTURE] [PACKAGE...]: a Debian or Ubuntu with the essential packages and these, for
# chroot. Needs root. A folder that is there already stays as it is.
make_system() {
  local folder=$1 codename architecture mirror mounted
  IFS=: read -r codename architecture <<<"$2"
  shift 2
  [[ ! -d $folder ]] || return 0
  # An interrupted debootstrap leaves file systems mounted.
  for mounted in "$folder.new"/{proc,sys}; do
    if mountpoint --quiet "$mounted"; then umount "$mounted"; fi
  done
  rm -rf --one-file-system "$folder.new"
  say "making $folder"
  # The system is thrown away, so dpkg need not wait for the disk.
  mkdir -p "$folder.new/etc/dpkg/dpkg.cfg.d"
  echo force-unsafe-io >"$folder.new/etc/dpkg/dpkg.cfg.d/release"
  # This system's mirror of its own distribution, debootstrap's of others.
  mirror=$(apt-get indextargets --format '$(SITE)' "Created-By: Packages" "Codename: $codename" 2>/dev/null | sed -n 1p)
  debootstrap --variant=minbase ${architecture:+"--arch=$architecture"} ${*:+"--include=$(IFS=, && echo "$*")"} \
    "$codename" "$folder.new" ${mirror:+"$mirror"} >"$folder.log" || die "debootstrap failed: $folder.log"
  mv "$folder.new" "$folder"
}

# make_debian CODENAME[:ARCHITECTURE] PACKAGE...: a Debian with Python, in a folder of build/systems: CODENAME, or
# CODENAME-ARCHITECTURE. Its pip trusts PyPI, or a mirror of it, by the certificates of this system.
make_debian() {
  local system=$PWD/build/systems/${1/:/-}
  export PIP_CERT=/etc/ssl/certs/ca-certificates.crt
  make_system "$system" "$1" ca-certificates python3 python3-venv "${@:2}"
  cp "$PIP_CERT" "$system$PIP_CERT"
}

# Debian 12 for arm64, with what the wheel for aarch64 is made and tested with. The kernel (binfmt_misc) starts its
# programs by qemu, also in a chroot.
make_arm64_debian() {
  install_packages debootstrap qemu-user-static binfmt-support
  if [[ ! -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]]; then
    update-binfmts --enable qemu-aarch64 || die "this kernel does not start programs by qemu: it needs binfmt_misc"
  fi
  make_debian bookworm:arm64 binutils python3-dev glslang-dev glslang-tools spirv-tools libvulkan-dev liblzma-dev
}

# install_packages NAME...: installs the missing packages with apt. Does not call apt when none is missing.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this system has no apt: install the equivalents of Debian's packages $*, then build by hand (CONTRIBUTING.md)"
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
    command -v sudo >/dev/null || die "there is no sudo to install packages; as root: apt-get install ${missing[*]}"
    as_root=(sudo "${as_root[@]}")
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get update -q </dev/null >&2 || say "apt-get update failed; using the present package lists"
  "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    die "apt-get could not install ${missing[*]}; these names are those of Debian 12, Debian 13 and Ubuntu 24.04"
}
