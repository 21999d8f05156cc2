#!/usr/bin/env python3
"""abi.py HEADER: a C program that prints what programs compiled against pliant.h rely on: layouts, values, signatures."""
import re
import sys

from csharp import Header


def fields_of(body):
    for line in body.split(";"):
        line = " ".join(line.split())
        if not line:
            continue
        function = re.search(r"\(\*(\w+)\)", line)
        if function:
            yield function.group(1)
            continue
        for part in line.split(","):
            yield re.search(r"(\w+)(?:\[\d+\])?$", part.strip()).group(1)


def main():
    header = Header(open(sys.argv[1], encoding="utf-8").read())
    print('#include <stdio.h>\n#include "pliant/pliant.h"\nint main(void) {')
    for name, body in header.structs:
        print(f'printf("struct {name} %zu\\n", sizeof({name}));')
        for field in fields_of(body):
            print(f'printf("  {field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name}*)0)->{field}));')
    for name, body in header.enums:
        print(f'printf("enum {name} %zu\\n", sizeof({name}));')
        for value in re.findall(r"(PLIANT_\w+)", body):
            print(f'printf("  {value} %d\\n", (int){value});')
    for result, name, arguments in header.functions:
        print(f'printf("{result} {name}({arguments})\\n");')
    print("return 0;\n}")


if __name__ == "__main__":
    main()
