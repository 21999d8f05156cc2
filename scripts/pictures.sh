#!/usr/bin/env bash
# Remakes every picture of the README, the gallery, the examples and the docs that pliant render makes.
# pictures.sh [PLIANT]: the command, build/release/bin/pliant if left out.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
pliant=${1:-build/release/bin/pliant}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# pack FROM TO: smaller than a picture that had to be made quickly.
pack() {
  ffmpeg -y -loglevel error -i "$1" -compression_level 100 -pred mixed "$2"
  echo "$2"
}

# picture TO SCENE FRAME [OPTIONS...]
picture() {
  local to=$1 scene=$2 frame=$3 size=960x540; shift 3
  [ "${1:-}" = --small ] && { size=640x360; shift; }
  "$pliant" render "$scene" -o "$scratch/picture.png" --frame "$frame" --size "$size" --quiet "$@"
  pack "$scratch/picture.png" "$to"
}

picture examples/octopus/picture.png examples/octopus/scene.json 90
picture examples/jellies/picture.png examples/jellies/scene.json 78
picture examples/jump/picture.png examples/jump/scene.json 192
picture examples/waving/picture.png examples/waving/scene.json 76
picture examples/creature/picture.png examples/creature/scene.json 196
picture examples/melon/picture.png examples/melon/scene.json 24
picture examples/chocolate/picture.png examples/chocolate/scene.json 20
picture examples/backpack/picture.png examples/backpack/scene.json 164
picture examples/crushed/picture.png examples/crushed/scene.json 92
picture examples/pile/picture.png examples/pile/scene.json 150
picture examples/hung/picture.png examples/hung/scene.json 98
picture examples/walker/picture.png examples/walker/scene.json 207
picture examples/hare/picture.png examples/hare/scene.json 90
picture examples/paintings/picture.png examples/paintings/scene.json 60
picture examples/spheres/picture.png examples/spheres/scene.json 80
picture examples/litter/picture.png examples/litter/scene.json 82
picture examples/flag/picture.png examples/flag/scene.json 150
picture examples/gale/picture.png examples/gale/scene.json 330
picture examples/tablecloth/picture.png examples/tablecloth/scene.json 150
picture examples/cape/picture.png examples/cape/scene.json 40
picture examples/dancer/picture.png examples/dancer/scene.json 40
picture examples/skirt/picture.png examples/skirt/scene.json 100
picture examples/whirl/picture.png examples/whirl/scene.json 60
picture examples/curtains/picture.png examples/curtains/scene.json 165
picture examples/penguins/picture.png examples/penguins/scene.json 150

# The scenes of docs/recipes.md, each after its heading: recipe NAME FRAME
recipe() {
  awk -v name="$1" '/^## / {h = tolower(substr($0, 4)); gsub(/ /, "-", h)} /^```/ {on = ($0 == "```json" && h == name); next} on' \
    docs/recipes.md >"$scratch/$1.json"
  picture "docs/pictures/recipe-$1.png" "$scratch/$1.json" "$2" --small
}
recipe bones-in-my-creature 58
recipe a-table-cloth 150
recipe a-dent-that-stays 220
recipe tear-along-a-seam 50
recipe a-stack-of-jelly 200
recipe guided-and-hit 42
recipe a-painted-belly 27

for layer in particles cells contacts strain; do
  picture "docs/pictures/layer-$layer.png" examples/jellies/scene.json 92 --small --layers "$layer"
done

# A coarse sheet as it is simulated, and with a surface of its own.
cat >"$scratch/drawn.json" <<'END'
{ "assets": { "sheet": { "shape": "plane", "size": [1, 0, 1], "detail": 10 } },
  "bodies": {
    "coarse": { "asset": "sheet", "kind": "cloth", "position": [-0.6, 0.75, 0], "thickness": 0.01, "color": [0.8, 0.5, 0.15] },
    "fine": { "like": "coarse", "position": [0.6, 0.75, 0], "surface": { "subdivide": 2, "thickness": 0.02 } } },
  "colliders": { "floor": {}, "a": { "shape": "sphere", "radius": 0.3, "position": [-0.6, 0.4, 0] },
                 "b": { "shape": "sphere", "radius": 0.3, "position": [0.6, 0.4, 0] } },
  "cameras": { "main": { "position": [0, 1.4, 2.6], "target": [0, 0.4, 0], "fov": 40 } } }
