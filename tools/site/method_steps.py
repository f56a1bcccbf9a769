"""The steps of docs/method/tiles.md for a small picture: what draw_method.py draws.

The picture is foreground with 8 neighbours. Words have 8 columns here instead of 32, and tiles 2 words x 3 bands.
"""

PICTURE = """
..##........##....#.......##....
.#..#......#..####.#.....#..#...
.#.....####.........#....#......
..##..#.....#......#..........##
....##......#.#####......##...#.
.##........#............##......
""".split()

WORD = 8  # columns
TILE_WORDS = 2
BANDS = 3  # of a tile
TILES = 2  # side by side
TILE = TILE_WORDS * WORD
ROWS = 2 * BANDS
ALL = (1 << WORD) - 1
LAST = 1 << WORD - 1


class Tile:
    """A tile of the picture: its bits, its runs, their forest, and its nodes. Words and bands are counted in it."""

    def __init__(self, left):
        self.left = left
        self.rows = [[sum((PICTURE[y][left + WORD * w + i] == "#") << i for i in range(WORD))
                      for w in range(TILE_WORDS)] for y in range(ROWS)]
        self.runs = []  # (word, band, columns), the number of a run is its place
        for band in range(BANDS):
            for word in range(TILE_WORDS):
                self.runs += [(word, band, columns) for columns in self.runs_of(word, band)]
        self.parents = list(range(len(self.runs)))
        self.listed = []
        self.list_links()
        self.first_links = list(self.parents)
        for run, other in self.listed:
            a, b = self.root_of(run), self.root_of(other)
            self.parents[max(a, b)] = min(a, b)
        self.roots = [self.root_of(run) for run in range(len(self.runs))]
        self.firsts = {root: self.first_of(root) for root in self.roots}
        reaching = {self.roots[r] for r, (_, _, columns) in enumerate(self.runs) if self.reaches_border(r, columns)}
        self.nodes = sorted(reaching)  # roots

    def bits(self, word, band):
        if not 0 <= word < TILE_WORDS or band < 0:
            return 0
        return self.rows[2 * band][word] | self.rows[2 * band + 1][word]

    def starts(self, word, band):
        bits = self.bits(word, band)
        return bits & ~(bits << 1)

    def runs_of(self, word, band):
        """The columns of the runs of a word."""
        bits, found = self.bits(word, band), []
        while bits:
            low = bits & -bits
            run = bits & ~(bits + low)
            found.append(run)
            bits &= ~run
        return found

    def run_at(self, word, band, column):
        return next(r for r, run in enumerate(self.runs) if run[:2] == (word, band) and run[2] >> column & 1)

    def linked_left(self, word, band):
        """Whether the first column of a word is connected with the last one of the word before."""
        return self.bits(word, band) & 1 and self.bits(word - 1, band) & LAST

    def linked_up(self, word, band, dx, columns):
        """Of `columns`, those that are connected with the column `dx` to the right in the band above."""
        if band == 0:
            return 0
        above = [self.rows[2 * band - 1][w] if 0 <= w < TILE_WORDS else 0 for w in (word - 1, word, word + 1)]
        other = {0: above[1], -1: above[1] << 1 | above[0] >> WORD - 1, 1: above[1] >> 1 | above[2] << WORD - 1}[dx]
        return self.rows[2 * band][word] & other & columns & ALL

    def links_of(self, word, band, columns):
        """The runs with smaller numbers that a run is linked with, but for those that other links imply."""
        left = self.linked_up(word, band, -1, columns)
        right = self.linked_up(word, band, 1, columns)
        touched = (self.linked_up(word, band, 0, columns) | left >> 1 | right << 1) & ALL
        if left & 1 and not (touched & 1 and self.linked_left(word, band - 1)):
            yield self.run_at(word - 1, band - 1, WORD - 1)
        if right & LAST and not (touched & LAST and self.linked_left(word + 1, band - 1)):
            yield self.run_at(word + 1, band - 1, 0)
        for run in self.runs_of(word, band - 1) if band > 0 else []:
            if run & touched:
                yield self.run_at(word, band - 1, (run & -run).bit_length() - 1)
        if columns & 1 and self.needs_left(word, band):
            yield self.run_at(word - 1, band, WORD - 1)

    def needs_left(self, word, band):
        if not self.linked_left(word, band):
            return False
        if not self.linked_up(word - 1, band, 0, LAST) if word > 0 else True:
            return True
        by_corner = self.linked_up(word, band, -1, 1)
        return not (by_corner or (self.linked_left(word, band - 1) and self.linked_up(word, band, 0, 1)))

    def list_links(self):
        for number, (word, band, columns) in enumerate(self.runs):
            for other in self.links_of(word, band, columns):
                if self.parents[number] == number:
                    self.parents[number] = other
                else:
                    self.listed.append((number, other))

    def root_of(self, run):
        while self.parents[run] != run:
            run = self.parents[run]
        return run

    def first_of(self, root):
        """The first pixel of a root's component, which lies in the root's band."""
        band = self.runs[root][1]
        return min((y, self.left + WORD * word + i)
                   for r, (word, b, columns) in enumerate(self.runs) if b == band and self.roots[r] == root
                   for y in (2 * band, 2 * band + 1) for i in range(WORD)
                   if self.rows[y][word] & columns & 1 << i)

    def reaches_border(self, run, columns):
        word = self.runs[run][0]
        return word == 0 and columns & 1 if self.left > 0 else word == TILE_WORDS - 1 and columns & LAST

    def run_of_pixel(self, x, y):
        return self.run_at((x - self.left) // WORD, y // 2, (x - self.left) % WORD)


def crossings(own, other):
    """The pairs of rows that are united across a border: of a tile's first column and the last one before it."""
    def bit(words, y):
        return 0 <= y < ROWS and words[y]
    a = [row[0] & 1 for row in own.rows]
    b = [row[-1] >> WORD - 1 for row in other.rows]
    for y in range(ROWS):
        if a[y] and b[y] and not (bit(a, y - 1) and bit(b, y - 1)):
            yield y, y
        for dy in (-1, 1):
            if a[y] and not b[y] and bit(b, y + dy) and not bit(a, y + dy):
                yield y, y + dy


class Labeling:
    """The picture's tiles, nodes, ranks and labels."""

    def __init__(self):
        self.tiles = [Tile(TILE * i) for i in range(TILES)]
        self.nodes = [(t, root) for t, tile in enumerate(self.tiles) for root in tile.nodes]
        self.node_parents = list(range(len(self.nodes)))
        self.united = []
        for t in range(1, TILES):
            for own_row, other_row in crossings(self.tiles[t], self.tiles[t - 1]):
                a, b = self.node_at(t, TILE * t, own_row), self.node_at(t - 1, TILE * t - 1, other_row)
                self.united.append((a, b))
                a, b = self.root_of_node(a), self.root_of_node(b)
                low, high = sorted((a, b), key=self.label_of_node)
                self.node_parents[high] = low
        inner = [tile.firsts[root] for tile in self.tiles for root in set(tile.roots) - set(tile.nodes)]
        settled = [self.first_of_node(n) for n in range(len(self.nodes)) if self.node_parents[n] == n]
        self.inner, self.settled = set(inner), set(settled)
        bits = self.inner | self.settled
        self.words = [[sum(((y, WORD * w + i) in bits) << i for i in range(WORD)) for w in range(TILES * TILE_WORDS)]
                      for y in range(ROWS)]
        self.ranks, before = [], 0
        for row in self.words:
            self.ranks.append([])
            for word in row:
                self.ranks[-1].append(before)
                before += word.bit_count()
        self.count = before
        self.labels = [[self.label_of(x, y) for x in range(TILES * TILE)] for y in range(ROWS)]

    def node_at(self, t, x, y):
        return self.nodes.index((t, self.tiles[t].roots[self.tiles[t].run_of_pixel(x, y)]))

    def first_of_node(self, node):
        t, root = self.nodes[node]
        return self.tiles[t].firsts[root]

    def label_of_node(self, node):
        y, x = self.first_of_node(node)
        return y * TILES * TILE + x + 1

    def root_of_node(self, node):
        while self.node_parents[node] != node:
            node = self.node_parents[node]
        return node

    def number_of(self, first):
        y, x = first
        up_to = self.words[y][x // WORD] & (2 << x % WORD) - 1
        return self.ranks[y][x // WORD] + up_to.bit_count()

    def label_of(self, x, y):
        if PICTURE[y][x] != "#":
            return 0
        tile = self.tiles[x // TILE]
        root = tile.roots[tile.run_of_pixel(x, y)]
        if root not in tile.nodes:
            return self.number_of(tile.firsts[root])
        return self.number_of(self.first_of_node(self.root_of_node(self.nodes.index((x // TILE, root)))))


def labels_by_search():
    labels, count = [[0] * TILES * TILE for _ in range(ROWS)], 0
    for y in range(ROWS):
        for x in range(TILES * TILE):
            if PICTURE[y][x] != "#" or labels[y][x]:
                continue
            count += 1
            labels[y][x], open_pixels = count, [(y, x)]
            while open_pixels:
                v, u = open_pixels.pop()
                for b in range(max(v - 1, 0), min(v + 2, ROWS)):
                    for a in range(max(u - 1, 0), min(u + 2, TILES * TILE)):
                        if PICTURE[b][a] == "#" and not labels[b][a]:
                            labels[b][a] = count
                            open_pixels.append((b, a))
    return labels
