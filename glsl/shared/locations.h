// Locations of the uniforms in glsl/common, glsl/raster and glsl/compute. A uniform has the same location in every
// program.
#ifndef GLCCL_SHARED_LOCATIONS_H
#define GLCCL_SHARED_LOCATIONS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int AT_RECTANGLE = 0;        // ivec4: x0, y0, x1, y1 of what is drawn; the last two exclusive
const int AT_TARGET_SIZE = 1;      // ivec2: width and height of the texture that a pass draws into
const int AT_ARGUMENT = 2;         // int: what differs between the draws of one pass, such as a step or a level
const int AT_LOW = 3;              // float: foreground is above it; or uint: the first value of foreground
const int AT_INVERTED = 4;         // bool
const int AT_CHANNEL = 5;          // int: 0 to 3 for red, green, blue, alpha; 4 + n for any of the first n
const int AT_BLOCK_WIDTH = 6;      // int: columns of a block of the column sweep
const int AT_LEVEL_COUNT = 7;      // int: levels of the histogram pyramid
const int AT_HOPS = 8;             // int: steps along a chain of ids
const int AT_IMAGE_SIZE = 9;       // ivec2: width and height of the labels
const int AT_ORIGIN = 10;          // ivec4: x, y of the labeled rectangle; layer; level
const int AT_SCALE = 11;           // float: stored values are what a fetch gives times this
const int AT_IS_SRGB = 12;         // bool: a fetch gives decoded colours
const int AT_TABLE_ROWS = 13;      // uint: capacity of the component table
const int AT_WORD_COUNT = 14;      // ivec2: words in a band, bands
const int AT_COLUMNS_EACH = 15;    // int: columns for each invocation of merge_tiles
const int AT_HIGH = 16;            // float: foreground is not above it; or uint: from its first value to the last
const int AT_LARGEST = 17;         // float, uint or int: the largest difference
const int AT_HAS_BACKGROUND = 18;  // bool: with the criteria EQUAL and DIFFERENCE
const int AT_BACKGROUND = 19;      // ivec4: the background as it is stored; of floats their float_order()
const int AT_LIST_BITS = 20;       // int: a list has 2^this elements in a row of its texture
const int AT_VOLUME = 21;          // ivec4: height and depth of a volume; tiles in x, tiles in y
const int AT_FILTER = 22;          // ivec4, each a uint: the smallest and the largest area that is kept; how many
                                   // components are; the axes at whose borders none is (seams.h)
const int AT_FRACTION_BITS = 23;   // int: bits behind the binary point of intensities that are floats
const int AT_PERIODIC = 24;        // int: the axes that are periodic (seams.h)
const int AT_SOURCE_PLACE = 25;    // ivec4, each a uint: where elements of a buffer lie (common/source.glsl)
const int AT_LABEL_PLACE = 26;     // ivec4, each a uint: where labels in a buffer lie (compute/label_image.glsl)
const int AT_LEVELS = 27;          // ivec2[8]: first row of a level of the pyramid in `sums`, number of its elements
const int MOST_LEVELS = 8;
const int AT_SIZES = AT_LEVELS + MOST_LEVELS;  // uint[15]: the sizes of a Tracker or Regions (common/arguments.glsl)
const int MOST_SIZES = 15;

GLCCL_SHARED_END

#endif
