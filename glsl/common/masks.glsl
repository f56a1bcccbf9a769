// A mask stands for this many pixels of a row.

const int PIXELS_IN_MASK = 16;
