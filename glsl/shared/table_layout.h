// The layout of the component table, which engine/include/glccl/table.hpp describes. A row has vectors of four
// words, so that it is written 16 bytes at a time. Columns that are asked for come behind these. 64-bit integers are
// two words: low, high.
#ifndef GLCCL_SHARED_TABLE_LAYOUT_H
#define GLCCL_SHARED_TABLE_LAYOUT_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const int ROW_HEAD = 0;   // label; value, 0 unless values are compared for equality; area
const int ROW_BOX = 1;    // x0, y0, x1, y1
const int ROW_SUMS = 2;   // of x, of y
const int ROW_FIRST = 3;  // linear place of the first pixel; z0, z1
const int ROW_VECTORS = 4;
const int ROW_SUM_Z = 4;  // of volumes: the sum of z, and padding
const int VOLUME_ROW_VECTORS = 5;

const uint TABLE_COLUMN_BASE = 1u;
const uint TABLE_COLUMN_SUM_Z = 2u;
const uint TABLE_GROUP_ROWS = 64u;   // rows of a workgroup, for indirect dispatches
const uint TABLE_ROW_VERTICES = 4u;  // vertices of a row, for indirect draws

GLCCL_SHARED_END

#endif
