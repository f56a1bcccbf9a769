// The engine `mpi-slabs`: a slab on each rank.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "glccl/host/mpi_labeling.hpp"
#include "glccl/host/slabs.hpp"
#include "host/cpu/allocate_labels.hpp"
#include "host/fast/fast_labeler.hpp"
#include "host/mpi/job.hpp"
#include "host/mpi/slab_exchange.hpp"
#include "host/tiled/finish_slab.hpp"
#include "host/tiled/label_slab.hpp"

namespace glccl::host {
namespace mpi {
namespace {

/// The extent of an image or volume of a task.
Extent extent_of(const JobTask& task) { return {task.width, task.height, task.depth}; }

/// A rank's slab in bytes.
struct RankSlab {
  tiled::SlabPlace planes;
  std::vector<std::uint8_t> bytes;
};

RankSlab make_slab(const JobTask& task, int place) {
  const Extent extent = extent_of(task);
  const tiled::SlabPlace planes = tiled::slab_place(planes_of(extent), task.ranks, place);
  const auto elements = static_cast<std::size_t>(slab_of(extent, planes.planes).elements());
  return {planes, std::vector<std::uint8_t>(elements * bytes_per_pixel(task.format))};
}

Result<tiled::LabeledSlab> label(RankExchange& exchange, const JobTask& task, const RankSlab& slab,
                                 const SolveSlab& solve = solve_by_cpu_fast(1)) {
  const Extent extent = extent_of(task);
  const ImageView elements{slab.bytes.data(), task.format, slab_of(extent, slab.planes.planes)};
  const LabelingSpec spec{.connectivity = task.connectivity, .criterion = task.criterion, .columns = task.columns};
  const bool makes_labels = task.labels || task.labels_path > 0;
  return tiled::label_slab(exchange, extent, elements, solve, spec,
                           {.labels = makes_labels, .wide_labels = task.wide_labels, .measured = task.measured});
}

template <class Label>
std::span<std::uint8_t> bytes_of(std::span<Label> labels) {
  return {reinterpret_cast<std::uint8_t*>(labels.data()), labels.size_bytes()};
}

/// The labels of a slab in bytes, of either type.
std::span<std::uint8_t> label_bytes(tiled::LabeledSlab& slab, bool wide) {
  return wide ? bytes_of<std::uint64_t>(slab.wide_labels) : bytes_of<std::uint32_t>(slab.labels.values);
}

/// Rank 0's part of a task.
Result<void> label_with_all(const JobTask& task, const ImageView& image, RanksLabels& result) {
  RankExchange exchange(task.ranks);
  const SlabSource source = source_of(image);
  RankSlab own;
  for (int place = task.ranks - 1; place >= 0; --place) {
    own = make_slab(task, place);
    if (Result<void> status = source.read(own.planes.first, own.planes.planes, own.bytes.data()); !status)
      return status;
    if (place > 0) exchange.send_in_place(place, own.bytes);
  }
  Result<tiled::LabeledSlab> slab = label(exchange, task, own);
  if (!slab) return slab.error();
  const std::span<std::uint32_t> labels = result.labels.values;
  std::copy(slab->labels.values.begin(), slab->labels.values.end(), labels.begin());
  result.components = std::move(slab->components);
  const auto plane = static_cast<std::size_t>(slab_of(image.extent, 1).elements());
  for (int place = 1; place < task.ranks; ++place) {
    const tiled::SlabPlace planes = tiled::slab_place(planes_of(image.extent), task.ranks, place);
    exchange.receive_into(place, bytes_of(labels.subspan(static_cast<std::size_t>(planes.first) * plane,
                                                         static_cast<std::size_t>(planes.planes) * plane)));
    const auto rows = exchange.receive_values<Component>(place);
    result.components.insert(result.components.end(), rows.begin(), rows.end());
  }
  return {};
}

Result<SlabSource> no_way_to_open() {
  return Error{ErrorCode::invalid_argument, "it cannot open images: pass MpiSession::serve() what opens them"};
}

/// A text of `bytes` bytes that follows a task; rank 0 has it.
std::string share_text(int bytes, std::string text) {
  text.resize(static_cast<std::size_t>(bytes));
  MPI_Bcast(text.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  return text;
}

/// The solver that a text names, which follows a task; rank 0 has the text. All ranks of the job call it.
Result<SolveSlab> share_solver(int bytes, const std::string& text, const RankSolver::Open& open) {
  if (bytes == 0) return solve_by_cpu_fast(1);
  const std::string shared = share_text(bytes, text);
  const int place = place_on_host();
  if (open) return open(shared, place);
  return Error{ErrorCode::invalid_argument, "it has no solver " + shared + ": pass MpiSession::serve() what makes it"};
}

/// Writes the labels of a slab that begins with plane `first` to their place in the file of all ranks.
Result<void> write_labels(const JobTask& task, const std::string& path, int first,
                          std::span<const std::uint8_t> bytes) {
  const auto fail = [&] {
    return Error{ErrorCode::file, "cannot write its labels to " + path + ": " + std::generic_category().message(errno)};
  };
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return fail();
  const auto plane = static_cast<std::uint64_t>(slab_of(extent_of(task), 1).elements());
  const std::size_t label_bytes = task.wide_labels ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  std::uint64_t offset = task.labels_begin + static_cast<std::uint64_t>(first) * plane * label_bytes;
  Result<void> status;
  while (status && !bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      status = fail();
      break;
    }
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  if (::close(descriptor) != 0 && status) status = fail();
  return status;
}

/// Reads the slab of this rank.
Result<void> read_slab(const JobTask& task, int place, const Result<SlabSource>& source, RankSlab& slab) {
  if (!source) return source.error();
  if (source->extent != extent_of(task) || source->format != task.format) {
    return Error{ErrorCode::file, "it sees another image, " + to_string(source->extent) + " of " +
                                      std::string(traits_of(source->format).name) + " instead of " +
                                      to_string(extent_of(task)) + " of " + std::string(traits_of(task.format).name) +
                                      ": give all ranks the same file"};
  }
  try {
    slab = make_slab(task, place);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "there is no memory for its slab: start more ranks, on more machines"};
  }
  return source->read(slab.planes.first, slab.planes.planes, slab.bytes.data());
}

/// Reads and labels the slab of this rank, writes its labels where all ranks do, and sums up all ranks.
Result<tiled::LabeledSlab> label_own(RankExchange& exchange, const JobTask& task, const Result<SlabSource>& source,
                                     const std::string& labels_path, const Result<SolveSlab>& solve,
                                     SlabReport& report) {
  RankSlab own;
  const Result<void> begun = solve ? read_slab(task, exchange.place(), source, own) : solve.error();
  if (Result<void> status = exchange.agree(begun); !status) return status.error();
  Result<tiled::LabeledSlab> slab = label(exchange, task, own, *solve);
  if (!slab) return slab;
  if (!labels_path.empty()) {
    const Result<void> written =
        write_labels(task, labels_path, own.planes.first, label_bytes(*slab, task.wide_labels));
    if (Result<void> status = exchange.agree(written); !status) return status.error();
  }
  const Extent thickest = slab_of(extent_of(task), own.planes.planes + (task.ranks > 1 ? 1 : 0));
  report.components = slab->all_components;
  report.slabs = task.ranks;
  report.planes_read = planes_of(extent_of(task));
  report.elements_held = static_cast<std::int64_t>(exchange.largest(static_cast<std::uint64_t>(thickest.elements())));
  report.border_components = exchange.sum(slab->border_components);
  report.pairs = exchange.sum(slab->pairs);
  report.nodes_held = exchange.largest(std::max(slab->largest_join, slab->border_components));
  return slab;
}

/// Rank 0's part of a task with a file.
Result<SlabReport> label_file_with_all(const JobTask& task, const Result<SlabSource>& source,
                                       const std::string& labels_path, const Result<SolveSlab>& solve,
                                       const SlabSink& sink) {
  RankExchange exchange(task.ranks);
  SlabReport report;
  Result<tiled::LabeledSlab> slab = label_own(exchange, task, source, labels_path, solve, report);
  if (!slab) return slab.error();
  Result<void> status;
  for (int place = 0; place < task.ranks; ++place) {
    const tiled::SlabPlace planes = tiled::slab_place(planes_of(source->extent), task.ranks, place);
    if (place > 0) {
      const auto elements = static_cast<std::size_t>(slab_of(source->extent, planes.planes).elements());
      slab->labels.values.resize(task.labels && !task.wide_labels ? elements : 0);
      slab->wide_labels.resize(task.labels && task.wide_labels ? elements : 0);
      if (task.labels) exchange.receive_into(place, label_bytes(*slab, task.wide_labels));
      if (task.measured) slab->components = exchange.receive_values<Component>(place);
      if (task.columns != 0) slab->moments = exchange.receive_values<Moments>(place);
    }
    // After an error of the sink the other ranks still send what they have.
    if (!sink || !status) continue;
    host::FinishedSlab finished{planes.first, planes.planes, {}, slab->components, {}, slab->moments};
    if (task.labels) finished.labels = slab->labels.values;
    if (task.labels) finished.wide_labels = slab->wide_labels;
    status = sink(finished);
  }
  if (!status) return status.error();
  return report;
}

}  // namespace

void serve_file(const JobTask& task, const OpenSlabs& open, const RankSolver::Open& open_solver) {
  const std::string text = share_text(task.text, {});
  const std::string labels_path = share_text(task.labels_path, {});
  const Result<SolveSlab> solve = share_solver(task.solver, {}, open_solver);
  RankExchange exchange(task.ranks);
  if (rank() >= task.ranks) return;
  SlabReport report;
  Result<tiled::LabeledSlab> slab =
      label_own(exchange, task, open ? open(text) : no_way_to_open(), labels_path, solve, report);
  if (!slab) return;  // rank 0 has the same error
  if (task.labels) exchange.send_in_place(0, label_bytes(*slab, task.wide_labels));
  if (task.measured) exchange.send_values(0, slab->components);
  if (task.columns != 0) exchange.send_values(0, slab->moments);
}

void serve_slab(const JobTask& task) {
  RankExchange exchange(task.ranks);
  if (rank() >= task.ranks) return;
  RankSlab own = make_slab(task, rank());
  exchange.receive_into(0, own.bytes);
  Result<tiled::LabeledSlab> slab = label(exchange, task, own);
  if (!slab) return;  // rank 0 has the same error
  exchange.send_in_place(0, label_bytes(*slab, false));
  exchange.send_values(0, slab->components);
}

}  // namespace mpi

Result<void> check_rank_count(int ranks, const Extent& extent) {
  const int planes = planes_of(extent);
  if (ranks <= planes) return {};
  return Error{ErrorCode::invalid_argument,
               "mpi-slabs on " + std::to_string(ranks) + " ranks: " + to_string(extent) + " has " +
                   std::to_string(planes) + (extent.is_volume() ? " slices" : " rows") +
                   ", and each rank takes at least one: start up to " + std::to_string(planes) + " ranks"};
}

Capabilities rank_slab_capabilities() {
  Capabilities capabilities = fast_capabilities();
  capabilities.engine = "mpi-slabs";
  capabilities.needs = {};
  return capabilities;
}

Result<RanksLabels> label_slabs_by_ranks(const ImageView& image, const LabelingSpec& spec, bool measured, int ranks) {
  if (Result<void> status = check(spec, image.format, image.extent, rank_slab_capabilities()); !status) {
    return status.error();
  }
  const Result<int> all = mpi::start_with_ranks("mpi-slabs", ranks);
  if (!all) return all.error();
  const mpi::JobTask task{.kind = mpi::JobTask::Kind::slab,
                          .ranks = std::min(*all, planes_of(image.extent)),
                          .width = image.extent.width,
                          .height = image.extent.height,
                          .depth = image.extent.depth,
                          .format = image.format,
                          .connectivity = connectivity_in(image.extent, spec.connectivity),
                          .criterion = spec.criterion,
                          .measured = measured};
  Result<LabelImage> labels = allocate_labels(image.extent);
  if (!labels) return labels.error();
  RanksLabels result{*std::move(labels), {}, task.ranks};
  mpi::announce(task);
  try {
    if (Result<void> status = mpi::label_with_all(task, image, result); !status) return status.error();
  } catch (const std::bad_alloc&) {
    mpi::end_job("rank 0 does not have enough memory for its slab of " + to_string(image.extent) +
                 " elements; start more ranks, on more machines, or label it in parts");
  }
  return result;
}

Result<SlabReport> label_source_by_ranks(const std::string& text, const OpenSlabs& open, const LabelingSpec& spec,
                                         const SlabOptions& options, int ranks, const SlabSink& sink,
                                         const std::optional<RankLabelsFile>& file, const RankSolver& solver) {
  const Result<SlabSource> source = open(text);
  if (!source) return source.error();
  const bool measured = sink && options.components;
  const Result<void> possible = tiled::check_slabs(spec, source->format, source->extent, measured);
  if (!possible) return possible.error();
  const Result<int> all = mpi::start_with_ranks("mpi-slabs", ranks);
  if (!all) return all.error();
  if (Result<void> status = check_rank_count(*all, source->extent); !status) return status.error();
  const std::string labels_path = file ? file->path.string() : std::string();
  const mpi::JobTask task{.kind = mpi::JobTask::Kind::file,
                          .ranks = *all,
                          .width = source->extent.width,
                          .height = source->extent.height,
                          .depth = source->extent.depth,
                          .format = source->format,
                          .connectivity = connectivity_in(source->extent, spec.connectivity),
                          .criterion = spec.criterion,
                          .measured = measured,
                          .columns = spec.columns,
                          .labels = sink && options.labels && !file,
                          .wide_labels = sink && options.labels && options.wide_labels,
                          .text = static_cast<int>(text.size()),
                          .labels_path = static_cast<int>(labels_path.size()),
                          .solver = static_cast<int>(solver.text.size()),
                          .labels_begin = file ? file->first_byte : 0};
  mpi::announce(task);
  mpi::share_text(task.text, text);
  mpi::share_text(task.labels_path, labels_path);
  const Result<SolveSlab> solve = mpi::share_solver(task.solver, solver.text, solver.open);
  try {
    return mpi::label_file_with_all(task, source, labels_path, solve, sink);
  } catch (const std::bad_alloc&) {
    mpi::end_job("rank 0 does not have enough memory for its slab of " + to_string(source->extent) +
                 " elements; start more ranks, on more machines");
  }
}

}  // namespace glccl::host
