#!/usr/bin/env python3
"""Draws a report of `glccl bench --paper NAME --json`: python3 lab/bench/plot.py REPORT.json OUT.png [FORMAT]

One panel a table in which something was measured: bars side by side, or lines where it has more than ten rows.
Published numbers are grey, those measured here have colours. FORMAT, png or svg, is the ending of
OUT by default. Exit status 3: matplotlib is missing.
"""
import json
import math
import sys
import textwrap

try:
    import matplotlib
except ImportError:
    sys.exit(3)
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

MOST_BARS = 10
MEAN = "mean"  # the row of glccl bench below those that it is the mean of
GREYS = ["#b8b8b8", "#7d7d7d", "#d9d9d9", "#4f4f4f", "#9b9b9b"]
HATCHES = ["//", "\\\\", "xx", "..", "--"]
MARKERS = "osD^v"


def was_measured(table):
    ours = [column for column in table["columns"] if column["origin"] == "here"]
    return any(cell is not None for column in ours for cell in column["cells"])


def with_numbers(table):
    """The names of the rows and the columns that have any numbers, each column with its looks."""
    kept = [row for row in range(len(table["rows"]))
            if any(column["cells"][row] is not None for column in table["columns"])]
    columns = []
    counts = {"published": 0, "here": 0}
    for column in table["columns"]:
        if all(cell is None for cell in column["cells"]):
            continue
        index = counts[column["origin"]]
        counts[column["origin"]] += 1
        published = column["origin"] == "published"
        columns.append({
            "label": f'{column["name"]} (published)' if published else column["name"],
            "published": published,
            "cells": [math.nan if column["cells"][row] is None else column["cells"][row] for row in kept],
            "color": GREYS[index % len(GREYS)] if published else f"C{index % 10}",
            "hatch": HATCHES[index % len(HATCHES)] if published else None,
            "marker": MARKERS[index % len(MARKERS)],
        })
    return [table["rows"][row] for row in kept], columns


def is_wide(columns):
    """Whether the numbers are too far apart for a linear axis."""
    numbers = [cell for column in columns for cell in column["cells"] if not math.isnan(cell)]
    return min(numbers) > 0 and max(numbers) > 30 * min(numbers)


def draw_bars(axes, rows, columns):
    width = 0.84 / len(columns)
    for index, column in enumerate(columns):
        places = [row - 0.42 + (index + 0.5) * width for row in range(len(rows))]
        axes.bar(places, column["cells"], width, label=column["label"], color=column["color"], hatch=column["hatch"],
                 edgecolor="white" if column["published"] else column["color"], linewidth=0.3)


def draw_lines(axes, rows, columns):
    last = len(rows) - (rows[-1] == MEAN)  # no point of a line
    for column in columns:
        numbers = [cell for cell in column["cells"] if not math.isnan(cell)]
        if column["published"] and len(numbers) == 1:  # given for all rows together
            axes.axhline(numbers[0], label=column["label"], color=column["color"], linestyle="--", linewidth=1.3)
            continue
        axes.plot(range(last), column["cells"][:last], label=column["label"], color=column["color"],
                  marker=column["marker"], markersize=3.5, linewidth=1.3,
                  linestyle="--" if column["published"] else "-")


def draw_table(axes, table):
    rows, columns = with_numbers(table)
    (draw_lines if len(rows) > MOST_BARS else draw_bars)(axes, rows, columns)
    wide = is_wide(columns) and table["unit"] != "%"
    if wide:
        axes.set_yscale("log")
    bottom, top = axes.get_ylim()
    legend_rows = math.ceil(len(columns) / 3)
    room = 1 + 0.14 * legend_rows  # for the legend
    axes.set_ylim((bottom, bottom * (top / bottom) ** room) if wide else (min(0, bottom), top * room))
    if len(rows) > MOST_BARS and rows[-1] == MEAN:
        rows = rows[:-1]
    axes.set_xlim(-0.6, len(rows) - 0.4)
    axes.set_title("\n".join(textwrap.wrap(table["title"], 72)), fontsize=9)
    axes.set_ylabel(table["unit"], fontsize=8)
    long = max(len(row) for row in rows) * len(rows) > 64
    axes.set_xticks(range(len(rows)), rows, fontsize=7, rotation=28 if long else 0, ha="right" if long else "center")
    axes.grid(True, axis="y", which="major", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=7)
    axes.legend(fontsize=6.5, ncols=3, loc="upper center", frameon=False)


def main(report_path, picture_path, picture_format=None):
    with open(report_path, encoding="utf-8") as file:
        report = json.load(file)
    drawn = [table for table in report["tables"] if was_measured(table)]
    across = min(2, len(drawn))
    down = math.ceil(len(drawn) / across)
    figure, panels = pyplot.subplots(down, across, figsize=(6.6 * across, 3.5 * down + 0.5), squeeze=False)
    flat = [axes for line in panels for axes in line]
    for axes, table in zip(flat, drawn):
        draw_table(axes, table)
    for axes in flat[len(drawn):]:
        axes.set_visible(False)
    machine = "; ".join(value for name, value in report["machine"].items() if name != "MPI")
    figure.suptitle(f'{report["source"]}\nhere: {machine}', fontsize=9, y=1 - 0.1 / figure.get_figheight(), va="top")
    figure.tight_layout()
    figure.savefig(picture_path, dpi=110, format=picture_format)


if __name__ == "__main__":
    main(*sys.argv[1:])
