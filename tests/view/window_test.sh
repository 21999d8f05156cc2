#!/usr/bin/env bash
# window_test.sh PLIANT SCRIPT: drives the real window by a script, on a display of its own, in a folder with the files
# beside this. A first line "#! ARGUMENTS" says what the command is given besides, and a second line "#$ ARGUMENTS" what
# it is to do before.
set -euo pipefail
pliant=$(readlink -f "$1") script=$(readlink -f "$2") files=$(dirname "$(readlink -f "$0")")/files
command -v Xvfb >/dev/null || { echo "Xvfb is not installed (xvfb)" >&2; exit 1; }
folder=$(mktemp -d)
display=
finish() {
  [ -n "$display" ] && kill "$display" 2>/dev/null
  rm -rf "$folder"
}
trap finish EXIT
cp "$files"/* "$folder"
cd "$folder"
mkfifo number
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>number >/dev/null 2>&1 &
display=$!
read -r number_of_display <number
arguments=$(sed -n '1s/^#! *//p' "$script")
before=$(sed -n '2s/^#\$ *//p' "$script")
# shellcheck disable=SC2086  # words, too
[ -n "$before" ] && "$pliant" $before
code=0
# shellcheck disable=SC2086  # arguments are words
case "$arguments" in *--size*) size= ;; *) size="--size 960x640" ;; esac
DISPLAY=:$number_of_display "$pliant" view $size --script "$script" ${arguments:-small.json --paused} || code=$?
[ -n "${KEEP:-}" ] && cp ./*.png "$KEEP" 2>/dev/null
exit "$code"
