// From what a caller gives to the jobs of a labeling: images, labels, tables and second images as kernels see them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuda/runtime/job.hpp"
#include "cuda/runtime/memory/in_flight.hpp"
#include "glccl/cuda/memory.hpp"
#include "glccl/cuda/options.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The images of the two jobs that fill holes.
struct ImagesWithHoles {
  std::vector<JobImage> background;  ///< The images, without their tables.
  std::vector<JobImage> filled;      ///< The labels that the first job writes, as images.
};

/// The pitches of an item whose image has this extent.
SlicePitches slices_of(const BatchItem& item, const Extent& extent);

/// The image, the target and the table as kernels see them.
Result<JobImage> make_job_image(const BatchItem& item, const Extent& extent, std::uint32_t measured,
                                ArrayObjects& objects);

/// Makes the images of the jobs from those of the items. The second job reads and writes the same labels.
Result<ImagesWithHoles> make_images_with_holes(std::span<const JobImage> images, std::span<const BatchItem> items,
                                               ArrayObjects& objects);

/// The second images as kernels see them.
JobSecondImages make_second_images(const BatchItem& item, std::optional<int> fraction_bits);

/// The job of images of one extent and format, with a specification of spec_in(). Its scratch memory is still missing.
Job make_job(std::span<const JobImage> images, PixelFormat format, const Extent& extent, const LabelingSpec& spec,
             const Outputs& outputs);

/// The jobs that fill holes: the first labels the background, and keeps the components that are no holes to be filled;
/// the second labels what is 0 in the labels of the first, or what is set in the words that the first writes instead.
std::vector<Job> make_jobs_with_holes(const ImagesWithHoles& images, PixelFormat format, const Extent& extent,
                                      const LabelingSpec& spec, const Outputs& outputs);

}  // namespace glccl::cuda
