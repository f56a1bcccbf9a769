#!/usr/bin/env python3
"""Draws docs/method/steps.svg, the way from pixels to labels: python3 tools/site/draw_method.py [OUT.svg]

method_steps.py labels a small picture, and this script draws each step. A search through the pixels checks the labels.
"""
import pathlib
import sys

from method_steps import BANDS, PICTURE, ROWS, TILE, TILES, TILE_WORDS, WORD, Labeling, labels_by_search

INK, SOFT, GRID, BORDER, PAPER = "#1f2933", "#52606d", "#d5dbe1", "#c2410c", "#ffffff"
FILLS = ["#9ecae1", "#fdd0a2", "#a1d99b", "#dadaeb", "#fcbba1", "#fff2ae", "#c7e9e3", "#d9d9d9", "#f4cae4"]
CELL = 15
WIDTH = 1100
PANEL = 508  # the width of a panel's drawing
COLUMNS = (28, 564)


class Svg:
    """SVG elements as text."""

    def __init__(self):
        self.parts = []

    def add(self, name, text=None, **attributes):
        written = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in attributes.items())
        self.parts.append(f"<{name} {written}/>" if text is None else f"<{name} {written}>{text}</{name}>")

    def rectangle(self, x, y, width, height, fill, stroke="none", radius=0):
        self.add("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, stroke=stroke)

    def line(self, x1, y1, x2, y2, stroke, width=1, **more):
        self.add("line", x1=round(x1, 1), y1=round(y1, 1), x2=round(x2, 1), y2=round(y2, 1), stroke=stroke,
                 stroke_width=width, **more)

    def text(self, x, y, text, size=12, anchor="start", fill=INK, weight="normal"):
        escaped = str(text).replace("&", "&amp;").replace("<", "&lt;")
        self.add("text", escaped, x=round(x, 1), y=round(y, 1), font_size=size, text_anchor=anchor, fill=fill,
                 font_weight=weight)

    def arrow(self, x1, y1, x2, y2, radius, **more):
        """A line between the rims of two circles, with its head at the second."""
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** .5
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        self.line(x1 + dx * radius, y1 + dy * radius, x2 - dx * (radius + 2), y2 - dy * (radius + 2), INK, 1.3,
                  marker_end="url(#head)", **more)


def x_of(column):
    """Tiles stand a gap apart, so that their border is seen."""
    return column * CELL + column // TILE * 14


def fill_of(label):
    return FILLS[(label - 1) % len(FILLS)]


def frame(svg, x, y, rows, height):
    """The tiles with their words."""
    for t in range(TILES):
        left = x + x_of(t * TILE)
        for row in range(rows + 1):
            svg.line(left, y + row * height, left + TILE * CELL, y + row * height, GRID)
        for column in range(TILE + 1):
            svg.line(left + column * CELL, y, left + column * CELL, y + rows * height, GRID)
        for word in range(1, TILE_WORDS):
            svg.line(left + word * WORD * CELL, y, left + word * WORD * CELL, y + rows * height, SOFT)
        svg.add("rect", x=left, y=y, width=TILE * CELL, height=rows * height, fill="none", stroke=BORDER,
                stroke_width=1.6)


def head(svg, x, y, number, title, lines):
    svg.text(x, y, f"{number}. {title}", 15, weight="bold")
    for i, line in enumerate(lines):
        svg.text(x, y + 19 + 16 * i, line, 12.5, fill=SOFT)


def draw_pixels(svg, found, x, y):
    for row in range(ROWS):
        for column in range(TILES * TILE):
            if PICTURE[row][column] == "#":
                svg.rectangle(x + x_of(column), y + row * CELL, CELL, CELL, "#7b8794")
    frame(svg, x, y, ROWS, CELL)
    for band in range(1, BANDS):
        for t in range(TILES):
            left = x + x_of(t * TILE)
            svg.line(left, y + 2 * band * CELL, left + TILE * CELL, y + 2 * band * CELL, SOFT)


def draw_bands(svg, found, x, y):
    height = 26
    for t, tile in enumerate(found.tiles):
        for band in range(BANDS):
            for column in range(TILE):
                word, bit = divmod(column, WORD)
                occupied = tile.bits(word, band) >> bit & 1
                left, top = x + x_of(t * TILE + column), y + band * height
                if occupied:
                    svg.rectangle(left, top, CELL, height, "#cbd2d9")
                svg.text(left + CELL / 2, top + 18, occupied, 13, "middle", INK if occupied else "#9aa5b1")
    frame(svg, x, y, BANDS, height)


def ends_of(tile, run):
    word, _, columns = tile.runs[run]
    first = (columns & -columns).bit_length() - 1
    return tile.left + word * WORD + first, tile.left + word * WORD + columns.bit_length()


def draw_runs(svg, found, x, y):
    height = 26
    frame(svg, x, y, BANDS, height)
    for tile in found.tiles:
        for run, (_, band, _) in enumerate(tile.runs):
            first, end = ends_of(tile, run)
            left, right = x + x_of(first), x + x_of(end - 1) + CELL
            svg.rectangle(left + .5, y + band * height + 4, right - left - 1, height - 8, "#cbd2d9", SOFT, 5)
            svg.text((left + right) / 2, y + band * height + 17.5, run, 12.5, "middle", weight="bold")


def draw_forest(svg, found, x, y):
    height, radius = 40, 9.5
    for t in range(TILES):
        svg.add("rect", x=x + x_of(t * TILE), y=y, width=TILE * CELL, height=BANDS * height - 8, fill="none",
                stroke=BORDER, stroke_width=1.6)
    for tile in found.tiles:
        def center(run):
            first, end = ends_of(tile, run)
            return x + (x_of(first) + x_of(end - 1) + CELL) / 2, y + 16 + tile.runs[run][1] * height
        for run, other in tile.listed:
            (x1, y1), (x2, y2) = center(run), center(other)
            svg.line(x1, y1, x2, y2, SOFT, 1.3, stroke_dasharray="3 3")
        for run, parent in enumerate(tile.first_links):
            if run != parent:
                svg.arrow(*center(run), *center(parent), radius)
        for run in range(len(tile.runs)):
            is_root = tile.roots[run] == run
            svg.add("circle", cx=center(run)[0], cy=center(run)[1], r=radius, stroke=INK,
                    fill="#fde68a" if is_root else PAPER, stroke_width=1.8 if is_root else 1)
            svg.text(center(run)[0], center(run)[1] + 4.2, run, 12, "middle")


def draw_nodes(svg, found, x, y):
    height, width, boxes = 26, 164, []
    tops = [0] * TILES
    for n, (t, _) in enumerate(found.nodes):
        left = x + (x_of(TILE) - 14 - width - 30 if t == 0 else x_of(TILE) + 30)
        boxes.append((left, y + 8 + tops[t] * 38))
        tops[t] += 1
    for t in range(TILES):
        svg.add("rect", x=x + x_of(t * TILE), y=y, width=TILE * CELL, height=max(tops) * 38 + 4, fill="none",
                stroke=BORDER, stroke_width=1.6)
    for n, parent in enumerate(found.node_parents):
        if parent == n:
            continue
        (x1, y1), (x2, y2) = boxes[n], boxes[parent]
        if x1 != x2:
            x1, x2 = (x1 + width, x2) if x1 < x2 else (x1, x2 + width)
            svg.arrow(x1, y1 + height / 2, x2, y2 + height / 2, 0)
        else:
            svg.arrow(x1 + width / 2, y1, x2 + width / 2, y2 + height, 0)
    for n, (left, top) in enumerate(boxes):
        row, column = found.first_of_node(n)
        is_root = found.node_parents[n] == n
        svg.rectangle(left, top, width, height, "#fde68a" if is_root else PAPER, INK, 6)
        t, root = found.nodes[n]
        own = found.tiles[t].nodes.index(root)
        svg.text(left + width / 2, top + 17, f"node {own}: run {root}, label {found.label_of_node(n)}", 12.5, "middle")


def draw_ranks(svg, found, x, y):
    cell, gap = 12, 30
    words = TILES * TILE_WORDS
    for word in range(words):
        left = x + word * (WORD * cell + gap) + gap
        for row in range(ROWS):
            top = y + row * CELL
            svg.text(left - 6, top + 12, found.ranks[row][word], 12.5, "end")
            for i in range(WORD):
                first = (row, word * WORD + i)
                if found.words[row][word] >> i & 1:
                    color = "#fde68a" if first in found.settled else "#cbd2d9"
                    svg.rectangle(left + i * cell, top, cell, CELL, color)
                    svg.text(left + (i + .5) * cell, top + 12, 1, 12.5, "middle", weight="bold")
                svg.add("rect", x=left + i * cell, y=top, width=cell, height=CELL, fill="none", stroke=GRID)
        svg.add("rect", x=left, y=y, width=WORD * cell, height=ROWS * CELL, fill="none", stroke=SOFT)


def draw_labels(svg, found, x, y):
    for row in range(ROWS):
        for column in range(TILES * TILE):
            label = found.labels[row][column]
            if label:
                svg.rectangle(x + x_of(column), y + row * CELL, CELL, CELL, fill_of(label))
                svg.text(x + x_of(column) + CELL / 2, y + row * CELL + 12, label, 12.5, "middle")
    frame(svg, x, y, ROWS, CELL)


def way_of_pixel(found, x, y):
    """How write_labels finds the label of a pixel, line by line."""
    t = x // TILE
    tile = found.tiles[t]
    word, bit = divmod(x - tile.left, WORD)
    band = y // 2
    own = band * TILE_WORDS + word
    before = sum(b * TILE_WORDS + w < own for w, b, _ in tile.runs)
    starts = (tile.starts(word, band) & (2 << bit) - 1).bit_count()
    run = tile.run_of_pixel(x, y)
    assert run == before + starts - 1
    node = found.nodes.index((t, tile.roots[run]))
    root = found.root_of_node(node)
    row, column = found.first_of_node(root)
    rank = found.ranks[row][column // WORD]
    return [
        ("pixel", f"column {x}, row {y}: tile {t}, band {band}, word {word} of it, column {bit} of the word"),
        ("run", f"{before} runs before the word + {starts} start up to this column - 1 = run {run}"),
        ("record", f"run {run} hangs below run {tile.roots[run]}, which is node "
                   f"{tile.nodes.index(tile.roots[run])} of the tile"),
        ("node", f"its root is node {found.tiles[found.nodes[root][0]].nodes.index(found.nodes[root][1])} of tile "
                 f"{found.nodes[root][0]}, label {found.label_of_node(root)}: column {column}, row {row}"),
        ("number", f"rank {rank} of that word + {found.number_of((row, column)) - rank} bit up to that column = "
                   f"label {found.labels[y][x]}"),
    ]


def draw_way(svg, found, x, y):
    for i, (name, text) in enumerate(way_of_pixel(found, 19, 3)):
        svg.text(x, y + 14 + 21 * i, name, 12.5, weight="bold")
        svg.text(x + 60, y + 14 + 21 * i, text, 12.5)


def draw(found):
    panels = [
        ("Pixels", ["Two tiles (orange) of 2 words x 3 bands. A band is two rows of pixels.",
                    "Words have 8 columns here, 32 in the method."], draw_pixels, 90),
        ("Words", ["The two rows of a band become one row of words: their bits are ORed,",
                   "because the pixels of a column of a band are connected."], draw_bands, 78),
        ("Runs", ["Connected columns of a word. They are numbered band by band, word by",
                  "word; the number is the run's place in the tile's forest."], draw_runs, 78),
        ("The tile's forest", ["A run hangs below the first run that it is linked with (arrow). Other links",
                               "are listed (dashed) and united by compare-and-swap. Yellow: roots."], draw_forest, 112),
        ("Nodes", ["Components at their tile's border. Label: 1 + place of the first pixel.",
                   "Pairs of pixels across the border unite nodes; the smaller label stays root."], draw_nodes, 84),
        ("Bits of roots, and ranks", ["A bit for the first pixel of each component, in the words of rows: set by its",
                                      "tile (grey) or its node (yellow). Beside each word: the roots before it."],
         draw_ranks, 90),
        ("Labels", ["The label of a pixel is the number of its component: 1, 2, ... in the order",
                    "of first pixels. Every pixel is written once."], draw_labels, 90),
        ("The way of one pixel", ["How write_labels finds a label in the example, by counts of bits alone.",
                                  "Numbers of tiles, words, bands, runs, nodes, columns and rows begin at 0."],
         draw_way, 100),
    ]
    svg, y = Svg(), 34
    for i in range(0, len(panels), 2):
        row = panels[i:i + 2]
        for (title, lines, paint, _), x, number in zip(row, COLUMNS, (i + 1, i + 2)):
            head(svg, x, y, number, title, lines)
            paint(svg, found, x, y + 50)
        y += 50 + max(panel[3] for panel in row) + 44
    height = y - 20
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        'font-family="Helvetica, Arial, DejaVu Sans, sans-serif">',
        "<!-- Made by tools/site/draw_method.py. -->",
        "<title>From pixels to labels: words, runs, the forest of a tile, nodes, ranks</title>",
        f'<defs><marker id="head" markerWidth="8" markerHeight="8" refX="5" refY="3" orient="auto">'
        f'<path d="M0,0 L6,3 L0,6 z" fill="{INK}"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>', *svg.parts, "</svg>", ""])


def main():
    out = pathlib.Path(__file__).resolve().parents[2] / "docs" / "method" / "steps.svg"
    found = Labeling()
    if found.labels != labels_by_search():
        sys.exit("the labels are wrong")
    pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else out).write_text(draw(found))


if __name__ == "__main__":
    main()
