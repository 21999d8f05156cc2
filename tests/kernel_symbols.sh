#!/bin/sh
# kernel_symbols.sh NM OBJECT...
# Kernels are compiled once per instruction set. A weak function in such an object is merged by the linker with the copy
# of another instruction set, and an old processor may then run code that it does not know. So there must be none.
nm=$1; shift
status=0
[ $# -gt 0 ] || { echo "no objects were given"; exit 1; }
for object in "$@"; do
    weak=$("$nm" --demangle --defined-only "$object" | grep -E '^[0-9a-f]* +[WVuv] ' | grep -v ' DW\.ref\.')
    [ $? -le 1 ] && "$nm" "$object" >/dev/null || exit 1
    if [ -n "$weak" ]; then
        echo "$object holds functions that the linker may merge; declare them PL_INLINE or in an unnamed namespace:"
        echo "$weak"
        status=1
    else
        echo "$object: nothing to merge"
    fi
done
exit $status
