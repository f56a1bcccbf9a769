#include "cuda/faces/make_jobs.hpp"

#include "cuda/fast/fast.hpp"
#include "cuda/runtime/memory/byte_range.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

/// The measured columns for which components with small boxes are measured each by itself.
constexpr std::uint32_t boxed_columns = shape_columns | table_column_intensity;

}  // namespace

SlicePitches slices_of(const BatchItem& item, const Extent& extent) {
  const auto* image = std::get_if<DeviceImage>(&item.inputs.image);
  const auto* labels = std::get_if<DeviceLabels>(&item.target);
  return {image == nullptr ? 0 : image->slice_pitch(), labels == nullptr ? 0 : slice_pitch(*labels, extent)};
}

Result<JobImage> make_job_image(const BatchItem& item, const Extent& extent, std::uint32_t measured,
                                ArrayObjects& objects) {
  JobImage made;
  made.table = job_table(item.table, extent, measured);
  if (const auto* memory = std::get_if<DeviceImage>(&item.inputs.image)) {
    made.pixels = static_cast<const unsigned char*>(memory->data);
    made.pitch = memory->row_pitch();
  } else {
    const void* array = std::get<ArrayImage>(item.inputs.image).array;
    const Result<int> slice = first_slice_of(array);
    if (!slice) return slice.error();
    Result<TextureObject> texture = make_texture(array);
    if (!texture) return texture.error();
    made.texture = texture->get();
    made.slice = *slice;
    objects.textures.push_back(*std::move(texture));
  }
  if (const auto* memory = std::get_if<DeviceLabels>(&item.target)) {
    made.target.values = static_cast<std::uint32_t*>(memory->values);
    made.target.pitch = row_pitch(*memory, extent);
  } else {
    const void* array = std::get<ArrayLabels>(item.target).array;
    const Result<int> slice = first_slice_of(array);
    if (!slice) return slice.error();
    Result<SurfaceObject> surface = make_surface(array);
    if (!surface) return surface.error();
    made.target.surface = surface->get();
    made.target.slice = *slice;
    objects.surfaces.push_back(*std::move(surface));
  }
  return made;
}

Result<ImagesWithHoles> make_images_with_holes(std::span<const JobImage> images, std::span<const BatchItem> items,
                                               ArrayObjects& objects) {
  ImagesWithHoles made{{images.begin(), images.end()}, {images.begin(), images.end()}};
  for (JobImage& image : made.background) image.table = {};
  for (std::size_t i = 0; i < items.size(); ++i) {
    JobImage& image = made.filled[i];
    image.pixels = reinterpret_cast<const unsigned char*>(image.target.values);
    image.pitch = image.target.pitch;
    image.texture = 0;
    image.slice = image.target.slice;
    if (image.pixels != nullptr) continue;
    Result<TextureObject> texture = make_texture(std::get<ArrayLabels>(items[i].target).array);
    if (!texture) return texture.error();
    image.texture = texture->get();
    objects.textures.push_back(*std::move(texture));
  }
  return made;
}

JobSecondImages make_second_images(const BatchItem& item, std::optional<int> fraction_bits) {
  const DeviceImage& mask = item.inputs.mask;
  const DeviceImage& intensity = item.inputs.intensity;
  JobSecondImages made;
  if (mask.data != nullptr) {
    made.mask = {static_cast<const unsigned char*>(mask.data), mask.row_pitch(), mask.slice_pitch()};
  }
  if (intensity.data != nullptr) {
    made.intensity = {static_cast<const unsigned char*>(intensity.data),
                      intensity.row_pitch(),
                      intensity.slice_pitch(),
                      intensity.format,
                      fraction_bits.value_or(0),
                      !fraction_bits};
  }
  return made;
}

Job make_job(std::span<const JobImage> images, PixelFormat format, const Extent& extent, const LabelingSpec& spec,
             const Outputs& outputs) {
  const JobImage& first = images.front();
  Job job;
  job.extent = extent;
  job.source.format = format;
  set_criterion(job.source, spec.criterion);
  job.source.pixels = first.pixels;
  job.source.pitch = first.pitch;
  job.source.texture = first.texture;
  job.source.slice = first.slice;
  job.target = first.target;
  job.table = first.table;
  job.batch = images;
  job.connectivity = spec.connectivity;
  job.numbering = spec.numbering;
  job.filter = spec.filter;
  job.periodic = spec.periodic;
  job.links = outputs.links;
  job.tuning = outputs.tuning;
  job.measures_boxes = (spec.columns & boxed_columns) != 0;
  return job;
}

std::vector<Job> make_jobs_with_holes(const ImagesWithHoles& images, PixelFormat format, const Extent& extent,
                                      const LabelingSpec& spec, const Outputs& outputs) {
  LabelingSpec background = background_spec(spec);
  background.filter = {.max_area = spec.fill_holes, .clear_border = true};
  LabelingSpec filled = spec;
  filled.criterion = Foreground{.inverted = true};
  std::vector<Job> jobs = {make_job(images.background, format, extent, background, outputs),
                           make_job(images.filled, PixelFormat::u32, extent, filled, outputs)};
  jobs.front().inverted_filter = true;
  jobs.front().writes_words = jobs.back().source.words = fills_in_words(extent);
  return jobs;
}

}  // namespace glccl::cuda
