#include "cuda/faces/labeler_state.hpp"

#include <algorithm>
#include <vector>

#include "cuda/faces/check.hpp"
#include "cuda/faces/make_jobs.hpp"
#include "cuda/faces/scratch_sizes.hpp"
#include "cuda/measure/measure_labels.hpp"
#include "cuda/methods/common/number.hpp"
#include "cuda/methods/common/table.hpp"
#include "cuda/runtime/error.hpp"
#include "cuda/runtime/memory/byte_range.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {

/// The jobs of a labeling that is planned, without memory. Jobs refer to the images.
struct PlannedJobs {
  std::vector<JobImage> images;
  ImagesWithHoles with_holes;
  std::vector<Job> jobs;
};

namespace {

/// Whether labels written there lie without gaps in linear memory, as a forest does.
bool is_dense(const Target& target, const Extent& extent) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  return memory != nullptr && row_pitch(*memory, extent) == row_pitch({}, extent) &&
         slice_pitch(*memory, extent) == slice_pitch({}, extent);
}

/// From a flat forest to labels and table.
Result<void> finish(const Job& job) {
  const bool numbered = job.numbering == Numbering::raster;
  if (numbered) {
    if (Result<void> status = number_roots(job, job.counts); !status) return status;
    if (job.table.data != nullptr) {
      if (Result<void> status = measure_components(job, job.counts + position_of_count(job.extent)); !status)
        return status;
    }
  }
  // With Numbering::root a flat forest in the caller's memory is the result.
  if (numbered || job.target.values != job.forest) return write_labels(job);
  return {};
}

/// Everything that is launched for one labeling.
Result<void> launch_all(const MethodTraits& traits, const Job& job) {
  if (Result<void> status = traits.run(job); !status) return status;
  if (!traits.complete) {
    if (Result<void> status = finish(job); !status) return status;
  }
  if (job.table.data == nullptr || (job.table.columns & measured_columns) == 0) return {};
  for (std::size_t i = 0; i < job.batch.size(); ++i) {
    const JobImage& image = job.batch[i];
    if ((job.table.columns & label_columns) != 0) {
      if (Result<void> status = measure_labels(job, image.target, image.table); !status) return status;
    }
    if ((job.table.columns & table_column_intensity) != 0) {
      const Result<void> status = measure_intensities(job, image.target, image.table, job.second_images[i].intensity);
      if (!status) return status;
    }
    if ((job.table.columns & table_column_cubes) != 0) {
      if (Result<void> status = measure_cubes(job, image.target, image.table); !status) return status;
    }
    if ((job.table.columns & table_column_seams) != 0) {
      if (Result<void> status = measure_seams(job, image.target, image.table); !status) return status;
    }
  }
  return {};
}

/// Whether the method can label the job.
Result<void> check_job(const MethodTraits& traits, const Job& job) {
  return traits.check == nullptr ? Result<void>{} : traits.check(job);
}

}  // namespace

Labeler::State::~State() {
  const DeviceGuard guard(device);
  static_cast<void>(done.wait());
  free_abandoned(*abandoned_);
  in_flight.clear();
  scratch.reset();
  flag_on_host = PinnedInteger();
  count_on_host_ = PinnedInteger();
  plane = PlaneScratch();
  timer = Timer();
  Event(std::move(done));
  Event(std::move(captured_done_));
  static_cast<void>(cudaGetLastError());
}

/// Makes room for a job in the scratch memory, if there is too little.
Result<void> Labeler::State::grow(const Job& job, bool forest_in_target) {
  const ScratchSizes sizes = sizes_for(*traits, job, forest_in_target);
  if (scratch->has(sizes)) return {};
  if (Result<void> idle = done.wait(); !idle) return idle;
  const Result<void> grown = scratch->grow(sizes, job.stream);
  // Labelings on other streams have to begin after a stream-ordered allocation.
  const Result<void> marked = allocator_.allocate ? done.record(job.stream) : Result<void>{};
  return grown ? marked : grown;
}

/// Makes the memory that a job needs, apart from the caller's.
Result<void> Labeler::State::prepare(std::span<Job> jobs, bool forest_in_target) {
  for (const Job& job : jobs) {
    if (Result<void> grown = grow(job, forest_in_target); !grown) return grown;
  }
  for (Job& job : jobs) {
    scratch->lend(job, forest_in_target);
    if (traits->iterates) {
      if (Result<void> reserved = flag_on_host.reserve(); !reserved) return reserved;
      job.changed.on_host = flag_on_host.get();
    }
    if (is_large(job)) {
      if (Result<void> reserved = count_on_host_.reserve(); !reserved) return reserved;
    }
    if (traits->needs_plane) {
      if (Result<void> reserved = plane.reserve(job.extent); !reserved) return reserved;
      job.plane = plane.surface();
    }
  }
  return {};
}

