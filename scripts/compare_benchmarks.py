#!/usr/bin/env python3
"""compare_benchmarks.py OLD NEW [NAME ...] [--rounds N] [--full]

Runs the benchmarks of two builds (folders such as build/release) by turns and prints, for every row, the ratio of the
medians of the time, new against old: 1.02 means that the new build is two per cent slower. The order of the two changes
in every round, so that neither profits from a machine that gets warmer. Rows that are more than two per cent slower are
marked. Small sizes only, unless --full is given. Run it on a machine that does nothing else.
"""
import argparse
import json
import statistics
import subprocess

TIMES = ("ms_per_step", "ms", "ms_per_frame", "seconds", "ms_per_tear")


def rows(build, name, full):
    command = [f"{build}/bin/pliant", "bench", name, "--json"] + ([] if full else ["--quick"])
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for line in output.splitlines():
        if line.startswith("{"):
            yield json.loads(line)


def key(row, times):
    """The settings of a row: what is a word or a whole number and no result."""
    return tuple((k, v) for k, v in row.items() if isinstance(v, str) or k in ("threads", "particles", "substeps", "n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("names", nargs="*", default=["lattice", "contact", "rigid", "cloth", "flesh", "jiggle", "detail",
                                                     "snapshot", "tear", "animation"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    slower = 0
    for name in options.names:
        samples = {}
        for turn in range(options.rounds):
            builds = ["old", "new"] if turn % 2 == 0 else ["new", "old"]
            for which in builds:
                for row in rows(getattr(options, which), name, options.full):
                    for time in TIMES:
                        if isinstance(row.get(time), (int, float)):
                            entry = samples.setdefault((key(row, TIMES), time), {"old": [], "new": []})
                            entry[which].append(row[time])
        for (settings, time), both in samples.items():
            if not both["old"] or not both["new"] or not statistics.median(both["old"]):
                continue
            ratio = statistics.median(both["new"]) / statistics.median(both["old"])
            mark = "  slower" if ratio > 1.02 else ""
            slower += ratio > 1.02
            words = " ".join(str(v) for k, v in settings if k != "bench")
            print(f"{name:10} {words:45} {time:12} {statistics.median(both['old']):10.4g} "
                  f"{statistics.median(both['new']):10.4g} {ratio:6.3f}{mark}", flush=True)
    print(f"{slower} rows are more than two per cent slower")


if __name__ == "__main__":
    main()
