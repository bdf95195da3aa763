# SPDX-License-Identifier: MIT
"""
The samples of a section as a table, and as data for --json.
"""
import measure

OURS = ("ringsum", "ringsum -c")
EVP = "in-memory EVP"


def rate(file_set, wall):
    if file_set.file_len < 1 << 20:
        return "%7.0f files/s" % (len(file_set.names) / wall)
    return "%9.2f GB/s" % (file_set.n_bytes / wall / 1e9)


def heading(section, file_set, n_rounds):
    whole = "%d x %d" % (len(file_set.names), file_set.file_len) if len(file_set.names) > 1 else file_set.n_bytes
    return "%s: %s bytes, %s, %d rounds" % (section.title, whole, section.algorithm.upper(), n_rounds)


def show(section, file_set, samples):
    """print the table, the fastest first; returns the section's part of --json"""
    rows = {name: measure.summary(runs) for name, runs in samples.items()}
    ours = next((rows[name]["wall"] for name in OURS if name in rows), None)
    n_rounds = max(map(len, samples.values()))
    print("\n== %s ==" % heading(section, file_set, n_rounds))
    width = max(map(len, rows))
    print("%-*s %8s %8s %8s %14s %8s %8s %8s" % (
        width, "", "median s", "min", "max", "", "CPU s", "MiB", "x ours"))
    for name, row in sorted(rows.items(), key=lambda item: item[1]["wall"]):
        print("%-*s %8.3f %8.3f %8.3f %14s %8.3f %8.1f %8s" % (
            width, name, row["wall"], row["wall_min"], row["wall_max"], rate(file_set, row["wall"]), row["cpu"],
            row["peak_kib"] / 1024, "%.2f" % (row["wall"] / ours) if ours else ""))
    if ours and EVP in rows:
        print("ringsum takes %.2f times the time of one in-memory EVP stream" % (ours / rows[EVP]["wall"]))
    return {
        "name": section.name, "title": section.title, "algorithm": section.algorithm, "state": section.state,
        "files": len(file_set.names), "file_len": file_set.file_len, "n_bytes": file_set.n_bytes,
        "results": [{"name": name, **rows[name], "x_ours": rows[name]["wall"] / ours if ours else None,
                     "samples": runs} for name, runs in samples.items()],
    }
