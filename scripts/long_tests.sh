# Sourced by ./test --long after the short part. Each function is one part; any failure stops the run.

need $packages_long
export NODE_PATH=/usr/share/nodejs # Emscripten's link step looks for Debian's modules there
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1} UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
export ASAN_SYMBOLIZER_PATH=${ASAN_SYMBOLIZER_PATH:-/usr/bin/llvm-symbolizer-19}
export LSAN_OPTIONS=${LSAN_OPTIONS:-suppressions=$PWD/tests/leaks.txt:print_suppressions=0}
# Drivers were not compiled for it, and their threads look as if they raced.
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1:ignore_noninstrumented_modules=1}

failed() { echo "$*" >&2; exit 1; }

# all_tests PRESET [OPTION...]: builds it and runs every test that the options of ctest leave.
all_tests() {
  build "$1"
  ctest --test-dir "build/$1" -j "$(nproc)" --output-on-failure --progress "${@:2}"
}

clang_build() {
  step "Clang 19: warnings are errors, all tests"
  all_tests clang
}

# The same scenes by three compilers, on two instruction sets and on the web.
hashes_agree() {
  step "Hashes of GCC, Clang and WebAssembly"
  build release pliant_hashes
  build clang pliant_hashes
  build web pliant_hashes
  build/release/bin/pliant_hashes >"$scratch/hashes-gcc"
  PLIANT_ISA=v2 build/release/bin/pliant_hashes >"$scratch/hashes-gcc-v2"
  build/clang/bin/pliant_hashes >"$scratch/hashes-clang"
  PLIANT_ISA=v2 build/clang/bin/pliant_hashes >"$scratch/hashes-clang-v2"
  node build/web/bin/pliant_hashes.js >"$scratch/hashes-web"
  cat "$scratch/hashes-gcc"
  local other
  for other in gcc-v2 clang clang-v2 web; do
    diff "$scratch/hashes-gcc" "$scratch/hashes-$other" ||
      failed "GCC (<) and $other (>) part; \`pliant_hashes SCENE\` of both shows the first body and step that differ"
    echo "gcc and $other: the same $(wc -l <"$scratch/hashes-gcc") hashes"
  done
}

