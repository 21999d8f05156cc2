#!/usr/bin/env bash
# try.sh BUILD_FOLDER SOURCE_FOLDER [PYTHON]: installs to a folder of its own, and uses what is there as others would.
set -euo pipefail
build=$1 source=$2 python=${3:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null

cmake -S "$source/tests/install" -B "$scratch/game" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" \
  -DHELLO="$source/examples/embed" >"$scratch/log" 2>&1 && cmake --build "$scratch/game" >>"$scratch/log" 2>&1 ||
  { cat "$scratch/log" >&2; exit 1; }
"$scratch/game/hello_c" | grep -q "it lies on the floor"
"$scratch/game/hello_cpp" | grep -q "particles and"
"$scratch/game/hello_static" | grep -q "it lies on the floor"
! ldd "$scratch/game/hello_static" | grep -q libpliant || { echo "hello_static is not static" >&2; exit 1; }
echo "find_package: found, linked, ran"

export PKG_CONFIG_PATH=$scratch/prefix/lib/pkgconfig
cc -std=c99 -Wall -Wextra -Werror "$source/examples/embed/hello.c" -o "$scratch/hello" $(pkg-config --cflags --libs pliant) -lm
LD_LIBRARY_PATH=$scratch/prefix/lib "$scratch/hello" | grep -q "it lies on the floor"
cc -std=c99 "$source/examples/embed/hello.c" -o "$scratch/hello" $(pkg-config --cflags pliant) -L"$scratch/prefix/lib" \
  -l:libpliant.a $(pkg-config --static --libs-only-l pliant | sed 's/-lpliant//') -pthread -lm
"$scratch/hello" | grep -q "it lies on the floor"
echo "pkg-config: found, linked, ran, also static"

library=$(readlink -f "$scratch/prefix/lib/libpliant.so")
others=$(nm -D --defined-only "$library" | awk '$2 ~ /[TDBR]/ {print $3}' | grep -vE '^pliant_|^_(init|fini|edata|end|_bss_start)$' || true)
[ -z "$others" ] || { echo "libpliant shows more than pliant_*: $others" | head -5 >&2; exit 1; }
! ldd "$library" | grep -qE 'assimp|libGL|libEGL|avcodec|glfw' || { echo "libpliant needs what it should not" >&2; exit 1; }
strip -o "$scratch/stripped" "$scratch/game/hello_static"
echo "libpliant.a: $(stat -c %s "$scratch/prefix/lib/libpliant.a") bytes; hello.c with what it needs of it: $(stat -c %s "$scratch/stripped") bytes"
echo "libpliant.so: $(nm -D --defined-only "$library" | grep -c ' T pliant_') functions, $(stat -c %s "$library") bytes"

if [ -n "$python" ]; then
  PYTHONPATH=$scratch/prefix/lib/python3/dist-packages "$python" "$source/tests/python/test_pliant.py" 2>&1 | tail -1 | grep -q OK
  echo "Python: imported from the install, all tests pass"
fi
