# Sourced by the scripts that check the docs: doc_files, all Markdown files, one a line.
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  doc_files=$(git ls-files --cached --others --exclude-standard '*.md')
else
  doc_files=$(find . -name '*.md' -not -path './build/*' -not -path './out/*' | sed 's|^\./||')
fi
