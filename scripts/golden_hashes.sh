#!/usr/bin/env bash
# golden_hashes.sh HASHES           fails when results differ from those stored for this behaviour version
# golden_hashes.sh HASHES --write   stores the results of a new behaviour version
#
# HASHES is the program pliant_hashes. The changelog names the digest of every stored file, so that a file cannot be
# replaced without a line there: "Behaviour 1 (results 0123456789abcdef): ...".
set -euo pipefail
hashes=$(readlink -f "$1")
cd "$(dirname "$(readlink -f "$0")")/.."
version=$("$hashes" --behaviour)
file=tests/determinism/golden/behaviour-$version.txt
digest() { sha256sum "$1" | cut -c1-16; }

if [ "${2:-}" = --write ]; then
  [ ! -e "$file" ] || { echo "$file exists: raise behaviour_version (src/world/behaviour.h) first" >&2; exit 1; }
  "$hashes" >"$file"
  echo "wrote $file; CHANGELOG.md needs a line that begins with \"Behaviour $version (results $(digest "$file")):\""
  exit
fi

for stored in tests/determinism/golden/behaviour-*.txt; do
  number=${stored##*-} number=${number%.txt}
  grep -qF "Behaviour $number (results $(digest "$stored")):" CHANGELOG.md ||
    { echo "CHANGELOG.md has no line \"Behaviour $number (results $(digest "$stored")): ...\" for $stored" >&2; exit 1; }
done
[ -e "$file" ] || { echo "there is no $file: scripts/golden_hashes.sh HASHES --write makes it" >&2; exit 1; }
if ! "$hashes" | diff "$file" - >/dev/null; then
  "$hashes" | diff "$file" - | head -n 20 >&2 || true
  echo "Results differ from $file. If that is intended, raise behaviour_version in src/world/behaviour.h, store the" >&2
  echo "new results with scripts/golden_hashes.sh $1 --write, and say in CHANGELOG.md what changed." >&2
  exit 1
fi
echo "$(wc -l <"$file") hashes are those of behaviour $version"
