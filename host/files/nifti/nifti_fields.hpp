// Where the fields of NIfTI headers begin, for the reader and the writer (nifti1.h, R. W. Cox, 2004; nifti2.h, 2011).
#pragma once

#include <cstddef>

namespace glccl::host::nifti {

inline constexpr std::size_t header_bytes = 348;
/// In one file the voxels begin here or later: four bytes follow the header, which tell of extensions.
inline constexpr int first_voxel = 352;

// NIfTI-1.
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

/// Where a version has its fields. NIfTI-2 has 64 bits for lengths, numbers and the offset, and 32 for the codes of
/// forms.
struct NiftiLayout {
  std::size_t header;  ///< Its bytes.
  std::size_t dim, type, bits, pixdim, offset, slope, intercept, units, qform_code, sform_code, rotation, matrix, magic;
};

inline constexpr NiftiLayout version_1 = {header_bytes, dim,   type,       bits,       pixdim,   offset, slope,
                                          intercept,    units, qform_code, sform_code, rotation, matrix, magic};
inline constexpr NiftiLayout version_2 = {540, 16, 12, 14, 104, 168, 176, 184, 500, 344, 348, 352, 400, 4};

}  // namespace glccl::host::nifti
