#!/usr/bin/env bash
# stale_docs.sh: fails when the docs state a fact that the source, CMake or the list of packages contradict, and when
# they have lines or words that the docs avoid.
#   - stages, rooms and what rooms see, kinds: as src/, CMakeLists.txt and the registry have them
#   - versions of file formats: as the constants in src/
#   - packages: as scripts/packages.sh; presets: as CMakePresets.json
#   - every page is in docs/README.md, every example in examples/README.md and the gallery
#   - source files and tests that pages name exist
#   - prose has at most 120 columns, and none of the words below
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
. scripts/doc_files.sh
wrong=0
complain() { echo "$*" >&2; wrong=1; }
architecture=docs/engine/architecture.md
dependencies=docs/engine/dependencies.md

# Words in backticks.
code_words() { grep -oE '`[^`]+`' | tr -d '`' || true; }
# The only number that a pattern of sed finds in some files: constant FOLDER PATTERN
constant() {
  local found
  found=$(grep -rhE "$2" "$1" | sed -E "s/.*$2.*/\1/" | sort -u)
  [ "$(wc -w <<<"$found")" -eq 1 ] || { echo "$1: not one number for $2, but '$found'" >&2; return 1; }
  echo "$found"
}

# Stages.
stages=$(sed -n 's/^enum class Stage.*{\(.*\), count }.*/\1/p' src/world/*.h | tr -d ' ' | tr ',' '\n')
[ -n "$stages" ] || complain "src/world: no list of stages was found"
for stage in $stages; do
  grep -qE "^#+ $stage\$" "$architecture" || complain "the stage $stage has no heading in $architecture"
done

# Rooms, and the rooms that they name in SEES.
rooms=0
while read -r room sees; do
  rooms=$((rooms + 1))
  row=$(grep -E "^\| \`$room\` \|" "$architecture") || { complain "$architecture has no row for the room $room"; continue; }
  said=$(sed -E 's/ *\|$//; s/.*\| *//; s/,//g; s/–//' <<<"$row")
  [ "$(tr ' ' '\n' <<<"$said" | sort | xargs)" = "$(tr ' ' '\n' <<<"$sees" | sort | xargs)" ] ||
    complain "$architecture: $room sees '$said', CMakeLists.txt says '$sees'"
done < <(sed -nE 's/^ *pliant_room\(([a-z]+) *(SEES ([a-z ]*[a-z]))?( *LINKS [a-z0-9 ]*)?\).*/\1 \3/p' CMakeLists.txt)
[ "$rooms" -gt 10 ] || complain "CMakeLists.txt: only $rooms rooms were found"
for room in $(cut -d'|' -f2 "$architecture" | grep -oE '^ `[a-z]+` $' | tr -d '` ' || true); do
  grep -qE "^ *pliant_room\($room\b" CMakeLists.txt || complain "$architecture has a row for $room, which is no room"
done

# Kinds.
kinds=$(sed -nE 's/^ *&([a-z]+)::kind,.*/\1/p' src/body/registry.cpp | sort)
[ -n "$kinds" ] || complain "src/body/registry.cpp: no list of kinds was found"
said=$(grep -E '^\| \*\*kind\*\*' "$architecture" | code_words | sort)
[ "$said" = "$kinds" ] || complain "$architecture: the kinds are" $said", the registry has" $kinds
said=$(grep -oE '\]\(docs/kinds/[a-z]+\.md\) \|' README.md | sed -E 's|.*/([a-z]+)\.md.*|\1|' | sort -u)
[ "$said" = "$kinds" ] || complain "README.md: the kinds in the table are" $said", the registry has" $kinds
said=$(for page in docs/kinds/*.md; do basename "$page" .md; done | sort)
[ "$said" = "$kinds" ] || complain "docs/kinds: there are pages of" $said", the registry has" $kinds
missing=$(grep -E '^- \*\*.*kinds are missing' README.md | code_words)
for kind in $missing; do
  ! grep -qxF "$kind" <<<"$kinds" || complain "README.md: $kind is missing, but the registry has it"
done

# Versions of formats.
scene=$(constant src/assets '\bscene_format = ([0-9]+)')
behaviour=$(constant src/world '\bbehaviour_version = ([0-9]+)')
snapshot=$(constant src/world '\bformat_version = ([0-9]+)')
model=$(constant src/cook "'M', 'O', 'D', 'E', 'L', '([0-9]+)'")
capture=$(constant src/capi '\bcapture_format = ([0-9]+)')
frames=$(constant src/record '\bformat_version = ([0-9]+)')
expect() { tr '\n' ' ' <"$1" | grep -qF -- "$2" || complain "$1 does not say: $2"; }
expect CHANGELOG.md "Scenes: format $scene, behaviour $behaviour. Snapshots: format $snapshot. Cooked models: format $model. Captures: format $capture."
expect docs/formats/files.md "\`PLSNAP\`, format $snapshot (u16), behaviour $behaviour (u32)"
expect docs/formats/files.md "magic \`PLMODEL$model\`"
expect docs/formats/files.md "\`PLCAP\\0\`, format (u16, $capture)"
expect docs/formats/files.md "\`PLFRAMES\`, version $frames"
expect docs/formats/scenes.md "the version of the file format: $scene |"
expect docs/formats/scenes.md "results that the scene was made for: $behaviour."

# Packages and presets.
packages=$(. scripts/packages.sh && echo $packages_build $packages_long)
for package in $packages; do
  grep -qF "\`$package\`" "$dependencies" || complain "$dependencies does not name the package $package"
done
for package in $(code_words <"$dependencies" | grep -E '^lib[a-z0-9.-]+-dev$' | sort -u); do
  grep -qwF -- "$package" <<<"$packages" || complain "$dependencies names $package, scripts/packages.sh does not"
done
for preset in $(grep -oE '"name": "[a-z]+", "(inherits|hidden)' CMakePresets.json | cut -d'"' -f4 | grep -vx base); do
  grep -qF "| \`$preset\` |" CONTRIBUTING.md || complain "CONTRIBUTING.md has no row for the preset $preset"
done

# Pages and examples.
for page in docs/*.md docs/kinds/*.md docs/aspects/*.md docs/formats/*.md docs/engine/*.md; do
  [ "$page" = docs/README.md ] || grep -qF "](${page#docs/})" docs/README.md || complain "docs/README.md does not list $page"
done
for example in examples/*/; do
  example=$(basename "$example")
  grep -qF "[$example]($example/README.md)" examples/README.md || complain "examples/README.md does not list $example"
  [ "$example" = embed ] || grep -qF "examples/$example/README.md" docs/gallery.md ||
    complain "docs/gallery.md does not show $example"
done

# Source files and tests that pages name.
sources=$(find src apps include bench tests python examples -name '*.h' -o -name '*.hpp' -o -name '*.cpp' -o -name '*.c')
tests=$(grep -rhoE '^TEST(_F|_P)?\([A-Za-z0-9_]+' tests | sed 's/.*(//' | sort -u)
while IFS= read -r file; do
  while IFS= read -r name; do
    grep -qE "(^|/)${name//./\\.}\$" <<<"$sources" || complain "$file names $name, which does not exist"
  done < <(grep -oE '`[A-Za-z0-9_/]+\.(h|hpp|cpp)`' "$file" | tr -d '`' | sort -u)
  while IFS= read -r name; do
    grep -qE "^$name" <<<"$tests" || complain "$file names the tests $name, which do not exist"
  done < <(grep -oE 'gtest_filter=[A-Za-z0-9_]+' "$file" | sed 's/.*=//' | sort -u)
done <<<"$doc_files"

# Prose: outside of code blocks and, for the width, of tables and pictures. docs/parameters.md is generated.
avoided='whoever|nobody|anew|by turns|for ever|for good|as ever|to and fro|askew|shall|foretells?|footings?|leash(es)?'
avoided+='|muted?|kin|came to grief|come to grief|thereof|wherein|hither|haste'
lines=0
while IFS= read -r file; do
  [ "$file" != docs/parameters.md ] || continue
  prose=$(awk '/^ *```/ {code = !code; print ""; next} {print code ? "" : $0}' "$file")
  lines=$((lines + $(wc -l <<<"$prose")))
  while IFS=: read -r line text; do
    [[ $text =~ ^\ *\| || $text =~ ^!\[ ]] || complain "$file:$line: more than 120 columns"
  done < <(LC_ALL=C.UTF-8 grep -nE '.{121,}' <<<"$prose" || true)
  while IFS= read -r found; do
    complain "$file:${found%%:*}: '${found##*:}' is no plain word"
  done < <(sed -E 's/`[^`]*`//g; s/\*\*M(ute|uted)\*\*//g' <<<"$prose" | grep -noiwE "$avoided" || true)
  # "What stands here is …": a noun, and no question.
  while IFS= read -r found; do
    complain "$file: a sentence begins with a 'what' that asks nothing: ${found:0:60}"
  done < <(grep -vE '^(#|\|)' <<<"$prose" | tr '\n' ' ' | sed -E 's/`[^`]*`/X/g' |
             grep -oE '(^|[.:;!] |- )What [^.?!]*[.?!]' | grep -v '?$' || true)
done <<<"$doc_files"

[ "$wrong" -eq 0 ] &&
  echo "$(wc -w <<<"$stages") stages, $rooms rooms, $(wc -w <<<"$kinds") kinds, $(wc -w <<<"$packages") packages and $lines lines are in order"
exit "$wrong"
