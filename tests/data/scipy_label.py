"""Labels volumes with scipy.ndimage.label, connectivity 6, 18 and 26 of each.

    scipy_label.py EXTENTS VOLUMES LABELS

EXTENTS has one line per volume: depth, height, width. VOLUMES has their bytes one after another, LABELS gets 32-bit
labels, three times per volume. Exit status 3: there is no scipy.
"""

import sys

try:
    import numpy
    from scipy import ndimage
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)

extents = numpy.loadtxt(sys.argv[1], dtype=int, ndmin=2)
elements = numpy.fromfile(sys.argv[2], dtype=numpy.uint8)
with open(sys.argv[3], "wb") as out:
    begin = 0
    for extent in extents:
        end = begin + numpy.prod(extent)
        volume = elements[begin:end].reshape(extent)
        begin = end
        for steps in (1, 2, 3):
            labels, _ = ndimage.label(volume, ndimage.generate_binary_structure(3, steps))
            labels.astype(numpy.uint32).tofile(out)
