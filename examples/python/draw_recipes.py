"""Draws the pictures of docs/use/recipes.md: coins with what glccl finds in them, discs that are followed, and others.

    python examples/python/draw_recipes.py tests/data/coins.png docs/use/recipes
"""

import argparse
import colorsys
import pathlib

import numpy as np
from PIL import Image, ImageDraw

import glccl

THRESHOLD = 107  # Otsu's, of the coins
GAP = 4  # pixels between panels


def colors(count):
    """A colour per label, far from those of the labels beside it; black for 0."""
    wheel = [colorsys.hsv_to_rgb(0.618034 * i % 1, 0.75, 1) for i in range(count)]
    return np.array([(0, 0, 0), *wheel]) * 255


def painted(image, labels, opacity=0.55):
    """A grey image with the components in colour."""
    grey = np.repeat(image[..., np.newaxis], 3, axis=2).astype(float)
    paint = colors(int(labels.max()))[labels]
    return np.where(labels[..., np.newaxis] > 0, (1 - opacity) * grey + opacity * paint, 0.6 * grey)


def panels(*pictures, columns=2):
    """Pictures of one size side by side, at half of their size, as one image."""
    height, width = (side // 2 for side in pictures[0].shape[:2])
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (width + GAP) - GAP, rows * (height + GAP) - GAP), "white")
    for i, picture in enumerate(pictures):
        part = Image.fromarray(np.uint8(np.clip(picture, 0, 255))).convert("RGB").resize((width, height), Image.BOX)
        sheet.paste(part, (i % columns * (width + GAP), i // columns * (height + GAP)))
    return sheet


def keep_some(image):
    def label(**kept):
        return painted(image, glccl.label(image, criterion=glccl.foreground(THRESHOLD), **kept))

    return panels(label(), label(min_area=50), label(largest=5), label(min_area=50, clear_border=True))


def fill_holes(image):
    mask = image > THRESHOLD
    filled = glccl.fill_holes(mask)
    found = np.repeat(255.0 * mask[..., np.newaxis], 3, axis=2)
    found[filled & ~mask] = (230, 60, 40)
    return panels(255 * mask, found)


def measure(image):
    labels = glccl.label(glccl.fill_holes(image > THRESHOLD), min_area=50, clear_border=True)
    table = glccl.skimage.regionprops_table(
        labels, properties=["centroid", "orientation", "axis_major_length", "axis_minor_length"]
    )
    picture = Image.fromarray(image).convert("RGB")
    draw = ImageDraw.Draw(picture)
    turn = np.linspace(0, 2 * np.pi, 65)
    for y, x, angle, major, minor in zip(*table.values()):
        along, across = major / 2 * np.cos(turn), minor / 2 * np.sin(turn)
        xs = x + along * np.sin(angle) + across * np.cos(angle)
        ys = y + along * np.cos(angle) - across * np.sin(angle)
        draw.line(list(zip(xs, ys)), fill=(255, 220, 60), width=2)
        draw.line([(xs[0], ys[0]), (xs[32], ys[32])], fill=(90, 200, 255), width=2)
    return picture


def intensity(image):
    labels = glccl.label(glccl.fill_holes(image > THRESHOLD), min_area=50)
    table = glccl.skimage.regionprops_table(labels, properties=["intensity_mean"], intensity_image=image)
    means = np.concatenate([[0], table["intensity_mean"]])
    scale = (means - means[1:].min()) / np.ptp(means[1:])
    paint = np.array([colorsys.hsv_to_rgb(0.66 * (1 - max(0, at)), 0.9, 1) for at in scale]) * 255
    paint[0] = (30, 30, 30)
    return panels(np.repeat(image[..., np.newaxis], 3, axis=2), paint[labels])


def boundaries(image):
    labels = glccl.label(glccl.fill_holes(image > THRESHOLD), min_area=50)
    picture = np.repeat(image[..., np.newaxis], 3, axis=2)
    picture[glccl.boundaries(labels)] = (255, 220, 60)
    return Image.fromarray(picture)


def seeds(image):
    labels = glccl.label(image, criterion=glccl.foreground(THRESHOLD))
    places = [(155, 50), (100, 56), (270, 118)]
    selection = glccl.select(labels, [(y, x) for x, y in places])
    picture = Image.fromarray(np.uint8(painted(image, selection)))
    draw = ImageDraw.Draw(picture)
    for x, y in places:
        draw.line([(x - 6, y), (x + 6, y)], fill="black", width=2)
        draw.line([(x, y - 6), (x, y + 6)], fill="black", width=2)
    return picture


def follow():
    """Four frames of discs that move; two of them meet."""
    height, width = 240, 320
    y, x = np.mgrid[:height, :width]
    tracker = glccl.Tracker((height, width))
    frames = []
    for frame in range(4):
        discs = [(60 + 22 * frame, 70, 34), (250 - 22 * frame, 80, 30), (90, 190 - 12 * frame, 26), (240, 180, 30)]
        mask = np.zeros((height, width), bool)
        for cx, cy, radius in discs[: 4 if frame > 1 else 3]:
            mask |= (x - cx) ** 2 + (y - cy) ** 2 < radius**2
        labels, table = glccl.label(mask, table=True)
        tracks = tracker.track(labels)
        picture = Image.fromarray(np.uint8(np.where(mask[..., np.newaxis], colors(8)[tracks.ids], 235)))
        draw = ImageDraw.Draw(picture)
        for number, (row, column) in zip(tracks.id, table.centroid):
            draw.text((column - 6, row - 12), str(number), fill="black", font_size=24)
        frames.append(np.asarray(picture))
    return panels(*frames)


def contacts(image, scale=4):
    """The zone of each coin, and a line for each two zones that touch: the longer their border, the wider the line."""
    coins = glccl.label(glccl.fill_holes(image > 120), min_area=200, clear_border=True)  # the corner is bright
    table = glccl.skimage.regionprops_table(coins, properties=["centroid", "area"])
    cy, cx, area = table.values()
    y, x = np.indices(image.shape)[..., np.newaxis]
    zones = 1 + ((y - cy) ** 2 + (x - cx) ** 2 - area / np.pi).argmin(axis=-1)
    picture = painted(image, zones, 0.35)
    picture[coins > 0] = 0.2 * picture[coins > 0] + 0.8 * image[coins > 0][:, np.newaxis]
    picture = Image.fromarray(np.uint8(np.kron(picture, np.ones((scale, scale, 1)))))
    draw = ImageDraw.Draw(picture)
    places = list(zip(scale * cx, scale * cy))
    pairs, lengths = glccl.contacts(zones, connectivity=4)
    for (first, second), length in zip(pairs, lengths):
        draw.line([places[first - 1], places[second - 1]], fill="white", width=round(scale * (0.5 + length / 12)))
    for px, py in places:
        draw.ellipse((px - 16, py - 16, px + 16, py + 16), fill="black", outline="white", width=4)
    return picture.resize((image.shape[1] * 3 // 2, image.shape[0] * 3 // 2), Image.BOX)


def holes_in_labels(image):
    """The labels of the coins with their holes, and with these filled."""
    coins = {"criterion": glccl.foreground(THRESHOLD), "min_area": 50}
    return panels(*(painted(image, glccl.label(image, fill_holes=filled, **coins)) for filled in (False, True)))


def periodic():
    """A pattern of waves, and its components without and with periodic axes."""
    height, width = 240, 320
    y, x = np.mgrid[:height, :width] * 2 * np.pi
    waves = np.sin(3 * x / width + 1) + np.sin(2 * y / height + 1) + np.sin(2 * x / width - 3 * y / height)
    labels = [glccl.label(waves > 0.6, periodic=axes) for axes in (False, True)]
    return panels(*(np.repeat(np.repeat(colors(int(one.max()))[one], 2, axis=0), 2, axis=1) for one in labels))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("image", type=pathlib.Path, help="the coins")
    parser.add_argument("folder", type=pathlib.Path, help="for the pictures")
    arguments = parser.parse_args()
    image = np.asarray(Image.open(arguments.image).convert("L"))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for draw in (keep_some, fill_holes, measure, intensity, boundaries, seeds, holes_in_labels, contacts):
        save(draw(image), arguments.folder / f"{draw.__name__}.png")
    save(follow(), arguments.folder / "follow.png")
    save(periodic(), arguments.folder / "periodic.png")


def save(picture, path):
    """Few colours make small files: as many as fit 60 KB."""
    for count in (128, 64, 48, 40, 32):
        picture.convert("RGB").quantize(count).save(path, optimize=True)
        if path.stat().st_size < 60_000:
            break
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
