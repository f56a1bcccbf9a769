// The kernels of this folder, compiled at once: most of the time is that of CUB's headers.
#include "cuda/slabs/borders.cu"
#include "cuda/slabs/final_rows.cu"
#include "cuda/slabs/part_rows.cu"
#include "cuda/slabs/slabs.cu"
