#!/usr/bin/env bash
# check_docs.sh [PLIANT]: fails when the docs do not fit the repository any more.
#   - relative links in Markdown files lead to files that exist, and anchors to headings
#   - every verb of the command has a page in docs/commands, and every page a verb   (when PLIANT, the command, is given)
#   - every benchmark is explained in docs/commands/bench.md, every table of parameters named in params.md  (likewise)
#   - every JSON block of the pages in docs/ is a valid scene                        (likewise)
# and scripts/stale_docs.sh finds no stale facts and no lines or words that the docs avoid.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
pliant=${1:-}
wrong=0
complain() { echo "$*" >&2; wrong=1; }

# Headings as GitHub makes anchors of them: lower case, no punctuation, dashes for spaces. Code blocks have none.
anchors() {
  awk '/^ *```/ {code = !code} !code && /^#+ / {sub(/^#+ /, ""); print}' "$1" |
    tr '[:upper:]' '[:lower:]' | sed -E 's/[`*.,:;!?()…"/\x27]//g; s/ /-/g'
}

# Links outside of code: [text](target).
links() {
  awk '/^ *```/ {code = !code} !code' "$1" | sed -E 's/`[^`]*`//g' | grep -oE '\]\([^) ]+' | sed 's/^](//' || true
}

. scripts/doc_files.sh
count=0
while IFS= read -r file; do
  [ -e "$file" ] || continue
  while IFS= read -r link; do
    case "$link" in '' | http:* | https:* | mailto:*) continue ;; esac
    count=$((count + 1))
    path=${link%%#*} anchor=
    case "$link" in *#*) anchor=${link#*#} ;; esac
    target=$file
    [ -n "$path" ] && target=$(dirname "$file")/$path
    if [ ! -e "$target" ]; then
      complain "$file: the link $link leads nowhere"
    elif [ -n "$anchor" ] && ! anchors "$target" | grep -qxF -- "$anchor"; then
      complain "$file: the link $link leads to no heading"
    fi
  done < <(links "$file")
done <<<"$doc_files"

if [ -n "$pliant" ]; then
  verbs=$("$pliant" --help | awk '/^Subcommands:/ {on = 1; next} on && /^  [a-z]/ {print $1}')
  [ -n "$verbs" ] || complain "$pliant --help lists no verbs"
  for verb in $verbs; do
    [ -e "docs/commands/$verb.md" ] || complain "the verb $verb has no page docs/commands/$verb.md"
    grep -qF "[$verb]($verb.md)" docs/commands/README.md || complain "docs/commands/README.md has no row for $verb"
  done
  for page in docs/commands/*.md; do
    name=$(basename "$page" .md)
    [ "$name" = README ] || grep -qxF -- "$name" <<<"$verbs" || complain "$page is about a verb that does not exist"
  done
  benches=$("$pliant" bench | awk '{print $1}')
  for bench in $benches; do
    grep -qE "Columns of \`$bench\`" docs/commands/bench.md || complain "docs/commands/bench.md has no columns of $bench"
  done
  tables=$("$pliant" params --json | grep -oE '"table": *"[a-z]+"' | cut -d'"' -f4 | sort -u)
  [ -n "$tables" ] || complain "$pliant params --json lists no tables"
  for table in $tables; do
    grep -qF "\`$table\`" docs/commands/params.md || complain "docs/commands/params.md does not name the table $table"
  done
fi

# The scenes of the pages, with the two meshes that they name.
scenes=0
if [ -n "$pliant" ]; then
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  corners='0 0 0,1 0 0,1 1 0,0 1 0,0 0 1,1 0 1,1 1 1,0 1 1'
  faces='0 3 2 1,4 5 6 7,0 1 5 4,1 2 6 5,2 3 7 6,3 0 4 7'
  {
    printf 'ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n'
    printf 'property float soft\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n'
    tr ',' '\n' <<<"$corners" | awk '{print $0, $2}'
    tr ',' '\n' <<<"$faces" | awk '{print 4, $0}'
  } >"$scratch/painted.ply"
  {
    tr ',' '\n' <<<"$corners" | awk '{print "v", $0}'
    tr ',' '\n' <<<"$faces" | awk '{print "f", $1 + 1, $2 + 1, $3 + 1, $4 + 1}'
  } >"$scratch/stairs.obj"
  for page in docs/*.md docs/*/*.md; do
    name=${page#docs/}
    name=$(tr / - <<<"${name%.md}")
    awk -v to="$scratch/$name" '/^```json/ {file = sprintf("%s-%02d.json", to, ++n); next} /^```/ {file = ""; next}
                                file {print > file}' "$page"
  done
  for scene in "$scratch"/*-??.json; do
    scenes=$((scenes + 1))
    said=$("$pliant" validate "$scene" 2>&1) || complain "docs, $(basename "$scene" .json): $said"
  done
fi

scripts/stale_docs.sh || wrong=1
[ "$wrong" -eq 0 ] &&
  echo "$count links, $(wc -w <<<"${verbs:-}") verbs, $(wc -w <<<"${benches:-}") benchmarks and $scenes scenes are in order"
exit "$wrong"
