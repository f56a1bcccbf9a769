// What LabelingSpec::columns asks for, from labels.
#pragma once

#include "cuda/runtime/job.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Adds moments and quads to the rows of a table, and clears the measured columns behind them. The labels of the job's
/// image or volume are at `target`, numbered in raster order. Error `gpu`: a launch failed.
Result<void> measure_labels(const Job& job, const PixelTarget& target, const JobTable& table);

/// Likewise table_column_intensity, from an image of the extent of the labels.
Result<void> measure_intensities(const Job& job, const PixelTarget& target, const JobTable& table,
                                 const JobIntensity& image);

/// Likewise table_column_cubes of a volume, after measure_labels() and measure_intensities().
Result<void> measure_cubes(const Job& job, const PixelTarget& target, const JobTable& table);

/// Likewise table_column_seams, after measure_labels() and measure_intensities(). Without periodic axes no component
/// crosses a seam, and nothing is launched.
Result<void> measure_seams(const Job& job, const PixelTarget& target, const JobTable& table);

}  // namespace glccl::cuda
