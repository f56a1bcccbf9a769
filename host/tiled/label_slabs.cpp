#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "glccl/host/fast_labeler.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/table.hpp"
#include "host/tiled/border_forest.hpp"
#include "host/tiled/finish_slab.hpp"
#include "host/tiled/slab_border.hpp"

namespace glccl::host {
namespace tiled {
namespace {

/// What the second pass needs of a slab.
struct SlabRecord {
  int first = 0;                           ///< First plane.
  int planes = 0;                          ///< Number of planes.
  std::uint32_t count = 0;                 ///< Labels of the slab by itself.
  std::uint32_t first_node = 0;            ///< The node of the first of `border`; those of the others follow.
  std::vector<std::uint32_t> border = {};  ///< SlabBorder::labels.
  std::optional<SlabSolution> kept = {};   ///< The result of the first pass, where there was room for it.
};

/// The last plane before a seam.
struct PlaneAbove {
  BorderPlane places;            ///< Of its elements, from 1: places in a list of components.
  std::uint32_t first_node = 0;  ///< The node of the first component of the list; those of the others follow.
  std::uint32_t count = 0;       ///< Components in the list.
  std::vector<Component> rows;   ///< Their rows in the coordinates of the whole, if rows are asked for.
};

/// One labeling.
class SlabLabeling {
 public:
  SlabLabeling(const SlabSource& source, const SolveSlab& solve, const LabelingSpec& spec, const SlabOptions& options,
               const SlabSink& sink)
      : source_(source),
        solve_(solve),
        spec_(spec),
        options_(options),
        sink_(sink),
        has_rows_(sink && options.components),
        plane_(static_cast<std::size_t>(slab_of(source.extent, 1).elements())),
        plane_bytes_(plane_ * bytes_per_pixel(source.format)) {
    const int all = planes_of(source.extent);
    for (int first = 0; first < all;) {
      const int planes = std::min(options.planes, all - first);
      slabs_.push_back({.first = first, .planes = planes});
      first += planes;
    }
    report_.slabs = static_cast<std::int64_t>(slabs_.size());
  }

  Result<SlabReport> run() {
    // One plane more than a slab: the last plane before it lies there, so that the two planes beside a seam and the
    // slab are both images without gaps.
    const auto planes = static_cast<std::size_t>(slabs_.front().planes) + (slabs_.size() > 1 ? 1 : 0);
    elements_.resize(planes * plane_bytes_);
    report_.elements_held = static_cast<std::int64_t>(planes * plane_);
    for (SlabRecord& slab : slabs_) {
      if (Status status = learn(slab); !status) return at_slab(slab, status.error());
      show_progress();
    }
    if (!sink_) return report_;
    if (report_.components > std::numeric_limits<std::uint32_t>::max()) return too_many_components(report_.components);
    for (SlabRecord& slab : slabs_) {
      if (Status status = finish(slab); !status) return at_slab(slab, status.error());
      show_progress();
    }
    return report_;
  }

 private:
  /// The first pass over a slab.
  Status learn(SlabRecord& slab) {
    // The last plane of the slab before, which has as many planes as the first slab.
    if (slab.first > 0) {
      const std::size_t last = static_cast<std::size_t>(slabs_.front().planes) * plane_bytes_;
      std::memcpy(elements_.data(), elements_.data() + last, plane_bytes_);
    }
    if (Status status = read_and_solve(slab, slab_); !status) return status;
    slab.count = has_rows_ ? static_cast<std::uint32_t>(slab_.components.size())
                           : *std::max_element(slab_.labels.values.begin(), slab_.labels.values.end());
    SlabBorder border = find_border(slab_.labels.values, plane_, slab.count);
    report_.components += slab.count;
    report_.border_components += border.labels.size();
    if (forest_.size() + border.labels.size() > std::numeric_limits<std::uint32_t>::max()) {
      return Error{ErrorCode::too_large,
                   "the slabs have more components in their first and last planes than 32 bits "
                   "count: make the slabs thicker, or ask for the number of components alone"};
    }
    slab.first_node = forest_.add(border.labels.size());
    PlaneAbove next{std::move(border.last), slab.first_node, static_cast<std::uint32_t>(border.labels.size()), {}};
    if (has_rows_) {
      for (const std::uint32_t label : border.labels) {
        next.rows.push_back(slab_.components[label - 1]);
        move_row(next.rows.back(), source_.extent, slab.first);
      }
    }
    if (slab.first > 0) {
      if (Status status = unite_across_seam(border.first, next); !status) return status;
    }
    report_.nodes_held = std::max<std::uint64_t>(report_.nodes_held, forest_.size());
    report_.rows_held = std::max<std::uint64_t>(report_.rows_held, rows_.size());
    above_ = std::move(next);
    if (sink_) {
      slab.border = std::move(border.labels);
      keep(slab);
    } else {
      drop_closed();
    }
    return {};
  }

