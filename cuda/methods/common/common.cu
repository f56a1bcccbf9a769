// The kernels of this folder, compiled at once: most of the time is that of CUB's headers.
#include "cuda/methods/common/number.cu"
#include "cuda/methods/common/table.cu"
