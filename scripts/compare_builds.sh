#!/usr/bin/env bash
# compare_builds.sh OLD NEW [FRAMES]: whether two builds (folders such as build/release) give the same results.
#
# Compares the hashes of cooked models and of the worlds of tests/determinism, and of every example in every step up to
# FRAMES (120). Prints a line for each scene, with the first step that differs; fails when one does.
set -euo pipefail
old=$(readlink -f "$1") new=$(readlink -f "$2") frames=${3:-120}
cd "$(dirname "$(readlink -f "$0")")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
differing=0 same=0

"$old/bin/pliant_hashes" >"$scratch/old" &
"$new/bin/pliant_hashes" >"$scratch/new"
wait $!
for name in $(awk '{print $1 == "model" || $1 == "tets" || $1 == "character" ? $1 "_" $2 : $1}' "$scratch/old" "$scratch/new" | sort -u); do
  of() { awk -v name="$name" '($1 == name) || ($1 "_" $2 == name)' "$1"; }
  if first=$(diff <(of "$scratch/old") <(of "$scratch/new") | sed -n 's/^[<>] //p' | head -n 1) && [ -z "$first" ]; then
    same=$((same + 1))
  else
    echo "$name differs: $first"
    differing=$((differing + 1))
  fi
done

# hashes BUILD EXAMPLE TO: frame and hash of each step, from the statistics of a run that records nothing.
hashes() {
  "$1/bin/pliant" run "examples/$2/scene.json" -o "$3.run" --frames "$frames" --record "" --threads 1 --quiet 2>"$3.log" ||
    { cat "$3.log" >&2; return 1; }
  awk -F, '{print $1, $NF}' "$3.run/statistics.csv" >"$3"
}
for scene in examples/*/scene.json; do
  example=$(basename "$(dirname "$scene")")
  hashes "$old" "$example" "$scratch/$example.old" &
  hashes "$new" "$example" "$scratch/$example.new"
  wait $!
  if cmp -s "$scratch/$example.old" "$scratch/$example.new"; then
    same=$((same + 1))
  else
    echo "$example differs from frame $(diff "$scratch/$example.old" "$scratch/$example.new" | sed -n 's/^[<>] \([0-9]*\).*/\1/p' | head -n 1) on"
    differing=$((differing + 1))
  fi
done
echo "$same the same, $differing different"
[ "$differing" -eq 0 ]
