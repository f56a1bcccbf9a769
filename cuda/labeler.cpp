#include "glccl/cuda/labeler.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cuda/algorithms.hpp"
#include "cuda/core/arrays.hpp"
#include "cuda/core/check.hpp"
#include "cuda/core/error.hpp"
#include "cuda/core/job.hpp"
#include "cuda/core/number.hpp"
#include "cuda/core/objects.hpp"
#include "cuda/core/table.hpp"
#include "cuda/core/timer.hpp"
#include "glccl/cuda/devices.hpp"

namespace glccl::cuda {
namespace {

/// What the kernels of a labeling still use after label() has returned.
struct InFlight {
  std::vector<TextureObject> textures;
  std::vector<SurfaceObject> surfaces;
  std::optional<Event> done = {};  ///< where there are any

  bool empty() const { return textures.empty() && surfaces.empty(); }
};

/// Labelings under way beyond which label() waits for the oldest.
constexpr std::size_t most_in_flight = 64;

bool has_gaps(const Target& target, Size size) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  return memory == nullptr || memory->pitch != sizeof(std::uint32_t) * static_cast<std::size_t>(size.width);
}

PixelFormat format_of(const Image& image) {
  return std::visit([](const auto& source) { return source.format; }, image);
}

/// From a flat forest to what the caller wants.
Status finish(const Job& job) {
  if (job.numbering == Numbering::raster) {
    if (Status status = number_roots(job, job.counts); !status) return status;
    if (job.table.data != nullptr) {
      if (Status status = measure_components(job, job.counts + position_of_count(job.size)); !status) return status;
    }
  }
  // In the root numbering a flat forest in the caller's memory is the result.
  if (job.numbering == Numbering::raster || job.target.values != job.forest) return write_labels(job);
  return {};
}

/// Everything that is launched for one labeling.
Status launch_all(const AlgorithmTraits& traits, const Job& job) {
  if (Status status = traits.run(job); !status) return status;
  return traits.complete ? Status{} : finish(job);
}

Result<DeviceTraits> describe_device(int device) {
  int major = 0;
  DeviceTraits traits;
  const cudaError_t asked = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  if (asked != cudaSuccess) return cuda_error(asked, "cudaDeviceGetAttribute");
  const cudaError_t counted = cudaDeviceGetAttribute(&traits.multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (counted != cudaSuccess) return cuda_error(counted, "cudaDeviceGetAttribute");
  traits.overlaps_kernels = major >= 9;
  return traits;
}

/// The image and the target as kernels see them.
Result<JobImage> make_job_image(const BatchItem& item, InFlight& objects) {
  JobImage made;
  made.table = item.table;
  if (const auto* memory = std::get_if<DeviceImage>(&item.image)) {
    made.pixels = static_cast<const unsigned char*>(memory->pixels);
    made.pitch = memory->pitch;
  } else {
    Result<TextureObject> texture = make_texture(std::get<ArrayImage>(item.image).array);
    if (!texture) return texture.error();
    made.texture = texture->get();
    objects.textures.push_back(*std::move(texture));
  }
  if (const auto* memory = std::get_if<DeviceLabels>(&item.target)) {
    made.target.values = static_cast<std::uint32_t*>(memory->values);
    made.target.pitch = memory->pitch;
  } else {
    Result<SurfaceObject> surface = make_surface(std::get<ArrayLabels>(item.target).array);
    if (!surface) return surface.error();
    made.target.surface = surface->get();
    objects.surfaces.push_back(*std::move(surface));
  }
  return made;
}

/// What a labeling of these images, of one format and size, is asked for.
Job make_job(std::span<const JobImage> images, PixelFormat format, Size size, const Options& options) {
  const JobImage& first = images.front();
  Job job;
  job.source.format = format;
  set_criterion(job.source, options.criterion);
  job.source.pixels = first.pixels;
  job.source.pitch = first.pitch;
  job.source.texture = first.texture;
  job.target = first.target;
  job.table = first.table;
  job.batch = images;
  job.size = size;
  job.connectivity = options.connectivity;
  job.numbering = options.numbering;
  job.links = options.links;
  job.block_side = options.block_side;
  return job;
}

}  // namespace

struct Labeler::State {
  State(const AlgorithmTraits& used, int on, DeviceTraits known, Event last)
      : traits(&used), device(on), device_traits(known), done(std::move(last)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const DeviceGuard guard(device);
    static_cast<void>(cudaEventSynchronize(done.get()));
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

  Result<Size> check(const BatchItem& item, const Options& options) const;
  Result<Size> check_items(std::span<const BatchItem> items, const Options& options) const;
  Status label(std::span<const BatchItem> items, Size size, const Options& options, cudaStream_t stream);
  Status prepare(Job& job, const Target& target);
  Status prepare_algorithm(Job& job);
  Status run(Job& job, Timings timings);
  void release_finished();

  const AlgorithmTraits* traits;
  int device;
  DeviceTraits device_traits;
  Event done;  ///< of the last labeling
  Scratch forest;
  Scratch counts;
  Scratch work;
  Scratch flag;
  PinnedInteger flag_on_host;
  PlaneScratch plane;
  Timer timer;
  std::vector<InFlight> in_flight;
};

/// Scratch memory. `job` has all that comes from the caller.
Status Labeler::State::prepare(Job& job, const Target& target) {
  const auto images = job.batch.size();
  job.forest = job.target.values;
  if (!traits->complete && has_gaps(target, job.size)) {
    const Status reserved = forest.reserve(sizeof(std::uint32_t) * static_cast<std::size_t>(job.size.pixels()));
    if (!reserved) return reserved;
    job.forest = forest.as<std::uint32_t>();
  }
  const std::size_t entries = traits->complete ? images : count_entries(job.size);
  if (Status reserved = counts.reserve(sizeof(std::uint32_t) * entries); !reserved) return reserved;
  job.counts = counts.as<std::uint32_t>();
  if (Status ready = prepare_algorithm(job); !ready) return ready;
  // Scratch memory belongs to one labeling at a time.
  return cuda::check(cudaStreamWaitEvent(job.stream, done.get(), 0), "cudaStreamWaitEvent");
}

/// What the algorithm wants beside the forest.
Status Labeler::State::prepare_algorithm(Job& job) {
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
    if (Status reserved = plane.reserve(job.size); !reserved) return reserved;
    job.plane = plane.surface();
  }
  return {};
}

/// Launches everything, with the events that were asked for.
Status Labeler::State::run(Job& job, Timings timings) {
  timer.restart();
  if (timings == Timings::whole) {
    if (Status begun = timer.begin("labeling", job.stream); !begun) return begun;
  }
  job.timer = timings == Timings::kernels ? &timer : nullptr;
  if (Status launched = launch_all(*traits, job); !launched) return launched;
  return timings == Timings::none ? Status{} : timer.end(job.stream);
}

/// Texture and surface objects must outlive the kernels that use them, and destroying one does not wait for these.
void Labeler::State::release_finished() {
  if (in_flight.size() >= most_in_flight) static_cast<void>(cudaEventSynchronize(in_flight.front().done->get()));
  const auto finished = [](const InFlight& objects) { return cudaEventQuery(objects.done->get()) == cudaSuccess; };
  const std::size_t before = in_flight.size();
  in_flight.erase(std::remove_if(in_flight.begin(), in_flight.end(), finished), in_flight.end());
  // "Not ready" counts as an error, and is ours.
  if (before != 0) static_cast<void>(cudaGetLastError());
}

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

std::int64_t Labeler::scratch_bytes() const {
  const State& state = *state_;
  std::size_t bytes = state.plane.bytes();
  for (const Scratch* scratch : {&state.forest, &state.counts, &state.work, &state.flag}) bytes += scratch->bytes();
  return static_cast<std::int64_t>(bytes);
}

int Labeler::device() const { return state_->device; }
Algorithm Labeler::algorithm() const { return state_->traits->algorithm; }

Result<Labeler> Labeler::create(Algorithm algorithm, int device) {
  const AlgorithmTraits* traits = find_traits(algorithm);
  if (traits == nullptr) {
    return Error{ErrorCode::invalid_argument, "no such CUDA algorithm: glccl::cuda::Algorithm lists them"};
  }
  if (std::string reason = why_no_device(); !reason.empty()) return Error{ErrorCode::no_device, std::move(reason)};
  int count = 0;
  if (Status counted = check(cudaGetDeviceCount(&count), "cudaGetDeviceCount"); !counted) return counted.error();
  if (device == -1) {
    if (Status found = check(cudaGetDevice(&device), "cudaGetDevice"); !found) return found.error();
  }
  if (device < 0 || device >= count) {
    return Error{ErrorCode::no_device, "no CUDA device " + std::to_string(device) + ": this machine has devices 0 to " +
                                           std::to_string(count - 1)};
  }
  const DeviceGuard guard(device);
  if (Status current = guard.status(); !current) return current.error();
  if (Status usable = check_kernels(device); !usable) return usable.error();
  Result<Event> done = Event::create(cudaEventDisableTiming);
  if (!done) return done.error();
  const Result<DeviceTraits> known = describe_device(device);
  if (!known) return known.error();
  return Labeler(std::make_unique<State>(*traits, device, *known, *std::move(done)));
}

/// All that can be wrong with an image and where its labels and table go; its size.
Result<Size> Labeler::State::check(const BatchItem& item, const Options& options) const {
  const Result<Size> size = check_image(item.image, device);
  if (!size) return size;
  Options of_item = options;
  of_item.table = item.table;
  if (Status fits = check_target(item.target, *size, device); !fits) return fits.error();
  if (Status fits = check_table(of_item, item.image, item.target, *size, device); !fits) return fits.error();
  return size;
}

/// All that can be wrong with a batch; the size of each image.
Result<Size> Labeler::State::check_items(std::span<const BatchItem> items, const Options& options) const {
  Size size;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Result<Size> checked = check(items[i], options);
    if (!checked) {
      return Error{checked.error().code, "image " + std::to_string(i) + " of the batch: " + checked.error().message};
    }
    if (i == 0) size = *checked;
    const Status alike = check_alike(size, *checked, format_of(items.front().image), format_of(items[i].image));
    if (!alike) return alike.error();
  }
  if (Status apart = check_apart(items, size); !apart) return apart.error();
  return size;
}

