// Where the fields of a NIfTI-1 header begin, for the reader and the writer (nifti1.h, R. W. Cox, 2004).
#pragma once

#include <cstddef>

namespace glccl::host::nifti {

inline constexpr std::size_t header_bytes = 348;
/// In one file the voxels begin here or later: four bytes follow the header, which tell of extensions.
inline constexpr int first_voxel = 352;

inline constexpr std::size_t dim = 40;          ///< The number of axes, then the length of each: 8 x int16.
inline constexpr std::size_t intent = 68;       ///< What the values are: int16.
inline constexpr std::size_t type = 70;         ///< int16
inline constexpr std::size_t bits = 72;         ///< Bits of a voxel: int16.
inline constexpr std::size_t pixdim = 76;       ///< The length of a voxel on each axis: 8 x float.
inline constexpr std::size_t offset = 108;      ///< Where the voxels begin: float.
inline constexpr std::size_t slope = 112;       ///< float
inline constexpr std::size_t intercept = 116;   ///< float
inline constexpr std::size_t units = 123;       ///< Of the lengths: one byte.
inline constexpr std::size_t qform_code = 252;  ///< int16
inline constexpr std::size_t sform_code = 254;  ///< int16
inline constexpr std::size_t rotation = 256;    ///< A quaternion and an offset: 6 x float.
inline constexpr std::size_t matrix = 280;      ///< Three rows: 12 x float.
inline constexpr std::size_t magic = 344;       ///< "n+1" and a zero.

}  // namespace glccl::host::nifti