Result<PlannedJobs> Labeler::State::plan(const InputFormats& formats, const Extent& extent, const LabelingSpec& asked,
                                         const Outputs& outputs, int images) const {
  const LabelingSpec spec = spec_in(extent, asked);
  JobImage image;
  image.table = job_table({nullptr, outputs.table.rows}, extent, spec.columns);
  PlannedJobs planned;
  planned.images.assign(static_cast<std::size_t>(images), image);
  planned.with_holes = {planned.images, planned.images};
  planned.jobs = spec.fill_holes == 0 ? std::vector<Job>{make_job(planned.images, formats.image, extent, spec, outputs)}
                                      : make_jobs_with_holes(planned.with_holes, formats.image, extent, spec, outputs);
  for (Job& job : planned.jobs) {
    job.masked = formats.mask.has_value();
    job.device = device_traits;
    if (Result<void> possible = check_job(*traits, job); !possible) return possible.error();
  }
  return planned;
}

Result<void> Labeler::State::prepare(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                                     const Outputs& outputs, int images, cudaStream_t stream) {
  const Result<Capture> capture = capture_of(stream);
  if (!capture) return capture.error();
  if (capture->graph != nullptr) {
    return invalid("prepare() was called with a stream that is being captured: call it before the capture begins");
  }
  free_abandoned(*abandoned_);
  Result<PlannedJobs> planned = plan(formats, extent, spec, outputs, images);
  if (!planned) return planned.error();
  for (Job& job : planned->jobs) job.stream = stream;
  if (Result<void> prepared = prepare(planned->jobs, false); !prepared) return prepared;
  if (Result<void> idle = done.wait(); !idle) return idle;
  reserved_ = true;
  return {};
}

Result<std::int64_t> Labeler::State::scratch_bytes_for(const InputFormats& formats, const Extent& extent,
                                                       const LabelingSpec& spec, const Outputs& outputs,
                                                       int images) const {
  const Result<PlannedJobs> planned = plan(formats, extent, spec, outputs, images);
  if (!planned) return planned.error();
  ScratchSizes largest;
  for (const Job& job : planned->jobs) largest = largest_of(largest, sizes_for(*traits, job, false));
  const std::size_t surface = traits->needs_plane ? PlaneScratch::bytes_for(extent) : 0;
  return static_cast<std::int64_t>(largest.bytes() + surface);
}

/// Launches everything, with the events that `timing` asks for.
Result<void> Labeler::State::run(std::span<Job> jobs, TimingDetail timing) {
  const cudaStream_t stream = jobs.front().stream;
  timer.restart();
  if (timing == TimingDetail::whole) {
    if (Result<void> begun = timer.begin("labeling", stream); !begun) return begun;
  }
  const bool each_kernel = timing == TimingDetail::stages || timing == TimingDetail::passes;
  for (Job& job : jobs) {
    job.timer = each_kernel ? &timer : nullptr;
    if (Result<void> launched = launch_all(*traits, job); !launched) return launched;
  }
  return timing == TimingDetail::none ? Result<void>{} : timer.end(stream);
}

/// Copies the number of components of a large volume, which may be too many, to where wait() looks.
Result<void> Labeler::State::copy_count(const Job& job) {
  if (!is_large(job)) return {};
  checks_count_ = true;
  return cuda::check(
      cudaMemcpyAsync(count_on_host_.get(), job.counts, sizeof *job.counts, cudaMemcpyDeviceToHost, job.stream),
      "cudaMemcpyAsync");
}

Result<void> Labeler::State::wait() {
  if (Result<void> idle = done.wait(); !idle) return idle;
  if (!checks_count_ || *count_on_host_.get() != too_many_components) return {};
  return Error{ErrorCode::too_large, "the volume has more than " + std::to_string(too_many_components - 1) +
                                         " components, which labels of 32 bits cannot tell apart: label it in parts"};
}

/// Launches a labeling outside of captures.
Result<void> Labeler::State::launch(std::span<Job> jobs, bool forest_in_target, TimingDetail timing,
                                    ArrayObjects objects) {
  const Job& job = jobs.back();
  if (!objects.empty()) {
    Result<Event> ended = Event::create(cudaEventDisableTiming);
    if (!ended) return ended.error();
    objects.done = *std::move(ended);
  }
  reserved_ = false;
  checks_count_ = false;
  if (Result<void> prepared = prepare(jobs, forest_in_target); !prepared) return prepared;
  // Scratch memory belongs to one labeling at a time.
  const Result<void> ordered = cuda::check(cudaStreamWaitEvent(job.stream, done.get(), 0), "cudaStreamWaitEvent");
  if (!ordered) return ordered;

  Result<void> ran = run(jobs, timing);
  if (ran) ran = copy_count(job);
  const Result<void> marked = done.record(job.stream);
  if (objects.empty()) return ran ? marked : ran;
  const Result<void> objects_marked = objects.done->record(job.stream);
  in_flight.keep(std::move(objects));
  if (!ran) return ran;
  return marked ? objects_marked : marked;
}

