#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "glccl/table.hpp"
#include "host/tiled/border_forest.hpp"
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
  /// Of each component in the list its node, from first_node on; those outside of the last plane have none. Empty: each
  /// component has a node, in the order of the list.
  std::vector<std::uint32_t> nodes = {};
  std::vector<Component> rows = {};  ///< Of its nodes, in the coordinates of the whole, if rows are asked for.
};

/// One labeling. In the second pass an engine may deliver slabs from a thread of its own, while later slabs are
/// numbered: deliver() alone then uses the rows, and of the records those of slabs that are numbered.
class SlabLabeling {
 public:
  SlabLabeling(std::unique_ptr<SlabEngine> engine, const SlabSource& source, const LabelingSpec& spec,
               const SlabOptions& options, const SlabSink& sink)
      : extent_(source.extent),
        options_(options),
        sink_(sink),
        task_{.source = source,
              .spec = spec,
              .slabs = cut(planes_of(source.extent), options.planes),
              .has_sink = static_cast<bool>(sink),
              .labels = sink && options.labels,
              .wide_labels = options.wide_labels,
              .rows = sink && options.components,
              .sums = options.sums,
              .kept_bytes = options.kept_bytes,
              .deliver = [this](std::size_t slab, const FinalLabels& labels,
                                const RowOfLabel& row_of) { return deliver(slab, labels, row_of); }},
        slabs_(task_.slabs.size()),
        engine_(std::move(engine)) {
    report_.slabs = static_cast<std::int64_t>(slabs_.size());
  }

