#!/usr/bin/env bash
# csharp.sh BUILD_FOLDER SOURCE_FOLDER: the C# declarations are those of the header, and the example runs with them.
set -euo pipefail
build=$1 source=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 "$source/scripts/csharp.py" "$source/include/pliant/pliant.h" | diff - "$source/examples/embed/csharp/Pliant.cs" ||
  { echo "Pliant.cs is not of this header: scripts/csharp.py makes it anew" >&2; exit 1; }
cmake --install "$build" --prefix "$scratch/prefix" >/dev/null
mcs "$source"/examples/embed/csharp/*.cs -out:"$scratch/game.exe"
LD_LIBRARY_PATH=$scratch/prefix/lib mono "$scratch/game.exe" | tee "$scratch/log"
grep -qE "hangs at 1.95(09|10) and 1.95(09|10) m, 1.9510 wanted" "$scratch/log" # it may fall asleep a tenth of a millimetre early
grep -q "then at 1.9902 m, 1.9902 wanted" "$scratch/log"
grep -q "limits 10 … 10" "$scratch/log"
grep -q "^clean" "$scratch/log"
