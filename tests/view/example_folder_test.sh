#!/usr/bin/env bash
# example_folder_test.sh PLIANT SCENE: records a few frames of an example, then shows the folder twice: as a picture, and
# played in the window, on a display of its own. A folder is shown without its scene's bodies, so whatever else the scene
# has must do without them.
set -euo pipefail
pliant=$(readlink -f "$1") scene=$(readlink -f "$2")
command -v Xvfb >/dev/null || { echo "Xvfb is not installed (xvfb)" >&2; exit 1; }
folder=$(mktemp -d)
display=
finish() {
  [ -n "$display" ] && kill "$display" 2>/dev/null
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"
frames=4
"$pliant" run "$scene" -o out --record pc2 --frames $frames --quiet

"$pliant" render out -o last.png --size 96x64 --frame $frames --quiet 2>said || { cat said >&2; exit 1; }
! grep "without what stands around" said >&2
[ "$(head -c 4 last.png | tail -c 3)" = PNG ]

cat >play.script <<END
wait until ready
assert frames == $((frames + 1))
wait until frame == $frames
wait until paused
click "Reset"
wait until frame == 0
END
mkfifo number
Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>number >/dev/null 2>&1 &
display=$!
read -r number_of_display <number
DISPLAY=:$number_of_display "$pliant" view --size 480x320 --script play.script out