# examples_are_clean PRESET: on two threads, with records.
examples_are_clean() {
  local scene name
  for scene in examples/*/scene.json; do
    name=$(basename "$(dirname "$scene")")
    "build/$1/bin/pliant" run "$scene" --frames 30 --threads 2 --record obj,pc2,glb,vat,csv -o "$scratch/$1-$name" --quiet
    echo "$name: clean"
  done
}

# Tests that draw: when they end the driver has been unloaded, and what it never freed has no name left by which
# tests/leaks.txt could know it. They run without looking for leaks.
drawing='^(CharactersInPictures|Layers|Pictures|Render|Window|FirstHour|Capsule.*Picture)\.|^(Hostile.ExtremeButLegal|Verbs.Doctor)$'

# Suites that take minutes as they are, and hours with a sanitizer: the scenes and examples below walk the same code.
heavy='^(Scenes/|Examples|ClothedCharacters|ClothColliders|Sheets|SheetGuard|Verification|LocalTears|Tear)'

asan() {
  step "AddressSanitizer and UndefinedBehaviorSanitizer with asserts on: tests, scenes, examples"
  all_tests asan -E "$drawing|$heavy"
  ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 all_tests asan -R "$drawing"
  build/asan/bin/pliant_hashes >"$scratch/hashes-asan"
  build/release/bin/pliant_hashes | diff - "$scratch/hashes-asan" || failed "the sanitized build gives other bits"
  examples_are_clean asan
}

# It looks for races: tests of one thread could not find any, and those of more say so in their names.
tsan() {
  step "ThreadSanitizer: the tests that have threads, and the examples"
  all_tests tsan -j 1 -R 'Thread|Jobs|SameBitsForAny' -E 'NotIdle|OnAllInstructionSets|InAnyFloatingPointMode'
  examples_are_clean tsan
}

fuzzers() {
  step "Fuzzers, a minute each"
  build fuzz
  local source name corpus
  for source in tests/fuzz/*.cpp; do
    name=$(basename "$source" .cpp)
    corpus=$scratch/corpus-$name
    mkdir -p "$corpus"
    "build/fuzz/bin/fuzz_$name" "$corpus" -max_total_time=60 -max_len=4096 -timeout=20 -rss_limit_mb=4096 \
      -artifact_prefix="$PWD/build/fuzz/" -verbosity=0 >"$scratch/fuzz-$name" 2>&1 ||
      { tail -n 40 "$scratch/fuzz-$name" >&2; failed "fuzz_$name found something; the input is in build/fuzz/"; }
    echo "fuzz_$name: $(find "$corpus" -type f | wc -l) inputs that lead to different places, none to a fault"
  done
}

# Runs the script that lies beside the caches, and compares every frame with the OBJ of that frame.
blender_opens_records() {
  step "Blender opens what was recorded"
  command -v blender >/dev/null || { echo "Blender is not here: left out"; return 0; }
  local format
  for format in pc2 mdd; do
    build/release/bin/pliant run examples/octopus/scene.json --frames 90 --record "obj,$format" \
      -o "$scratch/blender-$format" --quiet
    blender -b --factory-startup --python-exit-code 3 --python tests/blender_records.py -- "$scratch/blender-$format" \
      >"$scratch/blender.log" 2>&1 || { cat "$scratch/blender.log" >&2; failed "Blender shows something else"; }
    grep 'largest difference' "$scratch/blender.log"
  done
  build/release/bin/pliant run examples/octopus/scene.json --frames 90 --record pc2,glb -o "$scratch/blender-glb" --quiet
  blender -b --factory-startup --python-exit-code 3 --python tests/blender_glb.py -- "$scratch/blender-glb" \
    >"$scratch/blender.log" 2>&1 || { cat "$scratch/blender.log" >&2; failed "Blender shows another .glb"; }
  grep 'largest difference' "$scratch/blender.log"
  # A cape with its wearer: what Blender renders has the colours of the film.
  film_of cape 60
  blender -b --factory-startup --python-exit-code 3 --python tests/blender_records.py -- "$scratch/film-cape" \
    "$scratch/film-cape.png" 60 "$scratch/film-cape-blender.png" >"$scratch/blender.log" 2>&1 ||
    { cat "$scratch/blender.log" >&2; failed "Blender shows other colours, another camera or no character"; }
  grep 'largest difference\|camera\|mean colour' "$scratch/blender.log"
}

# film_of EXAMPLE FRAME: its records in $scratch/film-EXAMPLE, and a picture of the frame beside.
film_of() {
  [ -e "$scratch/film-$1.png" ] && return 0
  build/release/bin/pliant run "examples/$1/scene.json" --frames $(($2 + 15)) --record obj,pc2,glb,usda \
    -o "$scratch/film-$1" --quiet
  build/release/bin/pliant render "examples/$1/scene.json" --frame "$2" --size 640x360 -o "$scratch/film-$1.png" --quiet
}

blender_imports_the_module() {
  step "The Python module inside Blender"
  command -v blender >/dev/null || { echo "Blender is not here: left out"; return 0; }
  build release
  PYTHONPATH=$PWD/build/release/python blender -b --factory-startup --python-exit-code 3 --python-use-system-env \
    --python tests/python/test_pliant.py >"$scratch/blender-python.log" 2>&1 ||
    grep -q '^OK' "$scratch/blender-python.log" || { cat "$scratch/blender-python.log" >&2; failed "Blender's Python does not run it"; }
  grep '^Ran\|^OK' "$scratch/blender-python.log"
}

# in_blender NAME: tests/blender/NAME.py without a window (Eevee needs a display); what it prints of its findings.
in_blender() {
  xvfb-run -a -s "-screen 0 800x600x24" blender -b --factory-startup --python-exit-code 3 --python "tests/blender/$1.py" >"$scratch/blender-$1.log" 2>&1 ||
    { cat "$scratch/blender-$1.log" >&2; failed "the Blender add-on: $1"; }
  grep "^OK $1" "$scratch/blender-$1.log" >/dev/null || { cat "$scratch/blender-$1.log" >&2; failed "$1 did not end"; }
  grep -Ev '^(Info|Warning|Error|Read|Saved|Blender|Pliant|Fra| Time|$)' "$scratch/blender-$1.log"
}

# The add-on from its source, in a window, and from its zip in a fresh profile.
blender_addon() {
  step "The Blender add-on"
  command -v blender >/dev/null || { echo "Blender is not here: left out"; return 0; }
  build release pliant pliant_python
  local script
  for script in kinds authoring habits exchange torn resume tutorial; do in_blender "$script"; done
  xvfb-run -a -s "-screen 0 1400x900x24" blender --factory-startup --enable-event-simulate \
    --python tests/blender/window.py -- "$scratch" >"$scratch/blender-window.log" 2>&1 && ! grep -q Traceback "$scratch/blender-window.log" ||
    { cat "$scratch/blender-window.log" >&2; failed "the Blender add-on in a window"; }
  grep -v '^Info' "$scratch/blender-window.log"
  PLIANT_ZIP_BUILT=1 scripts/blender_zip.sh "$scratch/pliant-blender.zip"
  mkdir "$scratch/profile"
  local run
  for run in "-- $scratch/pliant-blender.zip" ""; do
    # shellcheck disable=SC2086
    env -u PYTHONPATH BLENDER_USER_RESOURCES="$scratch/profile" blender -b --python-exit-code 3 \
      --python tests/blender/zip_profile.py $run >"$scratch/blender-zip.log" 2>&1 ||
      { cat "$scratch/blender-zip.log" >&2; failed "the add-on's zip"; }
    grep '^OK zip' "$scratch/blender-zip.log"
  done
}

# A program in C under valgrind, and a million random calls.
embed_is_clean() {
  step "hello.c under valgrind, and a million calls with anything"
  build release
  PLIANT_ISA=v2 valgrind --quiet --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all --error-exitcode=9 \
    build/release/bin/hello_c >"$scratch/hello" 2>&1 || { cat "$scratch/hello" >&2; failed "hello.c is not clean"; }
  grep -q "it lies on the floor" "$scratch/hello"
  echo "hello.c: no errors, no leaks"
  PLIANT_LONG=1 build/release/bin/test_robustness --gtest_filter='ApiCalls.*' --gtest_brief=1
}

csharp_runs() {
  step "C# under Mono"
  build release
  tests/install/csharp.sh build/release "$PWD" || failed "the C# example does not run"
}

# npm_packages NAME...: into $scratch/npm, once.
npm_packages() {
  [ -d "$scratch/npm/node_modules" ] && return 0
  command -v npm >/dev/null || need npm # a part of Node.js elsewhere, a package of its own in Debian
  mkdir -p "$scratch/npm"
  (cd "$scratch/npm" && npm init -y && npm install --no-audit --no-fund "$@") >"$scratch/npm.log" 2>&1 ||
    { cat "$scratch/npm.log" >&2; failed "npm could not install $*"; }
}

# The glTF validator, three.js and TinyUSDZ in Chromium: everything stands where the point cache says.
browser_shows_records() {
  step "A browser shows what was recorded"
  npm_packages three playwright-core gltf-validator tinyusdz
  local scene
  for scene in octopus jellies; do
    build/release/bin/pliant run "examples/$scene/scene.json" --frames 90 --record pc2,glb,usda,vat \
      -o "$scratch/browser-$scene" --quiet
    node tests/browser_records.mjs "$scratch/browser-$scene" "$scratch/npm/node_modules" /usr/bin/chromium \
      "$scratch/browser-$scene.png" || failed "$scene: the browser shows something else"
  done
  # Colours, cameras and characters as in the film; and the same file compressed, and without any error.
  for scene in cape dancer melon; do
    film_of "$scene" 60
    node tests/browser_records.mjs "$scratch/film-$scene" "$scratch/npm/node_modules" /usr/bin/chromium \
      "$scratch/film-$scene-browser.png" "$scratch/film-$scene.png" 60 || failed "$scene: the browser shows something else"
  done
  local option
  for option in --meshopt "--glb-error 0"; do
    build/release/bin/pliant run examples/jellies/scene.json --frames 30 --record pc2,glb $option \
      -o "$scratch/browser-packed" --quiet
    node tests/browser_records.mjs "$scratch/browser-packed" "$scratch/npm/node_modules" /usr/bin/chromium \
      "$scratch/browser-packed.png" || failed "$option: the browser shows something else"
  done
}

# The validator, three.js and Blender take a creature for a model like any other.
creatures_open_elsewhere() {
  step "A creature's .glb is valid, and opens in three.js and Blender"
  npm_packages three playwright-core gltf-validator tinyusdz
  build/release/bin/pliant convert kobold -o "$scratch/kobold.glb" --quiet
  build/release/bin/pliant info "$scratch/kobold.glb" --json >"$scratch/kobold.json"
  node tests/browser_creature.mjs "$scratch/kobold.glb" "$scratch/kobold.json" "$scratch/npm/node_modules" ||
    failed "three.js shows something else"
  command -v blender >/dev/null || { echo "Blender is not here: left out"; return 0; }
  blender -b --factory-startup --python-exit-code 3 --python tests/blender_creature.py -- "$scratch/kobold.glb" \
    "$scratch/kobold.json" >"$scratch/blender.log" 2>&1 || { cat "$scratch/blender.log" >&2; failed "Blender shows something else"; }
  grep 'empties' "$scratch/blender.log"
}

killed_runs_end_alike() {
  step "A run that records everything, killed at 20 random moments"
  PLIANT_TEST_KILLS=20 build/release/bin/test_command --gtest_filter=Record.RunsKilledAtAnyMomentEndAlike --gtest_brief=1
}

# What the short tests take a part of: ten thousand hostile states of each kind, all characters, all sizes of meshes.
long_runs() {
  step "Ten thousand hostile states of every kind, and whole collections"
  PLIANT_LONG=1 build/release/bin/test_robustness --gtest_filter='*HostileStates*' --gtest_brief=1
  PLIANT_LONG=1 build/release/bin/test_verification --gtest_brief=1 \
    --gtest_filter='ClothedCharacters.*:ClothColliders.DrapesTheSameAtAnyDensity'
  PLIANT_LONG=1 build/release/bin/test_import --gtest_brief=1 --gtest_filter='TetrahedralizeCollection.*'
}

parts="blender_opens_records blender_imports_the_module blender_addon csharp_runs embed_is_clean browser_shows_records creatures_open_elsewhere killed_runs_end_alike long_runs clang_build hashes_agree asan tsan fuzzers"
if [ -n "$filter" ]; then
  case " $parts " in *" $filter "*) parts=$filter ;; *) echo "./test --long: no part $filter; there are: $parts" >&2; exit 2 ;; esac
fi
for part in $parts; do "$part"; done
