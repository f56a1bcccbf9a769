#include "glccl/cuda/labeler.hpp"

#include <algorithm>
#include <utility>

#include "algorithms.hpp"
#include "arrays.hpp"
#include "check.hpp"
#include "error.hpp"
#include "glccl/cuda/devices.hpp"
#include "job.hpp"
#include "number.hpp"
#include "objects.hpp"
#include "table.hpp"
#include "timer.hpp"

namespace glccl::cuda {
namespace {

/// What the kernels of a labeling still use after label() has returned.
struct InFlight {
  Event done;
  TextureObject texture;
  SurfaceObject surface;
};

/// Labelings under way beyond which label() waits for the oldest.
constexpr std::size_t most_in_flight = 64;

bool has_gaps(const Target& target, Size size) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  return memory == nullptr || memory->pitch != sizeof(std::uint32_t) * static_cast<std::size_t>(size.width);
}

/// Everything that is launched for one labeling.
Status run(const AlgorithmTraits& traits, const Job& job, Numbering numbering, std::uint32_t* counts) {
  if (Status status = traits.run(job); !status) return status;
  if (numbering == Numbering::raster) {
    if (Status status = number_roots(job, counts); !status) return status;
    if (job.table.data != nullptr) {
      if (Status status = measure_components(job, counts + position_of_count(job.size)); !status) return status;
    }
  }
  // In the root numbering a flat forest in the caller's memory is the result.
  if (numbering == Numbering::raster || job.target.values != job.forest) {
    if (Status status = write_labels(job); !status) return status;
  }
  return job.timer == nullptr ? Status{} : job.timer->end(job.stream);
}

}  // namespace

struct Labeler::State {
  State(const AlgorithmTraits& used, int on, Event last) : traits(&used), device(on), done(std::move(last)) {}
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

  Status prepare(Job& job, InFlight& objects, const Image& image, const Target& target);
  Status prepare_algorithm(Job& job);
  void release_finished();

  const AlgorithmTraits* traits;
  int device;
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

/// Scratch memory and views. `job` has its size, criterion, stream and table.
Status Labeler::State::prepare(Job& job, InFlight& objects, const Image& image, const Target& target) {
  if (const auto* memory = std::get_if<DeviceImage>(&image)) {
    job.source.pixels = static_cast<const unsigned char*>(memory->pixels);
    job.source.pitch = memory->pitch;
  } else {
    Result<TextureObject> texture = make_texture(std::get<ArrayImage>(image).array);
    if (!texture) return texture.error();
    objects.texture = *std::move(texture);
    job.source.texture = objects.texture.get();
  }
  if (const auto* memory = std::get_if<DeviceLabels>(&target)) {
    job.target.values = static_cast<std::uint32_t*>(memory->values);
    job.target.pitch = memory->pitch;
  } else {
    Result<SurfaceObject> surface = make_surface(std::get<ArrayLabels>(target).array);
    if (!surface) return surface.error();
    objects.surface = *std::move(surface);
    job.target.surface = objects.surface.get();
  }
  job.forest = job.target.values;
  if (has_gaps(target, job.size)) {
    const Status reserved = forest.reserve(sizeof(std::uint32_t) * static_cast<std::size_t>(job.size.pixels()));
    if (!reserved) return reserved;
    job.forest = forest.as<std::uint32_t>();
  }
  if (Status reserved = counts.reserve(sizeof(std::uint32_t) * count_entries(job.size)); !reserved) return reserved;
  if (Status ready = prepare_algorithm(job); !ready) return ready;
  // Scratch memory belongs to one labeling at a time.
  return check(cudaStreamWaitEvent(job.stream, done.get(), 0), "cudaStreamWaitEvent");
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

/// Texture and surface objects must outlive the kernels that use them, and destroying one does not wait for these.
void Labeler::State::release_finished() {
  if (in_flight.size() >= most_in_flight) static_cast<void>(cudaEventSynchronize(in_flight.front().done.get()));
  const auto finished = [](const InFlight& objects) { return cudaEventQuery(objects.done.get()) == cudaSuccess; };
  const std::size_t before = in_flight.size();
  in_flight.erase(std::remove_if(in_flight.begin(), in_flight.end(), finished), in_flight.end());
  // "Not ready" counts as an error, and is ours.
  if (before != 0) static_cast<void>(cudaGetLastError());
}

Labeler::Labeler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Labeler::Labeler(Labeler&&) noexcept = default;
Labeler& Labeler::operator=(Labeler&&) noexcept = default;
Labeler::~Labeler() = default;

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
  return Labeler(std::make_unique<State>(*traits, device, *std::move(done)));
}

Result<Labels> Labeler::label(const Image& image, const Target& target, const Options& options, void* stream) {
  State& state = *state_;
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  Job job;
  job.source.format = std::visit([](const auto& source) { return source.format; }, image);
  if (Status known = check_options(options, job.source.format, *state.traits); !known) return known.error();
  const Result<Size> size = check_image(image, state.device);
  if (!size) return size.error();
  if (Status fits = check_target(target, *size, state.device); !fits) return fits.error();
  if (Status fits = check_table(options, image, target, *size, state.device); !fits) return fits.error();

  set_criterion(job.source, options.criterion);
  job.size = *size;
  job.connectivity = options.connectivity;
  job.table = options.table;
  job.links = options.links;
  job.block_side = options.block_side;
  job.stream = static_cast<cudaStream_t>(stream);
  state.release_finished();
  Result<Event> done = Event::create(cudaEventDisableTiming);
  if (!done) return done.error();
  InFlight objects{*std::move(done), {}, {}};
  if (Status prepared = state.prepare(job, objects, image, target); !prepared) return prepared.error();

  state.timer.restart();
  if (options.timings) job.timer = &state.timer;
  auto* counts = state.counts.as<std::uint32_t>();
  const Status ran = run(*state.traits, job, options.numbering, counts);
  const Status marked = check(cudaEventRecord(state.done.get(), job.stream), "cudaEventRecord");
  const Status marked_objects = check(cudaEventRecord(objects.done.get(), job.stream), "cudaEventRecord");
  if (std::holds_alternative<ArrayImage>(image) || std::holds_alternative<ArrayLabels>(target)) {
    state.in_flight.push_back(std::move(objects));
  }
  for (const Status* status : {&ran, &marked, &marked_objects}) {
    if (!*status) return status->error();
  }
  const bool numbered = options.numbering == Numbering::raster;
  Labels labels{*size, numbered ? counts + position_of_count(*size) : nullptr};
  if (state.traits->algorithm == Algorithm::qin) labels.records = job.work;
  return labels;
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
