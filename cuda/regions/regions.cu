// The kernels of this folder, compiled at once: most of the time is that of CUB's headers.
#include "cuda/regions/contacts.cu"
#include "cuda/regions/lists.cu"
#include "cuda/regions/merge_rows.cu"
#include "cuda/regions/selection.cu"
#include "cuda/regions/sort.cu"
