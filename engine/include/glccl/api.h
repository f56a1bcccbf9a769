/* GLCCL_API marks what the libraries export: nothing in static builds, default visibility where GLCCL_SHARED is
 * defined. */
#ifndef GLCCL_API_H
#define GLCCL_API_H

#ifdef GLCCL_SHARED
#define GLCCL_API __attribute__((visibility("default")))
#else
#define GLCCL_API
#endif

#endif
