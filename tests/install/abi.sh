#!/usr/bin/env bash
# abi.sh LIBRARY SOURCE_FOLDER: the header is C99 and C++, the library shows its functions and nothing else, and both are
# as abi.txt says. What was added is written there with --write; what was changed or taken away breaks programs, and
# needs a new minor version and a line in the changelog too.
set -euo pipefail
library=$1 source=$2 write=${3:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
strict="-pedantic -Wall -Wextra -Wconversion -Werror -fsyntax-only -I$source/include"
echo '#include "pliant/pliant.h"' >"$scratch/header.c"
cc -std=c99 $strict "$scratch/header.c"
c++ -std=c++11 $strict -x c++ "$scratch/header.c"

PYTHONDONTWRITEBYTECODE=1 python3 "$source/scripts/abi.py" "$source/include/pliant/pliant.h" >"$scratch/abi.c"
cc -std=c99 -I"$source/include" "$scratch/abi.c" -o "$scratch/abi"
{ grep -E '^#define PLIANT_VERSION_(MAJOR|MINOR) ' "$source/include/pliant/pliant.h"; "$scratch/abi"; } >"$scratch/abi.txt"
if [ "$write" = --write ]; then cp "$scratch/abi.txt" "$source/tests/install/abi.txt"; fi
diff "$source/tests/install/abi.txt" "$scratch/abi.txt" ||
  { echo "pliant.h is not what abi.txt says: see the beginning of tests/install/abi.sh" >&2; exit 1; }

nm -D --defined-only "$library" | awk '$2 ~ /[TDBRVWu]/ {print $3}' | grep -vE '^_(init|fini|edata|end|_bss_start)$' | sort >"$scratch/shown"
grep -oE '\bpliant_\w+\(' "$scratch/abi.txt" | tr -d '(' | sort >"$scratch/declared"
diff "$scratch/declared" "$scratch/shown" ||
  { echo "the header declares (<) other functions than the library shows (>)" >&2; exit 1; }
echo "$(wc -l <"$scratch/shown") functions, $(grep -c ^struct "$scratch/abi.txt") structs, $(grep -c ^enum "$scratch/abi.txt") enums: as abi.txt says"
