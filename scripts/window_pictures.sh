#!/usr/bin/env bash
# Remakes pictures of the window in the docs, on a display of its own.
# window_pictures.sh [PLIANT]: the command, build/release/bin/pliant if left out.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
pliant=$(readlink -f "${1:-build/release/bin/pliant}")
examples=$PWD/examples pictures=$PWD/docs/pictures
scratch=$(mktemp -d)
display=
finish() {
  [ -n "$display" ] && kill "$display" 2>/dev/null
  rm -rf "$scratch"
}
trap finish EXIT
mkfifo "$scratch/number"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$scratch/number" >/dev/null 2>&1 &
display=$!
read -r number <"$scratch/number"

# picture NAME EXAMPLE: the script, which ends with the picture, is read from the standard input.
picture() {
  cat >"$scratch/script.txt"
  echo "screenshot picture.png" >>"$scratch/script.txt"
  (cd "$scratch" && DISPLAY=:$number "$pliant" view "$examples/$2/scene.json" --paused --size 1280x800 --script script.txt)
  ffmpeg -y -loglevel error -i "$scratch/picture.png" -compression_level 100 -pred mixed "$pictures/$1.png"
  echo "docs/pictures/$1.png"
}

picture view octopus <<'END'
wait until ready
wait until idle
key space
wait until frame >= 36
key space
wait until paused
move 640 700
wait 5
END

picture view-parameters octopus <<'END'
wait until ready
wait until idle
key space
wait until frame >= 100
key space
wait until paused
click "ollie"
drag "bodies.ollie.youngs_modulus" by 12 0
drag body ollie by 30 -40
key space
wait until paused
wait until idle
move "bodies.ollie.youngs_modulus"
wait 60
END

picture view-keys jump <<'END'
wait until ready
wait until idle
click "press"
click "Keys"
wait until item "Curves"
key space
wait until frame >= 130
key space
wait until paused
click "key 2 y"
move 640 300
wait 5
END

picture view-character backpack <<'END'
wait until ready
wait until idle
key space
wait until frame >= 80
key space
wait until paused
click "ada"
key f
move 640 700
wait 5
END

picture view-particles octopus <<'END'
wait until ready
wait until idle
click "ollie"
key f
key n
wait until text "particles"
click "Brush"
click "Also those behind"
drag 440 330 to 560 330
click "Hold"
wait until particles held > 10
drag 640 460 to 700 520
move 640 700
wait 5
END

picture view-export octopus <<'END'
wait until ready
wait until idle
key ctrl+e
wait until dialog == export
click "usda"
click "export folder" double
key ctrl+a
type "octopus-records"
key enter
click "frames after the first" double
move 640 780
wait 5
END
