#!/usr/bin/env python3
"""csharp.py HEADER: C# declarations of everything in pliant.h, to standard output."""
import re
import sys

SIMPLE = {"uint32_t": "uint", "uint64_t": "ulong", "size_t": "UIntPtr", "float": "float", "double": "double",
          "void": "void", "uint8_t": "byte"}


def camel(name):
    return "".join(part.capitalize() for part in name.removeprefix("pliant_").split("_"))


class Header:
    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        self.version = re.findall(r"#define PLIANT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text)
        text = re.sub(r"^#.*(?:\\\n.*)*", "", text, flags=re.M)
        self.enums = re.findall(r"typedef enum (pliant_\w+) \{(.*?)\} \1;", text, flags=re.S)
        self.structs = re.findall(r"typedef struct (pliant_\w+) \{(.*?)\} \1;", text, flags=re.S)
        self.functions = [(" ".join(r.split()), n, " ".join(a.split())) for r, n, a in
                          re.findall(r"PLIANT_API\s+([\w\s*]+?)\s*(pliant_\w+)\(((?:[^()]|\([^()]*\))*)\);", text)]
        self.aliases = {alias: kind for kind, alias in re.findall(r"typedef (pliant_\w+) (pliant_\w+);", text)}
        self.known = {n for n, _ in self.enums + self.structs} | set(self.aliases)

    def value(self, kind):
        kind = self.aliases.get(kind.strip(), kind.strip())
        if kind in SIMPLE:
            return SIMPLE[kind]
        if kind in self.known:
            return camel(kind)
        raise SystemExit(f"csharp.py: {kind} is not known")


def fields(header, body):
    for line in body.split(";"):
        line = " ".join(line.split())
        if not line:
            continue
        if "(" in line:  # a function
            yield "IntPtr", re.search(r"\(\*(\w+)\)", line).group(1)
            continue
        match = re.match(r"((?:const )?\w+)((?: ?\*(?: ?const)?)*) ?(.*)", line)
        kind, stars, names = match.group(1).removeprefix("const "), match.group(2), match.group(3)
        for name in names.split(","):
            name = name.strip()
            if "*" in stars or name.startswith("*"):
                yield "IntPtr", name.lstrip("* ")
            elif kind == "bool":
                yield "byte", name  # so that structs go as they are
            elif "[" in name:
                base, count = re.match(r"(\w+)\[(\d+)\]", name).groups()
                for i in range(int(count)):
                    yield header.value(kind), f"{base}{i}"
            else:
                yield header.value(kind), name


KEYWORDS = {"object", "in", "out", "ref", "params", "base", "event", "fixed"}


def argument(header, text, following=""):
    if "(*" in text:
        return "IntPtr " + re.search(r"\(\*(\w+)\)", text).group(1)
    constant = text.startswith("const ")
    match = re.match(r"(?:const )?(\w+)((?:\s*\*\s*(?:const\b)?)*)\s*(\w+)(\[\d+\])?$", text)
    if not match:
        raise SystemExit(f"csharp.py: {text} is not understood")
    kind, stars, name, array = match.groups()
    name = "@" + name if name in KEYWORDS else name
    count = stars.count("*") + (1 if array else 0)
    if count == 0:
        return ("[MarshalAs(UnmanagedType.U1)] bool " if kind == "bool" else header.value(kind) + " ") + name
    if count == 1 and kind == "char" and constant:
        return "[MarshalAs(UnmanagedType.LPStr)] string " + name
    single = not array and (kind in header.known or kind in ("uint32_t", "uint64_t", "size_t", "double", "bool"))
    many = name in ("hits", "bodies", "particles", "points", "rays", "seconds", "lines", "values", "times")
    many = many or following.endswith("capacity")
    if count == 1 and single and not many and not constant:
        return "out " + ("byte" if kind == "bool" else header.value(kind)) + " " + name
    if count == 1 and constant and kind.endswith("_def") and name != "lines":
        return "ref " + header.value(kind) + " " + name
    return "IntPtr " + name


def main():
    header = Header(open(sys.argv[1], encoding="utf-8").read())
    out = ["// Made by scripts/csharp.py from pliant.h: not to be edited.",
           "// Texts that come out are IntPtr: Marshal.PtrToStringAnsi reads them.", "using System;",
           "using System.Runtime.InteropServices;", "", "namespace Pliant", "{"]
    for name, body in header.enums:
        out.append(f"    public enum {camel(name)}")
        out.append("    {")
        for row in body.split(","):
            row = row.split()
            if row:
                word = camel("pliant_" + row[0].removeprefix("PLIANT_").lower())
                out.append(f"        {word}{' = ' + row[2] if len(row) > 2 else ''},")
        out.append("    }")
    for name, body in header.structs:
        out += ["    [StructLayout(LayoutKind.Sequential)]", f"    public struct {camel(name)}", "    {"]
        for kind, field in fields(header, body):
            out.append(f"        public {kind} {'@' + field if field in KEYWORDS else field};")
        out.append("    }")
    out += ["    public static class Native", "    {", '        const string Library = "pliant";',
            f"        public const uint Version = {int(header.version[0]) * 10000 + int(header.version[1]) * 100 + int(header.version[2])};"]
    for result, name, arguments in header.functions:
        kind = "IntPtr" if "*" in result else "byte" if result == "bool" else header.value(result)
        each = [a.strip() for a in re.split(r",(?![^()]*\))", arguments)]
        listed = "" if arguments == "void" else ", ".join(
            argument(header, a, each[i + 1] if i + 1 < len(each) else "") for i, a in enumerate(each))
        out.append(f'        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]')
        out.append(f"        public static extern {kind} {name}({listed});")
    out += ["    }", "}"]
    print("\n".join(out))


if __name__ == "__main__":
    main()
