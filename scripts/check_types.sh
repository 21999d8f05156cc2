#!/bin/sh
# Two types of one name in one namespace are one type to the linker: whichever functions of the two it keeps, it keeps for
# both. This finds them among the sources, as far as one line can tell. Types inside others or in unnamed namespaces do
# not count. Exit status 1 where there are any.
cd "$(dirname "$0")/.." || exit 2
find src -name '*.h' -o -name '*.cpp' | LC_ALL=C sort | xargs awk '
    FNR == 1 { space = ""; unnamed = 0 }
    /^namespace [a-z_:]+ \{/ { space = $2 }
    /^namespace \{/ { unnamed = 1 }
    /^\}  \/\/ namespace$/ { unnamed = 0 }
    !unnamed && /^(struct|class|enum|union) / && /\{/ {
        line = $0
        sub(/^(struct|class|enum class|enum|union) /, "", line)
        sub(/^alignas\([^)]*\) /, "", line)
        if (!match(line, /^[A-Za-z_][A-Za-z_0-9]*/)) next
        name = space "::" substr(line, 1, RLENGTH)
        if (line ~ /^[A-Za-z_0-9]+(<|::)/) next  # a specialisation, or inside another
        if (name in at && at[name] != FILENAME) {
            print name " is defined in " at[name] " and in " FILENAME
            found = 1
        }
        at[name] = FILENAME
    }
    END { exit found }'
