#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "host/tiled/border_forest.hpp"
#include "host/tiled/border_rows.hpp"
#include "host/tiled/measured_rows.hpp"
#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {
namespace {

/// What the second pass needs of a slab.
struct SlabRecord {
  std::uint32_t count = 0;                 ///< Labels of the slab by itself.
  std::uint32_t first_node = 0;            ///< The node of the first of `border`; those of the others follow.
  std::vector<std::uint32_t> border = {};  ///< SolvedSlab::border.
  Renumbering numbers = {};                ///< Until it is delivered.
};

/// The slab before a seam.
struct SlabAbove {
  std::uint32_t listed = 0;      ///< Components in SolvedSlab::border.
  std::uint32_t first_node = 0;  ///< The first of its nodes.
  /// The node of each component in the list, from first_node on; components outside of the last plane have none. Empty:
  /// each component has a node, in the order of the list.
  std::vector<std::uint32_t> nodes = {};
  MeasuredRows rows = {};  ///< Of its nodes, in the coordinates of the whole, if rows are asked for.
};

/// One labeling. In the second pass an engine may deliver slabs from a thread of its own, while later slabs are
/// numbered: deliver() alone then uses the rows, and of the records those of slabs that are numbered.
class SlabLabeling {
 public:
  SlabLabeling(std::unique_ptr<SlabEngine> engine, const SlabSource& source, const LabelingSpec& spec,
               const SlabOptions& options, const SlabSink& sink, std::vector<SlabPlace> slabs)
      : extent_(source.extent),
        options_(options),
        sink_(sink),
        task_{.source = source,
              .spec = spec,
              .slabs = slabs.empty() ? cut(planes_of(source.extent), options.planes) : std::move(slabs),
              .has_sink = static_cast<bool>(sink),
              .labels = sink && options.labels,
              .wide_labels = options.wide_labels,
              .rows = sink && options.components,
              .sums = options.sums,
              .kept_bytes = options.kept_bytes,
              .as_stored = options.solves_as_stored,
              .deliver = [this](std::size_t slab, const FinalLabels& labels,
                                const FinalRows& rows) { return deliver(slab, labels, rows); }},
        slabs_(task_.slabs.size()),
        rows_(task_.moments()),
        engine_(std::move(engine)) {
    report_.slabs = static_cast<std::int64_t>(slabs_.size());
  }

  Result<SlabReport> run() {
    if (Result<void> status = engine_->begin(task_); !status) return status.error();
    for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
      if (Result<void> status = engine_->solve(slab, solved_); !status) return status.error();
      if (Result<void> status = learn(slab, solved_); !status) {
        return at_slab(extent_, task_.slabs[slab], status.error());
      }
      show_progress();
    }
    if (sink_) {
      const Result<void> numbered = check_numbers(report_.components, task_.wide_labels, task_.rows);
      if (!numbered) return numbered.error();
      if (Result<void> status = finish_all(); !status) return status.error();
    }
    engine_->describe(report_);
    return report_;
  }

 private:
  static std::vector<SlabPlace> cut(int all, int planes) {
    std::vector<SlabPlace> slabs;
    for (int first = 0; first < all; first += slabs.back().planes) {
      slabs.push_back({first, std::min(planes, all - first)});
    }
    return slabs;
  }

  /// The first pass over a slab.
  Result<void> learn(std::size_t index, SolvedSlab& solved) {
    SlabRecord& slab = slabs_[index];
    const auto listed = static_cast<std::uint32_t>(solved.border.size());
    slab.count = solved.count;
    report_.components += slab.count;
    report_.foreground += solved.elements;
    report_.largest = std::max(report_.largest, solved.largest);
    report_.border_components += listed;
    if (forest_.size() + listed > std::numeric_limits<std::uint32_t>::max()) {
      return Error{ErrorCode::too_large,
                   "the slabs have more components in their first and last planes than 32 bits "
                   "count: make the slabs thicker, or ask for the number of components alone"};
    }
    slab.first_node = forest_.add(listed);
    move_rows(solved.rows.components, solved.rows.moments, task_.slabs[index].first);
    SlabAbove next{listed, slab.first_node, {}, std::exchange(solved.rows, {})};
    unite_across_seam(solved.pairs, next);
    report_.nodes_held = std::max<std::uint64_t>(report_.nodes_held, forest_.size());
    report_.rows_held = std::max<std::uint64_t>(report_.rows_held, rows_.size());
    next.nodes = std::exchange(above_.nodes, {});
    next.nodes.clear();
    above_ = std::move(next);
    if (sink_) {
      slab.border = std::exchange(solved.border, {});
    } else {
      drop_closed(solved.in_last);
    }
    return {};
  }

