// Functions of the vocabulary that kernels call too.
#pragma once

#ifdef __CUDACC__
#define GLCCL_HOST_DEVICE __host__ __device__
#else
#define GLCCL_HOST_DEVICE
#endif
