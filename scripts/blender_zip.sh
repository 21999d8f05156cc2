#!/usr/bin/env bash
# scripts/blender_zip.sh [ZIP]   makes the Blender add-on for this platform: the add-on, the engine's module, the command,
#                                and the libraries that both need (default: build/pliant-blender.zip)
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
. scripts/packages.sh

case ${1:-} in -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;; esac
zip=$(realpath -m "${1:-build/pliant-blender.zip}")
if [ -z "${PLIANT_ZIP_BUILT:-}" ]; then
  need $packages_build
  build release pliant_python pliant
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r addons/blender/pliant_blender "$folder/"
rm -rf "$folder/pliant_blender/__pycache__"
cp LICENSE "$folder/pliant_blender/"
engine=$folder/pliant_blender/engine
mkdir -p "$engine"
cp build/release/python/pliant.*.so build/release/bin/pliant "$engine/"
strip --strip-unneeded "$engine"/*
# What a desktop has anyway stays out: the C and C++ runtimes, X11, GL drivers.
for file in "$engine"/*; do ldd "$file"; done | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -Ev '/(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|libX[^/]*|libxcb|libGL[^/]*|libEGL[^/]*|libbsd|libmd|libz)[.-]' |
  xargs -r cp -L -t "$engine"
python=/usr/bin/python3
[ -x "$python" ] || python=python3
PYTHONPATH=build/release/python "$python" -c \
  'import json, pliant; print(json.dumps(pliant.tables(), indent=1))' >"$folder/pliant_blender/tables.json"
mkdir -p "$(dirname "$zip")"
rm -f "$zip.part"
(cd "$folder" && "$python" - "$zip.part" <<'PY'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as made:
    for folder, _, names in sorted(os.walk("pliant_blender")):
        for name in sorted(names):
            made.write(os.path.join(folder, name))
PY
)
mv "$zip.part" "$zip"
echo "$zip: $(du -h "$zip" | cut -f1), for Python $("$python" -c 'import platform; print(platform.python_version())') on $(uname -sm)"
