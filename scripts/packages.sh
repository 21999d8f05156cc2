# Sourced by ./run and ./test. need PACKAGE... installs what is missing with apt; where there is no apt, or no right to
# use it, it says what is needed and stops.
packages_build="g++ cmake ninja-build ccache mold libassimp-dev zlib1g-dev libtinygltf-dev nlohmann-json3-dev
  libpugixml-dev libcli11-dev libfmt-dev libstb-dev libepoxy-dev libegl-dev libimgui-dev libglfw3-dev pkg-config
  libegl1 libgl1-mesa-dri fonts-dejavu-core ffmpeg xvfb libeigen3-dev libbullet-dev libdraco-dev libmeshoptimizer-dev libgtest-dev pybind11-dev python3-dev python3-numpy"
packages_long="xauth clang-19 libclang-rt-19-dev llvm-19 emscripten nodejs blender chromium valgrind python3 mono-mcs mono-runtime libmono-system-core4.0-cil"

need() {
  local missing=() package
  if ! command -v dpkg-query >/dev/null; then
    # Not a Debian: trust what is there and name everything, since names differ between systems.
    command -v cmake >/dev/null && command -v ninja >/dev/null && return 0
    echo "Pliant needs these (names as in Debian 12): $*" >&2
    exit 1
  fi
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
  for package in "$@"; do
    grep -qxF "$package" <<<"$installed" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null; then apt=(sudo "${apt[@]}"); else apt=(); fi
  fi
  if ! command -v apt-get >/dev/null || [ ${#apt[@]} -eq 0 ]; then
    echo "These packages are missing: ${missing[*]}" >&2
    echo "Install them (as root: apt-get install ${missing[*]}) and start again." >&2
    exit 1
  fi
  echo "Installing ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${apt[@]}" install -y --no-install-recommends "${missing[@]}" ||
         { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; }; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "apt could not install: ${missing[*]}" >&2
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
}

# Compiled once for all clones of the repository: the cache sees paths relative to its top.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

# build PRESET [TARGET...]: configures once, then builds.
build() {
  local preset=$1; shift
  local targets=() log
  [ $# -gt 0 ] && targets=(--target "$@")
  if [ ! -e "build/$preset/build.ninja" ]; then
    log=$(mktemp)
    cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; exit 1; }
    rm -f "$log"
    echo "Building ($preset): a few minutes the first time"
  fi
  NINJA_STATUS="[%f/%t %es] " cmake --build --preset "$preset" "${targets[@]}" | progress_lines
}

# A terminal sees each line overwrite the last; a log gets one line in fifty, and all that is not progress, as it comes.
progress_lines() {
  if [ -t 1 ]; then cat; return; fi
  local line count=0
  while IFS= read -r line; do
    case $line in
      *"no work to do"*) ;;
      "["[0-9]*FAILED*) echo "$line" ;;
      "["[0-9]*/[0-9]*) if ((++count % 50 == 0)); then echo "$line"; fi ;;
      *) echo "$line" ;;
    esac
  done
}