END
picture docs/pictures/drawn.png "$scratch/drawn.json" 90

# Side by side: as it looks, and how far it is stretched.
"$pliant" render examples/octopus/scene.json -o "$scratch/a.png" --frame 90 --size 640x540 --quiet
"$pliant" render examples/octopus/scene.json -o "$scratch/b.png" --frame 90 --size 640x540 --layers strain --quiet
ffmpeg -y -loglevel error -i "$scratch/a.png" -i "$scratch/b.png" -filter_complex hstack "$scratch/render.png"
pack "$scratch/render.png" docs/pictures/render.png

# A strip of the octopus's way down.
for i in 0 1 2 3; do
  "$pliant" render examples/octopus/scene.json -o "$scratch/s$i.png" --frame $((30 + 45 * i)) --size 480x360 --quiet
done
ffmpeg -y -loglevel error -i "$scratch/s0.png" -i "$scratch/s1.png" -i "$scratch/s2.png" -i "$scratch/s3.png" \
  -filter_complex hstack=inputs=4 "$scratch/strip.png"
pack "$scratch/strip.png" docs/pictures/octopus-strip.png

# A penguin of tetrahedra, from outside and cut open.
cat > "$scratch/penguin.json" <<'SCENE'
{ "format": 1, "assets": { "mesh": { "shape": "penguin" } }, "bodies": { "penguin": { "asset": "mesh", "kind": "lattice" } } }
SCENE
"$pliant" run "$scratch/penguin.json" -o "$scratch/penguin" --frames 1 --record obj --quiet
"$pliant" tetrahedralize "$scratch/penguin/penguin/0000.obj" --cells 26 -o "$scratch/whole.obj" --quiet
"$pliant" tetrahedralize "$scratch/penguin/penguin/0000.obj" --cells 26 --cut z -o "$scratch/half.obj" --quiet
for part in whole half; do
  cat > "$scratch/$part.json" <<SCENE
{ "format": 1, "assets": { "mesh": { "file": "$part.obj" } }, "bodies": { "penguin": { "asset": "mesh", "kind": "lattice" } },
  "cameras": { "main": { "position": [0.5, 0.5, 1.15], "target": [0, 0.24, 0], "fov": 28 } } }
SCENE
  "$pliant" render "$scratch/$part.json" -o "$scratch/$part.png" --frame 0 --size 640x540 --wireframe --quiet
done
ffmpeg -y -loglevel error -i "$scratch/whole.png" -i "$scratch/half.png" -filter_complex hstack "$scratch/tetrahedra.png"
pack "$scratch/tetrahedra.png" docs/pictures/tetrahedra.png

# Maps in false colours: weights of a dancer's bones, how an octopus is bent, and clouds.
cat > "$scratch/octopus.json" <<'SCENE'
{ "format": 1, "assets": { "mesh": { "shape": "octopus" } }, "bodies": { "octopus": { "asset": "mesh", "kind": "lattice" } } }
SCENE
"$pliant" run "$scratch/octopus.json" -o "$scratch/octopus" --frames 1 --record obj --quiet
octopus=$scratch/octopus/octopus/0000.obj
"$pliant" paint bone examples/dancer/dancer.glb --bone UpperArm.L --bone UpperArm.R --bone Head -o "$scratch/map0.png" --quiet
"$pliant" paint preview examples/dancer/dancer.glb --map "$scratch/map0.png" -o "$scratch/seen0.png" --quiet
"$pliant" paint curvature "$octopus" -o "$scratch/map1.png" --quiet
"$pliant" paint smooth "$octopus" --map "$scratch/map1.png" --rounds 4 -o "$scratch/map1.png" --quiet
"$pliant" paint preview "$octopus" --map "$scratch/map1.png" -o "$scratch/seen1.png" --quiet
"$pliant" paint noise "$octopus" --grain 0.15 -o "$scratch/map2.png" --quiet
"$pliant" paint preview "$octopus" --map "$scratch/map2.png" -o "$scratch/seen2.png" --quiet
ffmpeg -y -loglevel error -i "$scratch/seen0.png" -i "$scratch/seen1.png" -i "$scratch/seen2.png" \
  -filter_complex "[0]crop=480:720[a];[a][1][2]hstack=inputs=3,scale=1200:-2" "$scratch/paint.png"
pack "$scratch/paint.png" docs/pictures/paint.png
