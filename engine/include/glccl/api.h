/* Marks of declarations. GLCCL_API: what the libraries export; nothing in static builds, default visibility where
 * GLCCL_SHARED is defined. GLCCL_INITIAL and GLCCL_COMPARED: what structs that C and C++ share have in C++20 alone, the
 * initial value of a member and operator==. GLCCL_CPLUSPLUS: the version of C++ as which a header is compiled, 0 in
 * C. */
#ifndef GLCCL_API_H
#define GLCCL_API_H

#ifdef GLCCL_SHARED
#define GLCCL_API __attribute__((visibility("default")))
#else
#define GLCCL_API
#endif

/* MSVC has 199711 as __cplusplus unless it is asked for the version. */
#if defined(_MSVC_LANG)
#define GLCCL_CPLUSPLUS _MSVC_LANG
#elif defined(__cplusplus)
#define GLCCL_CPLUSPLUS __cplusplus
#else
#define GLCCL_CPLUSPLUS 0
#endif

#if GLCCL_CPLUSPLUS >= 202002L
#define GLCCL_INITIAL(value) = value
#define GLCCL_COMPARED(type) friend bool operator==(const type&, const type&) = default;
#else
#define GLCCL_INITIAL(value)
#define GLCCL_COMPARED(type)
#endif

#endif
