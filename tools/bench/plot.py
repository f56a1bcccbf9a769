#!/usr/bin/env python3
"""Draws a report of `glccl bench --json`: python3 tools/bench/plot.py REPORT.json OUT.png [FORMAT]

One panel a dataset of images or of volumes, one line an engine: median milliseconds over the number of pixels or
voxels, both logarithmic. The last panels have the geometric means. FORMAT, png or svg, is the ending of OUT by default.
Exit status 3: matplotlib is missing.
"""
import json
import math
import sys

try:
    import matplotlib
except ImportError:
    sys.exit(3)
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def series(rows, key):
    """The points (elements, milliseconds, name of the size) of every engine, in the order of the report."""
    lines = {}
    for row in rows:
        elements = row["width"] * row["height"] * row["depth"]
        size = f"{math.isqrt(elements)}²" if row["depth"] == 1 else f"{round(elements ** (1 / 3))}³"
        lines.setdefault(row["engine"], []).append((elements, row[key], size))
    return {engine: sorted(points) for engine, points in lines.items()}


def title_of(row):
    """The panel of a row: its dataset, or the geometric mean; images and volumes have panels of their own."""
    return row.get("dataset", "geometric mean") + ("" if row["depth"] == 1 else ", volumes")


def draw_panel(axes, title, lines, colors):
    for engine, points in lines.items():
        elements, times, _ = zip(*points)
        axes.loglog(elements, times, marker="o", markersize=3, linewidth=1.2, color=colors[engine], label=engine)
    axes.set_title(title, fontsize=9)
    axes.grid(True, which="major", color="#dddddd", linewidth=0.6)
    sizes = dict(sorted((elements, size) for points in lines.values() for elements, _, size in points))
    axes.set_xticks(list(sizes), list(sizes.values()), fontsize=7)
    axes.minorticks_off()
    axes.tick_params(labelsize=7)


def main(report_path, picture_path, picture_format=None):
    with open(report_path, encoding="utf-8") as file:
        report = json.load(file)
    rows = [row for row in report["rows"] if "missing" not in row]
    titles = list(dict.fromkeys(title_of(row) for row in rows))
    means = list(dict.fromkeys(title_of(row) for row in report["geometric_means"]))
    engines = list(dict.fromkeys(row["engine"] for row in rows))
    colors = {engine: f"C{index % 10}" for index, engine in enumerate(engines)}
    count = len(titles) + len(means)
    across = min(4, count)
    down = math.ceil(count / across)
    figure, panels = pyplot.subplots(down, across, figsize=(3.1 * across, 2.5 * down + 0.6), squeeze=False, sharey=True)
    flat = [axes for line in panels for axes in line]
    for axes, title in zip(flat, titles):
        draw_panel(axes, title, series([row for row in rows if title_of(row) == title], "median_ms"), colors)
    for axes, title in zip(flat[len(titles):], means):
        chosen = [row for row in report["geometric_means"] if title_of(row) == title]
        draw_panel(axes, title, series(chosen, "geometric_mean_ms"), colors)
    for axes in flat[count:]:
        axes.set_visible(False)
    for line in panels:
        line[0].set_ylabel("median ms", fontsize=8)
    context = report["context"]
    connectivity = str(context["connectivity"]).strip("[]")
    figure.suptitle(f'{context["renderer"]}, {context["version"]}, {connectivity}-connectivity', fontsize=10)
    handles = {name: handle for axes in flat for handle, name in zip(*axes.get_legend_handles_labels())}
    figure.legend(handles.values(), handles.keys(), loc="lower center", ncols=min(6, len(engines)), fontsize=8,
                  frameon=False)
    figure.tight_layout(rect=(0, 0.5 / figure.get_figheight(), 1, 1))
    figure.savefig(picture_path, dpi=130, format=picture_format)


if __name__ == "__main__":
    main(*sys.argv[1:])