/// Sets the labeling of what was checked under way.
Status Labeler::State::label(std::span<const BatchItem> items, Size size, const Options& options, cudaStream_t stream) {
  release_finished();
  InFlight objects;
  std::vector<JobImage> images;
  for (const BatchItem& item : items) {
    Result<JobImage> image = make_job_image(item, objects);
    if (!image) return image.error();
    images.push_back(*image);
  }
  if (!objects.empty()) {
    Result<Event> ended = Event::create(cudaEventDisableTiming);
    if (!ended) return ended.error();
    objects.done = *std::move(ended);
  }
  Job job = make_job(images, format_of(items.front().image), size, options);
  job.device = device_traits;
  job.stream = stream;
  if (Status prepared = prepare(job, items.front().target); !prepared) return prepared;

  const Status ran = run(job, options.timings);
  const Status marked = cuda::check(cudaEventRecord(done.get(), job.stream), "cudaEventRecord");
  if (objects.empty()) return ran ? marked : ran;
  const Status objects_marked = cuda::check(cudaEventRecord(objects.done->get(), job.stream), "cudaEventRecord");
  in_flight.push_back(std::move(objects));
  if (!ran) return ran;
  return marked ? objects_marked : marked;
}

Result<Labels> Labeler::label(const Image& image, const Target& target, const Options& options, void* stream) {
  State& state = *state_;
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  const BatchItem item = {image, target, options.table};
  if (Status known = check_options(options, format_of(image), *state.traits); !known) return known.error();
  const Result<Size> size = state.check(item, options);
  if (!size) return size.error();
  const Status labeled = state.label({&item, 1}, *size, options, static_cast<cudaStream_t>(stream));
  if (!labeled) return labeled.error();
  Labels labels;
  labels.size = *size;
  if (options.numbering == Numbering::raster) {
    labels.count = state.counts.as<std::uint32_t>() + (state.traits->complete ? 0 : position_of_count(*size));
  }
  if (state.traits->algorithm == Algorithm::qin) labels.records = state.work.as<void>();
  return labels;
}

Result<BatchLabels> Labeler::label_batch(std::span<const BatchItem> items, const Options& options, void* stream) {
  State& state = *state_;
  if (Status possible = check_batch(items, options, *state.traits); !possible) return possible.error();
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  const PixelFormat format = format_of(items.front().image);
  if (Status known = check_options(options, format, *state.traits); !known) return known.error();
  const Result<Size> size = state.check_items(items, options);
  if (!size) return size.error();
  const Status labeled = state.label(items, *size, options, static_cast<cudaStream_t>(stream));
  if (!labeled) return labeled.error();
  const bool numbered = options.numbering == Numbering::raster;
  return BatchLabels{*size, numbered ? state.counts.as<void>() : nullptr};
}

Status Labeler::wait() {
  const DeviceGuard guard(state_->device);
  if (Status current = guard.status(); !current) return current;
  return check(cudaEventSynchronize(state_->done.get()), "cudaEventSynchronize");
}

Result<std::vector<KernelTime>> Labeler::timings() {
  const DeviceGuard guard(state_->device);
  if (Status current = guard.status(); !current) return current.error();
  return state_->timer.times();
}

}  // namespace glccl::cuda
