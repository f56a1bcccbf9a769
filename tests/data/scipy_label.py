"""Labels volumes with scipy.ndimage.label, connectivity 6, 18 and 26 of each.

    scipy_label.py EXTENTS VOLUMES LABELS [TYPE]

EXTENTS has one line per volume: depth, height, width. VOLUMES has their bytes one after another, LABELS gets 32-bit
labels, three times per volume. Without TYPE, elements that are not zero are foreground. With TYPE, the numpy name of
the elements' type, neighbors of equal value are connected and zero is background; labels are then in the order of the
values. Exit status 3: there is no scipy.
"""

import sys

try:
    import numpy
    from scipy import ndimage
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)


def label_values(volume, structure):
    values, index = numpy.unique(volume, return_inverse=True)
    boxes = ndimage.find_objects(index.reshape(volume.shape) + 1)
    labels = numpy.zeros(volume.shape, numpy.uint32)
    count = 0
    for value, box in zip(values, boxes):
        if value == 0:
            continue
        part, parts = ndimage.label(volume[box] == value, structure)
        labels[box] += numpy.where(part > 0, part + count, 0).astype(numpy.uint32)
        count += parts
    return labels


by_value = len(sys.argv) > 4
extents = numpy.loadtxt(sys.argv[1], dtype=int, ndmin=2)
elements = numpy.fromfile(sys.argv[2], dtype=sys.argv[4] if by_value else numpy.uint8)
with open(sys.argv[3], "wb") as out:
    begin = 0
    for extent in extents:
        end = begin + numpy.prod(extent)
        volume = elements[begin:end].reshape(extent)
        begin = end
        for steps in (1, 2, 3):
            structure = ndimage.generate_binary_structure(3, steps)
            labels = label_values(volume, structure) if by_value else ndimage.label(volume, structure)[0]
            labels.astype(numpy.uint32).tofile(out)
