#include "host/tiled/host_slabs.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace glccl::host::tiled {

Result<void> HostSlabs::begin(const SlabTask& task) {
  task_ = &task;
  plane_ = static_cast<std::size_t>(slab_of(task.source.extent, 1).elements());
  plane_bytes_ = plane_ * bytes_per_pixel(task.source.format);
  // One plane more than a slab: the last plane before it lies there, so that the two planes beside a seam and the slab
  // are both images without gaps.
  const std::size_t planes = static_cast<std::size_t>(task.slabs.front().planes) + (task.slabs.size() > 1 ? 1 : 0);
  elements_.resize(planes * plane_bytes_);
  report_.elements_held = static_cast<std::int64_t>(planes * plane_);
  if (task.has_sink) kept_.emplace(task);
  return {};
}

Result<void> HostSlabs::solve(std::size_t slab, SolvedSlab& solved) {
  const SlabPlace& place = task_->slabs[slab];
  // The last plane of the slab before, which has as many planes as the first slab.
  if (slab > 0) {
    const std::size_t last = static_cast<std::size_t>(task_->slabs.front().planes) * plane_bytes_;
    std::memcpy(elements_.data(), elements_.data() + last, plane_bytes_);
  }
  if (Result<void> status = read_and_solve(place, task_->measured()); !status) return status;
  solved = {};
  solved.count = task_->measured() ? static_cast<std::uint32_t>(slab_.components.size())
                                   : *std::max_element(slab_.labels.values.begin(), slab_.labels.values.end());
  const std::span<const std::uint32_t> labels = slab_.labels.values;
  SlabBorder border = find_border(labels.first(plane_), labels.last(plane_));
  if (task_->measured()) {
    for (const std::uint32_t label : border.labels) solved.rows.components.push_back(slab_.components[label - 1]);
  }
  if (task_->moments()) {
    for (const std::uint32_t label : border.labels) solved.rows.moments.push_back(slab_.moments[label - 1]);
  }
  if (task_->sums) {
    for (const Component& row : slab_.components) {
      solved.elements += row.area;
      solved.largest = std::max(solved.largest, row.area);
    }
  }
  if (Result<void> status = find_seam_pairs(slab, border, solved); !status) {
    return at_slab(task_->source.extent, place, status.error());
  }
  solved.in_last.resize(border.labels.size());
  for (const std::uint32_t component : border.last) {
    if (component != 0) solved.in_last[component - 1] = 1;
  }
  above_ = std::move(border.last);
  above_count_ = static_cast<std::uint32_t>(border.labels.size());
  solved.border = std::move(border.labels);
  if (kept_) kept_->keep(slab, slab_, slab_elements());
  return {};
}

Result<void> HostSlabs::find_seam_pairs(std::size_t slab, const SlabBorder& border, SolvedSlab& solved) {
  if (slab == 0) return {};
  const ImageView planes{elements_.data(), task_->source.format, slab_of(task_->source.extent, 2)};
  if (Result<void> status = solve_(planes, task_->spec, false, seam_); !status) return status;
  solved.pairs = find_pairs(above_, above_count_, border.first, static_cast<std::uint32_t>(border.labels.size()),
                            seam_.labels.values);
  return {};
}

/// Where the elements of a slab are: behind the plane before it.
std::uint8_t* HostSlabs::slab_elements() { return elements_.data() + (task_->slabs.size() > 1 ? plane_bytes_ : 0); }

Result<void> HostSlabs::solve_elements(const ImageView& elements, const LabelingSpec& spec, bool measured) {
  const Result<void> status = solve_(elements, spec, measured, slab_);
  return status ? check_moments(spec, slab_) : status;
}

Result<void> HostSlabs::read_and_solve(const SlabPlace& slab, bool measured) {
  const SlabSource& source = task_->source;
  std::uint8_t* const begin = slab_elements();
  Result<void> status = source.read(slab.first, slab.planes, begin);
  if (status) {
    report_.planes_read += slab.planes;
    status = solve_elements({begin, source.format, slab_of(source.extent, slab.planes)}, task_->spec, measured);
  }
  return status ? status : at_slab(source.extent, slab, status.error());
}

/// Solves a slab whose result is not kept.
Result<void> HostSlabs::solve_again(std::size_t slab) {
  const SlabPlace& place = task_->slabs[slab];
  if (!kept_->has_elements(slab)) {
    ++report_.solved_again;
    report_.planes_read_again += place.planes;
    return read_and_solve(place, task_->rows);
  }
  ++report_.solved_from_kept;
  const Extent extent = slab_of(task_->source.extent, place.planes);
  kept_->restore(slab, slab_elements());
  const ImageView elements{slab_elements(), kept_->format(), extent};
  const Result<void> status = solve_elements(elements, kept_->spec(), task_->rows);
  return status ? status : at_slab(task_->source.extent, place, status.error());
}

Result<void> HostSlabs::finish(std::size_t slab, const Renumbering& numbers) {
  const SlabPlace& place = task_->slabs[slab];
  SlabSolution* const kept = kept_->result(slab);
  if (kept == nullptr) {
    if (Result<void> status = solve_again(slab); !status) return status;
  }
  SlabSolution& solution = kept != nullptr ? *kept : slab_;
  FinalLabels labels;
  if (task_->labels) {
    std::vector<std::uint32_t>& own = solution.labels.values;
    if (task_->wide_labels) {
      wide_.resize(own.size());
      renumber<std::uint64_t>(own, numbers, wide_);
      labels.wide = wide_;
    } else {
      renumber<std::uint32_t>(own, numbers, own);
      labels.narrow = own;
    }
  }
  FinalRows rows;
  if (task_->rows) {
    rows.components = solution.components;
    if (task_->moments()) rows.moments = solution.moments;
    rows = finish_rows(rows, numbers, task_->source.extent, place.first, team_);
  }
  const Result<void> status = task_->deliver(slab, labels, rows);
  kept_->drop(slab);
  return status ? status : at_slab(task_->source.extent, place, status.error());
}

void HostSlabs::describe(SlabReport& report) const {
  report.solved_again = report_.solved_again;
  report.solved_from_kept = report_.solved_from_kept;
  report.planes_read = report_.planes_read;
  report.planes_read_again = report_.planes_read_again;
  report.elements_held = report_.elements_held;
  report.kept_bytes = kept_ ? kept_->bytes() : 0;
}

}  // namespace glccl::host::tiled