  Result<SlabReport> run() {
    if (Status status = engine_->begin(task_); !status) return status.error();
    for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
      Result<SolvedSlab> solved = engine_->solve(slab);
      if (!solved) return solved.error();
      if (Status status = learn(slab, *std::move(solved)); !status) {
        return at_slab(extent_, task_.slabs[slab], status.error());
      }
      show_progress();
    }
    if (sink_) {
      const Status numbered = check_numbers(report_.components, task_.wide_labels, task_.rows);
      if (!numbered) return numbered.error();
      if (Status status = finish_all(); !status) return status.error();
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
  Status learn(std::size_t index, SolvedSlab solved) {
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
    for (Component& row : solved.rows) move_row(row, extent_, task_.slabs[index].first);
    SlabAbove next{listed, slab.first_node, {}, std::move(solved.rows)};
    unite_across_seam(solved.pairs, next);
    report_.nodes_held = std::max<std::uint64_t>(report_.nodes_held, forest_.size());
    report_.rows_held = std::max<std::uint64_t>(report_.rows_held, rows_.size());
    above_ = std::move(next);
    if (sink_) {
      slab.border = std::move(solved.border);
    } else {
      drop_closed(solved.in_last);
    }
    return {};
  }

  /// Unites the components that touch across the seam before `slab`.
  void unite_across_seam(std::span<const BorderPair> pairs, const SlabAbove& slab) {
    const auto node_of = [&](std::uint32_t place) {
      if (place >= above_.listed) return slab.first_node + (place - above_.listed);
      return above_.first_node + (above_.nodes.empty() ? place : above_.nodes[place]);
    };
    for (const BorderPair& pair : pairs) unite(node_of(pair.one), node_of(pair.other), slab);
  }

  void unite(std::uint32_t a, std::uint32_t b, const SlabAbove& slab) {
    a = forest_.find(a);
    b = forest_.find(b);
    if (!forest_.unite(a, b)) return;
    --report_.components;
    ++report_.pairs;
    if (!task_.measured()) return;
    // A root that has no row here yet is a component of one of the two slabs.
    const auto row_of = [&](std::uint32_t root) -> Component& {
      const auto [row, added] = rows_.try_emplace(root);
      if (added) {
        const SlabAbove& own = root >= slab.first_node ? slab : above_;
        row->second = own.rows[root - own.first_node];
      }
      return row->second;
    };
    const Component merged = merge(row_of(a), row_of(b));
    if (task_.sums) report_.largest = std::max(report_.largest, merged.area);
    rows_.erase(std::max(a, b));
    rows_[std::min(a, b)] = merged;
  }

  /// Forgets all components but those in the last plane read.
  void drop_closed(std::span<const std::uint8_t> in_last) {
    std::vector<std::uint32_t> open(forest_.size(), 0);
    std::uint32_t count = 0;
    std::vector<Component> rows;
    above_.nodes.assign(above_.listed, 0);
    for (std::uint32_t place = 0; place < above_.listed; ++place) {
      if (in_last[place] == 0) continue;
      const std::uint32_t root = forest_.find(above_.first_node + place);
      std::uint32_t& number = open[root];
      if (number == 0) {
        number = ++count;
        if (task_.measured()) {
          const auto merged = rows_.find(root);
          rows.push_back(merged != rows_.end() ? merged->second : above_.rows[root - above_.first_node]);
        }
      }
      above_.nodes[place] = number - 1;
    }
    rows_.clear();
    above_.rows = std::move(rows);
    forest_ = {};
    above_.first_node = forest_.add(count);
  }

  /// The second pass.
  Status finish_all() {
    for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
      number(slabs_[slab]);
      if (Status status = engine_->finish(slab, slabs_[slab].numbers); !status) return status;
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

  Status deliver(std::size_t index, const FinalLabels& labels, const RowOfLabel& row_of) {
    SlabRecord& slab = slabs_[index];
    const SlabPlace& place = task_.slabs[index];
    const std::vector<Component> rows = task_.rows ? own_rows(slab, place, row_of) : std::vector<Component>();
    slab.border = {};
    slab.numbers = {};
    const Status status = sink_({place.first, place.planes, labels.narrow, rows, labels.wide});
    if (status) show_progress();
    return status;
  }

  /// The rows of the components that begin in a slab.
  std::vector<Component> own_rows(const SlabRecord& slab, const SlabPlace& place, const RowOfLabel& row_of) {
    std::vector<Component> rows;
    rows.reserve(slab.numbers.own());
    std::size_t i = 0;
    for_each_own(slab.numbers, [&](std::uint32_t label, std::uint64_t number) {
      while (i < slab.border.size() && slab.border[i] < label) ++i;
      const bool at_border = i < slab.border.size() && slab.border[i] == label;
      const auto merged = at_border ? rows_.find(slab.first_node + static_cast<std::uint32_t>(i)) : rows_.end();
      if (merged != rows_.end()) {
        rows.push_back(merged->second);
        rows_.erase(merged);
      } else {
        rows.push_back(row_of(label));
        move_row(rows.back(), extent_, place.first);
      }
      rows.back().label = static_cast<std::uint32_t>(number);
    });
    return rows;
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
  std::unordered_map<std::uint32_t, Component> rows_;  ///< Of components in several slabs, by their roots.
  std::int64_t done_ = 0;
  std::uint64_t numbered_ = 0;  ///< Components of finished slabs.
  SlabReport report_;
  std::unique_ptr<SlabEngine> engine_;  ///< The last member: it ends its work before the others are gone.
};

}  // namespace

Result<SlabReport> label_by_engine(std::unique_ptr<SlabEngine> engine, const SlabSource& source,
                                   const LabelingSpec& spec, const SlabOptions& options, const SlabSink& sink) {
  if (Status status = check(spec, source.format, source.extent, slab_capabilities()); !status) return status.error();
  if (options.planes < 1) {
    return Error{ErrorCode::invalid_argument,
                 "slabs of " + std::to_string(options.planes) + " planes hold nothing: pass at least 1"};
  }
  if (sink && options.components) {
    if (Status status = check_sums(source.extent); !status) return status.error();
  }
  try {
    return SlabLabeling(std::move(engine), source, spec, options, sink).run();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "there is no memory for slabs of " + std::to_string(options.planes) +
                                           " planes of " + to_string(source.extent) + ": make them thinner"};
  }
}

}  // namespace glccl::host::tiled