  /// Moves rows, and their moments if there are some, to the coordinates of the whole.
  void move_rows(std::span<Component> rows, std::span<Moments> moments, int first_plane) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      move_row(rows[i], extent_, first_plane, moments.empty() ? nullptr : &moments[i]);
    }
  }

  /// Unites the components that touch across the seam before `slab`.
  void unite_across_seam(std::span<const BorderPair> pairs, const SlabAbove& slab) {
    // Copies, which no store to a node can change: a wide plane has many pairs.
    const auto node_of = [listed = above_.listed, above = above_.first_node, below = slab.first_node,
                          nodes = std::span<const std::uint32_t>(above_.nodes)](std::uint32_t place) {
      if (place >= listed) return below + (place - listed);
      return above + (nodes.empty() ? place : nodes[place]);
    };
    std::uint64_t united = 0;
    if (task_.measured()) {
      for (const BorderPair& pair : pairs) united += unite_measured(node_of(pair.one), node_of(pair.other), slab);
    } else {
      for (const BorderPair& pair : pairs) united += forest_.unite(node_of(pair.one), node_of(pair.other)) ? 1 : 0;
    }
    report_.components -= united;
    report_.pairs += united;
  }

  /// Unites two trees and merges their rows. 0 if they are one already, else 1.
  std::uint64_t unite_measured(std::uint32_t a, std::uint32_t b, const SlabAbove& slab) {
    a = forest_.find(a);
    b = forest_.find(b);
    if (!forest_.unite(a, b)) return 0;
    const std::uint32_t root = std::min(a, b);
    const std::uint32_t child = std::max(a, b);
    const MeasuredRow merged = merge(row_at(root, slab), row_at(child, slab));
    if (task_.sums) report_.largest = std::max(report_.largest, merged.component.area);
    if (rows_.has(child)) rows_.remove(child);
    rows_.put(root, merged);
    return 1;
  }

  /// The row of a root: one that has none of its own yet is a component of one of the two slabs beside a seam.
  MeasuredRow row_at(std::uint32_t root, const SlabAbove& slab) const {
    if (rows_.has(root)) return rows_.at(root);
    const SlabAbove& own = root >= slab.first_node ? slab : above_;
    return own.rows.at(root - own.first_node);
  }

  /// Forgets all components but those in the last plane read.
  void drop_closed(std::span<const std::uint8_t> in_last) {
    open_.assign(forest_.size(), 0);
    open_roots_.resize(above_.listed);
    above_.nodes.assign(above_.listed, 0);
    const std::span<std::uint32_t> numbers = open_;
    const std::span<std::uint32_t> roots = open_roots_;
    const std::span<std::uint32_t> nodes = above_.nodes;
    std::uint32_t node = above_.first_node;
    std::uint32_t count = 0;
    for (std::size_t place = 0; place < nodes.size(); ++place, ++node) {
      if (in_last[place] == 0) continue;
      const std::uint32_t root = forest_.find(node);
      std::uint32_t number = numbers[root];
      if (number == 0) {
        roots[count] = root;
        number = ++count;
        numbers[root] = number;
      }
      nodes[place] = number - 1;
    }
    if (task_.measured()) keep_rows_of(roots.first(count));
    forest_.clear();
    above_.first_node = forest_.add(count);
  }

  /// Forgets all rows but those of some roots.
  void keep_rows_of(std::span<const std::uint32_t> roots) {
    MeasuredRows rows;
    rows.resize(roots.size(), task_.moments());
    for (std::size_t i = 0; i < roots.size(); ++i) rows.set(i, row_at(roots[i], above_));
    rows_.clear();
    above_.rows = std::move(rows);
  }

  /// The second pass.
  Result<void> finish_all() {
    for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
      number(slabs_[slab]);
      if (Result<void> status = engine_->finish(slab, slabs_[slab].numbers); !status) return status;
    }
    return engine_->end();
  }

  void number(SlabRecord& slab) {
    const auto earlier = [&](std::size_t i, const std::vector<std::uint64_t>& numbers) -> std::uint64_t {
      const std::uint32_t node = slab.first_node + static_cast<std::uint32_t>(i);
      const std::uint32_t parent = forest_.parent(node);
      if (parent == node) return 0;
      return parent < slab.first_node ? forest_.number(parent) : numbers[parent - slab.first_node];
    };
    std::vector<std::uint64_t> numbers;
    slab.numbers = number_slab(slab.count, slab.border, numbered_, earlier, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      forest_.set_number(slab.first_node + static_cast<std::uint32_t>(i), numbers[i]);
    }
    numbered_ += slab.numbers.own();
  }

  Result<void> deliver(std::size_t index, const FinalLabels& labels, const FinalRows& rows) {
    const SlabPlace& place = task_.slabs[index];
    if (task_.rows) take_merged_rows(slabs_[index], rows);
    slabs_[index] = {};  // gives its memory back, which `border = {}` would keep
    const Result<void> status =
        sink_({place.first, place.planes, labels.narrow, rows.components, labels.wide, rows.moments});
    if (status) show_progress();
    return status;
  }

  /// Puts the merged rows of components in several slabs to the rows of the slab that they begin in.
  void take_merged_rows(const SlabRecord& slab, const FinalRows& rows) {
    const std::vector<std::uint32_t>& left_out = slab.numbers.labels;
    std::size_t before = 0;  // labels that are left out
    for (std::size_t i = 0; i < slab.border.size(); ++i) {
      if (before < left_out.size() && left_out[before] == slab.border[i]) {
        ++before;
        continue;
      }
      const std::uint32_t node = slab.first_node + static_cast<std::uint32_t>(i);
      if (!rows_.has(node)) continue;
      const std::size_t own = slab.border[i] - 1 - before;
      const MeasuredRow merged = rows_.at(node);
      const std::uint32_t label = rows.components[own].label;
      rows.components[own] = merged.component;
      rows.components[own].label = label;
      if (!rows.moments.empty()) rows.moments[own] = merged.moments;
      rows_.remove(node);
    }
  }

  void show_progress() {
    ++done_;
    if (options_.progress) options_.progress(done_, report_.slabs * (sink_ ? 2 : 1));
  }

  const Extent extent_;
  const SlabOptions& options_;
  const SlabSink& sink_;
  SlabTask task_;
  std::vector<SlabRecord> slabs_;
  SlabAbove above_;
  BorderForest forest_;
  BorderRows rows_;    ///< Of components in several slabs, at their roots.
  SolvedSlab solved_;  ///< Memory that is used again.
  /// Scratch of drop_closed(): the new number of each root that stays, from 1, and these roots.
  std::vector<std::uint32_t> open_;
  std::vector<std::uint32_t> open_roots_;
  std::int64_t done_ = 0;
  std::uint64_t numbered_ = 0;  ///< Components of finished slabs.
  SlabReport report_;
  std::unique_ptr<SlabEngine> engine_;  ///< The last member: it ends its work before the others are gone.
};

}  // namespace

Result<SlabReport> label_by_engine(std::unique_ptr<SlabEngine> engine, const SlabSource& source,
                                   const LabelingSpec& spec, const SlabOptions& options, const SlabSink& sink,
                                   std::vector<SlabPlace> slabs) {
  const bool has_rows = sink && options.components;
  if (Result<void> status = check_slabs(spec, source.format, source.extent, has_rows); !status) return status.error();
  if (options.planes < 1) {
    return Error{ErrorCode::invalid_argument,
                 "slabs of " + std::to_string(options.planes) + " planes hold nothing: pass at least 1"};
  }
  try {
    const LabelingSpec resolved = spec_in(source.extent, spec);
    return SlabLabeling(std::move(engine), source, resolved, options, sink, std::move(slabs)).run();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "there is no memory for slabs of " + std::to_string(options.planes) +
                                           " planes of " + to_string(source.extent) + ": make them thinner"};
  }
}

}  // namespace glccl::host::tiled