  Status read_and_solve(const SlabRecord& slab, SlabSolution& solution) {
    std::uint8_t* const begin = elements_.data() + (slabs_.size() > 1 ? plane_bytes_ : 0);
    if (Status status = source_.read(slab.first, slab.planes, begin); !status) return status;
    return solve_({begin, source_.format, slab_of(source_.extent, slab.planes)}, spec_, has_rows_, solution);
  }

  /// Unites the components that touch across the seam before the slab with this border.
  Status unite_across_seam(const BorderPlane& first, const PlaneAbove& slab) {
    const ImageView planes{elements_.data(), source_.format, slab_of(source_.extent, 2)};
    if (Status status = solve_(planes, spec_, false, seam_); !status) return status;
    const auto pairs = find_pairs(above_.places, above_.count, first, slab.count, seam_.labels.values);
    report_.pairs += pairs.size();
    const auto node_of = [&](std::uint32_t place) {
      return place < above_.count ? above_.first_node + place : slab.first_node + (place - above_.count);
    };
    for (const BorderPair& pair : pairs) unite(node_of(pair.one), node_of(pair.other), slab);
    return {};
  }

  void unite(std::uint32_t a, std::uint32_t b, const PlaneAbove& slab) {
    a = forest_.find(a);
    b = forest_.find(b);
    if (!forest_.unite(a, b)) return;
    --report_.components;
    if (!has_rows_) return;
    // A root that has no row here yet is a component of one of the two slabs.
    const auto row_of = [&](std::uint32_t root) -> Component& {
      const auto [row, added] = rows_.try_emplace(root);
      if (added) {
        const PlaneAbove& own = root >= slab.first_node ? slab : above_;
        row->second = own.rows[root - own.first_node];
      }
      return row->second;
    };
    const Component merged = merge(row_of(a), row_of(b));
    rows_.erase(std::max(a, b));
    rows_[std::min(a, b)] = merged;
  }

  /// Keeps the result of a slab for the second pass if there is room.
  void keep(SlabRecord& slab) {
    std::int64_t bytes = 0;
    if (options_.labels) bytes += static_cast<std::int64_t>(slab_.labels.values.size() * sizeof(std::uint32_t));
    if (has_rows_) bytes += static_cast<std::int64_t>(slab_.components.size() * sizeof(Component));
    if (kept_bytes_ + bytes > options_.kept_bytes) return;
    kept_bytes_ += bytes;
    report_.kept_bytes = kept_bytes_;
    slab.kept.emplace();
    if (options_.labels) slab.kept->labels = std::exchange(slab_.labels, {});
    if (has_rows_) slab.kept->components = std::exchange(slab_.components, {});
  }

  /// Forgets all components but those in the last plane read.
  void drop_closed() {
    std::vector<std::uint32_t> open(forest_.size(), 0);
    std::uint32_t count = 0;
    for (std::uint32_t& place : above_.places) {
      if (place == 0) continue;
      std::uint32_t& number = open[forest_.find(above_.first_node + place - 1)];
      if (number == 0) number = ++count;
      place = number;
    }
    forest_ = {};
    above_.first_node = forest_.add(count);
    above_.count = count;
  }

  /// The second pass over a slab.
  Status finish(SlabRecord& slab) {
    SlabSolution* solution = slab.kept ? &*slab.kept : &slab_;
    if (!slab.kept) {
      ++report_.solved_again;
      if (Status status = read_and_solve(slab, slab_); !status) return status;
    }
    const auto earlier = [&](std::size_t i, const std::vector<std::uint32_t>& numbers) -> std::uint32_t {
      const std::uint32_t node = slab.first_node + static_cast<std::uint32_t>(i);
      const std::uint32_t parent = forest_.parent(node);
      if (parent == node) return 0;
      return parent < slab.first_node ? forest_.parent(parent) : numbers[slab.border[parent - slab.first_node]];
    };
    const std::vector<std::uint32_t> numbers = number_slab(slab.count, slab.border, numbered_, earlier);
    const std::vector<Component> rows =
        has_rows_ ? own_rows(slab, numbers, solution->components) : std::vector<Component>();
    for (std::size_t i = 0; i < slab.border.size(); ++i) {
      forest_.set_number(slab.first_node + static_cast<std::uint32_t>(i), numbers[slab.border[i]]);
    }
    numbered_ = std::max(numbered_, *std::max_element(numbers.begin(), numbers.end()));
    std::span<const std::uint32_t> labels;
    if (options_.labels) {
      for (std::uint32_t& label : solution->labels.values) label = numbers[label];
      labels = solution->labels.values;
    }
    const Status status = sink_({slab.first, slab.planes, labels, rows});
    slab.kept.reset();
    slab.border = {};
    return status;
  }

