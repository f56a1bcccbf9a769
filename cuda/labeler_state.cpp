#include "cuda/labeler_state.hpp"

#include <vector>

#include "cuda/core/byte_range.hpp"
#include "cuda/core/check.hpp"
#include "cuda/core/error.hpp"
#include "cuda/core/number.hpp"
#include "cuda/core/table.hpp"

namespace glccl::cuda {
namespace {

/// Whether labels written there lie without gaps in linear memory, as a forest does.
bool is_dense(const Target& target, const Extent& extent) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  return memory != nullptr && row_pitch(*memory, extent) == row_pitch({}, extent);
}

/// From a flat forest to labels and table.
Status finish(const Job& job) {
  const bool numbered = job.numbering == Numbering::raster;
  if (numbered) {
    if (Status status = number_roots(job, job.counts); !status) return status;
    if (job.table.data != nullptr) {
      if (Status status = measure_components(job, job.counts + position_of_count(job.extent)); !status) return status;
    }
  }
  // With Numbering::root a flat forest in the caller's memory is the result.
  if (numbered || job.target.values != job.forest) return write_labels(job);
  return {};
}

/// Everything that is launched for one labeling.
Status launch_all(const MethodTraits& traits, const Job& job) {
  if (Status status = traits.run(job); !status) return status;
  return traits.complete ? Status{} : finish(job);
}

/// The image, the target and the table as kernels see them.
Result<JobImage> make_job_image(const BatchItem& item, const Extent& extent, ArrayObjects& objects) {
  JobImage made;
  made.table = item.table;
  if (const auto* memory = std::get_if<DeviceImage>(&item.image)) {
    made.pixels = static_cast<const unsigned char*>(memory->view.data);
    made.pitch = memory->view.row_pitch();
  } else {
    Result<TextureObject> texture = make_texture(std::get<ArrayImage>(item.image).array);
    if (!texture) return texture.error();
    made.texture = texture->get();
    objects.textures.push_back(*std::move(texture));
  }
  if (const auto* memory = std::get_if<DeviceLabels>(&item.target)) {
    made.target.values = static_cast<std::uint32_t*>(memory->values);
    made.target.pitch = row_pitch(*memory, extent);
  } else {
    Result<SurfaceObject> surface = make_surface(std::get<ArrayLabels>(item.target).array);
    if (!surface) return surface.error();
    made.target.surface = surface->get();
    objects.surfaces.push_back(*std::move(surface));
  }
  return made;
}

/// The job of images of one extent and format. Its scratch memory is still missing.
Job make_job(std::span<const JobImage> images, PixelFormat format, const LabelingSpec& spec, const Options& options) {
  const JobImage& first = images.front();
  Job job;
  job.source.format = format;
  set_criterion(job.source, spec.criterion);
  job.source.pixels = first.pixels;
  job.source.pitch = first.pitch;
  job.source.texture = first.texture;
  job.target = first.target;
  job.table = first.table;
  job.batch = images;
  job.connectivity = spec.connectivity;
  job.numbering = spec.numbering;
  job.links = options.links;
  job.block_side = options.block_side;
  return job;
}

}  // namespace

Labeler::State::~State() {
  const DeviceGuard guard(device);
  static_cast<void>(done.wait());
  in_flight.clear();
  forest = Scratch();
  counts = Scratch();
  work = Scratch();
  flag = Scratch();
  flag_on_host = PinnedInteger();
  plane = PlaneScratch();
  timer = Timer();
  Event(std::move(done));
  static_cast<void>(cudaGetLastError());
}

std::size_t Labeler::State::scratch_bytes() const {
  std::size_t bytes = plane.bytes();
  for (const Scratch* scratch : {&forest, &counts, &work, &flag}) bytes += scratch->bytes();
  return bytes;
}

/// Adds scratch memory to a job that has everything else.
Status Labeler::State::prepare(Job& job, const Target& target) {
  job.forest = job.target.values;
  if (!traits->complete && !is_dense(target, job.extent)) {
    const Status reserved = forest.reserve(sizeof(std::uint32_t) * static_cast<std::size_t>(job.extent.elements()));
    if (!reserved) return reserved;
    job.forest = forest.as<std::uint32_t>();
  }
  const std::size_t entries = traits->complete ? job.batch.size() : count_entries(job.extent);
  if (Status reserved = counts.reserve(sizeof(std::uint32_t) * entries); !reserved) return reserved;
  job.counts = counts.as<std::uint32_t>();
  if (Status ready = prepare_method(job); !ready) return ready;
  // Scratch memory belongs to one labeling at a time.
  return cuda::check(cudaStreamWaitEvent(job.stream, done.get(), 0), "cudaStreamWaitEvent");
}

/// Adds the scratch memory that only some methods need.
Status Labeler::State::prepare_method(Job& job) {
  if (traits->work_bytes != nullptr) {
    if (Status reserved = work.reserve(traits->work_bytes(job)); !reserved) return reserved;
    job.work = work.as<void>();
  }
  if (traits->iterates) {
    if (Status reserved = flag.reserve(sizeof(std::uint32_t)); !reserved) return reserved;
    if (Status reserved = flag_on_host.reserve(); !reserved) return reserved;
    job.changed = {flag.as<std::uint32_t>(), flag_on_host.get()};
  }
  if (traits->needs_plane) {
    if (Status reserved = plane.reserve(job.extent); !reserved) return reserved;
    job.plane = plane.surface();
  }
  return {};
}

/// Launches everything, with the events that `timing` asks for.
Status Labeler::State::run(Job& job, TimingDetail timing) {
  timer.restart();
  if (timing == TimingDetail::whole) {
    if (Status begun = timer.begin("labeling", job.stream); !begun) return begun;
  }
  const bool each_kernel = timing == TimingDetail::stages || timing == TimingDetail::passes;
  job.timer = each_kernel ? &timer : nullptr;
  if (Status launched = launch_all(*traits, job); !launched) return launched;
  return timing == TimingDetail::none ? Status{} : timer.end(job.stream);
}

Status Labeler::State::label(std::span<const BatchItem> items, const Extent& extent, const LabelingSpec& spec,
                             const Options& options, cudaStream_t stream) {
  in_flight.release_finished();
  ArrayObjects objects;
  std::vector<JobImage> images;
  for (const BatchItem& item : items) {
    Result<JobImage> image = make_job_image(item, extent, objects);
    if (!image) return image.error();
    images.push_back(*image);
  }
  if (!objects.empty()) {
    Result<Event> ended = Event::create(cudaEventDisableTiming);
    if (!ended) return ended.error();
    objects.done = *std::move(ended);
  }
  Job job = make_job(images, format_of(items.front().image), spec, options);
  job.extent = extent;
  job.device = device_traits;
  job.stream = stream;
  if (Status prepared = prepare(job, items.front().target); !prepared) return prepared;

  const Status ran = run(job, options.timing);
  const Status marked = done.record(job.stream);
  if (objects.empty()) return ran ? marked : ran;
  const Status objects_marked = objects.done->record(job.stream);
  in_flight.keep(std::move(objects));
  if (!ran) return ran;
  return marked ? objects_marked : marked;
}

}  // namespace glccl::cuda