/// Records a labeling in a capture. The first labeling of a capture takes the reserved memory out of the Labeler, the
/// others share it, one after another. Replays therefore need no order with labelings outside of the graph.
Result<void> Labeler::State::capture(std::span<Job> jobs, bool forest_in_target, const Capture& into,
                                     ArrayObjects objects) {
  std::shared_ptr<ScratchMemory> memory = into.id == captured_id_ ? captured_memory_.lock() : nullptr;
  const bool first = memory == nullptr;
  if (first && reserved_) memory = scratch;
  const auto has_room = [&](const Job& job) { return memory->has(sizes_for(*traits, job, forest_in_target)); };
  if (memory == nullptr || !std::all_of(jobs.begin(), jobs.end(), has_room)) {
    return invalid(
        "no scratch memory is reserved for this labeling in a stream capture: before each capture, call "
        "prepare() for every specification, format and extent to be captured, and after it no label() "
        "outside of the capture");
  }
  if (Result<void> kept = keep_with_graph(into, device, memory, std::move(objects)); !kept) return kept;
  if (first) {
    captured_id_ = into.id;
    captured_memory_ = memory;
    scratch = std::make_shared<ScratchMemory>(allocator_, device);
    reserved_ = false;
  } else {
    const cudaError_t ordered = cudaStreamWaitEvent(jobs.front().stream, captured_done_.get(), 0);
    if (ordered != cudaSuccess) return cuda_error(ordered, "cudaStreamWaitEvent");
  }
  for (Job& job : jobs) {
    memory->lend(job, forest_in_target);
    job.device.overlaps_kernels = device_traits.overlaps_in_graphs;
    if (Result<void> ran = launch_all(*traits, job); !ran) return ran;
  }
  return captured_done_.record(jobs.front().stream);
}

Result<LaunchedCounts> Labeler::State::label(std::span<const BatchItem> items, const Extent& extent,
                                             const LabelingSpec& asked, const Outputs& outputs, cudaStream_t stream,
                                             JobPhase phase, const LabelNumbers& numbers) {
  const Result<Capture> into = capture_of(stream);
  if (!into) return into.error();
  const bool captured = into->graph != nullptr;
  if (captured) {
    if (Result<void> possible = check_capture(outputs.timing, *traits); !possible) return possible.error();
  } else {
    in_flight.release_finished();
  }
  const LabelingSpec spec = spec_in(extent, asked);
  ArrayObjects objects;
  std::vector<JobImage> images;
  std::vector<JobSecondImages> second_images;
  for (const BatchItem& item : items) {
    second_images.push_back(make_second_images(item, spec.fraction_bits));
    Result<JobImage> image = make_job_image(item, extent, spec.columns, objects);
    if (!image) return image.error();
    images.push_back(*image);
  }
  ImagesWithHoles with_holes;
  std::vector<Job> jobs;
  const PixelFormat format = format_of(items.front().inputs.image);
  if (spec.fill_holes == 0) {
    jobs.push_back(make_job(images, format, extent, spec, outputs));
  } else {
    Result<ImagesWithHoles> made = make_images_with_holes(images, items, objects);
    if (!made) return made.error();
    with_holes = *std::move(made);
    jobs = make_jobs_with_holes(with_holes, format, extent, spec, outputs);
  }
  for (Job& job : jobs) {
    job.second_images = second_images;
    job.masked = items.front().inputs.mask.data != nullptr;
    job.phase = phase;
    job.numbers = numbers;
    job.slices = slices_of(items.front(), extent);
    job.device = device_traits;
    job.stream = stream;
    if (Result<void> possible = check_job(*traits, job); !possible) return possible.error();
  }
  Job& last = jobs.back();
  if (spec.fill_holes != 0) last.slices.pixels = last.slices.labels;
  const bool forest_in_target = is_dense(items.front().target, extent);
  const Result<void> labeled = captured ? capture(jobs, forest_in_target, *into, std::move(objects))
                                        : launch(jobs, forest_in_target, outputs.timing, std::move(objects));
  if (!labeled) return labeled.error();
  return LaunchedCounts{counts_components(last) ? last.counts : nullptr, last.work};
}

}  // namespace glccl::cuda