  /// The rows of the components that begin in a slab.
  std::vector<Component> own_rows(const SlabRecord& slab, const std::vector<std::uint32_t>& numbers,
                                  const std::vector<Component>& own) {
    std::vector<Component> rows;
    for_each_own(numbers, numbered_, [&](std::uint32_t label, std::uint32_t number) {
      rows.push_back(own[label - 1]);
      move_row(rows.back(), source_.extent, slab.first);
      const auto place = std::lower_bound(slab.border.begin(), slab.border.end(), label);
      if (place != slab.border.end() && *place == label) {
        const auto merged = rows_.extract(slab.first_node + static_cast<std::uint32_t>(place - slab.border.begin()));
        if (!merged.empty()) rows.back() = merged.mapped();
      }
      rows.back().label = number;
    });
    return rows;
  }

  Error at_slab(const SlabRecord& slab, const Error& error) const {
    const std::string planes = source_.extent.is_volume() ? "slices " : "rows ";
    return {error.code, planes + std::to_string(slab.first) + " to " + std::to_string(slab.first + slab.planes - 1) +
                            ": " + error.message};
  }

  void show_progress() {
    ++done_;
    if (options_.progress) options_.progress(done_, report_.slabs * (sink_ ? 2 : 1));
  }

  const SlabSource& source_;
  const SolveSlab& solve_;
  const LabelingSpec& spec_;
  const SlabOptions& options_;
  const SlabSink& sink_;
  bool has_rows_;
  std::size_t plane_;        ///< Elements of a plane.
  std::size_t plane_bytes_;  ///< Bytes of a plane.
  std::vector<SlabRecord> slabs_;
  std::vector<std::uint8_t> elements_;  ///< The plane before a slab, and the slab.
  SlabSolution slab_;
  SlabSolution seam_;
  PlaneAbove above_;
  BorderForest forest_;
  std::unordered_map<std::uint32_t, Component> rows_;  ///< Of components in several slabs, by their roots.
  std::int64_t kept_bytes_ = 0;
  std::int64_t done_ = 0;
  std::uint32_t numbered_ = 0;  ///< Components of finished slabs.
  SlabReport report_;
};

}  // namespace
}  // namespace tiled

Capabilities slab_capabilities() {
  return {.engine = "labeling by slabs",
          .connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                             Connectivity::twenty_six},
          .formats = {},
          .largest_elements = std::numeric_limits<std::int64_t>::max()};
}

SlabSource source_of(const ImageView& image) {
  return {image.extent, image.format, [image](int first, int planes, void* elements) {
            const Extent slab = slab_of(image.extent, planes);
            const std::size_t row_bytes = static_cast<std::size_t>(slab.width) * bytes_per_pixel(image.format);
            auto* to = static_cast<std::uint8_t*>(elements);
            for (int z = 0; z < slab.depth; ++z) {
              for (int y = 0; y < slab.height; ++y, to += row_bytes) {
                const bool is_volume = image.extent.is_volume();
                std::memcpy(to, image.row(is_volume ? y : first + y, is_volume ? first + z : 0), row_bytes);
              }
            }
            return Status();
          }};
}

SolveSlab solve_by_cpu_fast(int threads) {
  const auto labeler = std::make_shared<FastLabeler>(FastOptions{.threads = threads});
  return [labeler](const ImageView& slab, const LabelingSpec& spec, bool measured, SlabSolution& solution) {
    return labeler->label(slab, spec, solution.labels, measured ? &solution.components : nullptr);
  };
}

Result<SlabReport> label_slabs(const SlabSource& source, const SolveSlab& solve, const LabelingSpec& spec,
                               const SlabOptions& options, const SlabSink& sink) {
  if (Status status = check(spec, source.format, source.extent, slab_capabilities()); !status) return status.error();
  if (options.planes < 1) {
    return Error{ErrorCode::invalid_argument,
                 "slabs of " + std::to_string(options.planes) + " planes hold nothing: pass at least 1"};
  }
  if (sink && options.components) {
    if (Status status = tiled::check_sums(source.extent); !status) return status.error();
  }
  try {
    return tiled::SlabLabeling(source, solve, spec, options, sink).run();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "there is no memory for slabs of " + std::to_string(options.planes) +
                                           " planes of " + to_string(source.extent) + ": make them thinner"};
  }
}

}  // namespace glccl::host
