#include "raster/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace glccl::raster {
namespace {

/// The smallest k with base^k >= n.
int ceil_log(std::int64_t n, std::int64_t base) {
  int k = 0;
  for (std::int64_t reach = 1; reach < n; reach *= base) ++k;
  return k;
}

/// Steps along a chain that one pass of update_roots takes in the exact schedule: enough that one pass settles nearly
/// every image, few enough that no fragment runs for long.
constexpr int hops_per_pass = 64;

/// Writes down the passes in the order in which they run. `current_` holds the ids that the next pass reads, `other_`
/// its partner.
class Planner {
 public:
  Planner(Engine engine, Size size, const Options& options) : exact_(engine == Engine::raster), options_(options) {
    plan_.size = size;
  }

  Plan plan() {
    find_runs();
    sweep_columns();
    update_after_sweep();
    if (exact_) merge_until_nothing_changes();
    number();
    return std::move(plan_);
  }

 private:
  Box whole_image() const { return {0, 0, plan_.size.width - 1, plan_.size.height - 1}; }

  /// No tree of runs can have more: a run takes a pixel and the background pixel below it.
  std::int64_t most_runs() const { return std::int64_t{plan_.size.width} * ((plan_.size.height + 1) / 2); }

  Pass& add(PassName name, Image read, Image write, int argument = 0) {
    Pass pass;
    pass.name = name;
    pass.stage = stage_;
    pass.read = read;
    pass.write = write;
    pass.argument = argument;
    pass.rectangle = whole_image();
    return plan_.passes.emplace_back(pass);
  }

  void swap_ids() { std::swap(current_, other_); }

  /// Chapter 4.
  void find_runs() {
    stage_ = "encode_ids";
    add(PassName::encode_ids, Image::source, current_);
    stage_ = "vertical_runs";
    const int passes = plan_.size.height > 1 ? 1 + ceil_log(plan_.size.height - 1, 2) : 0;
    for (int i = 0; i < passes; ++i) {
      add(PassName::vertical_runs, current_, other_, i);
      swap_ids();
    }
    add(PassName::copy_ids, current_, other_);
  }

  /// Chapter 5, in the order of figure 5.7: `current_` is the paper's texture 1, `other_` its texture 0.
  void sweep_columns() {
    stage_ = "column_sweep";
    const int height = plan_.size.height;
    const bool eight = options_.connectivity == Connectivity::eight;
    const std::size_t first = plan_.passes.size();
    for (int column = plan_.size.width - 2; column >= 0; --column) {
      add(PassName::gather_neighbor, current_, other_, column).points = height;
      add(PassName::update_column, other_, current_, column).rectangle = {column, 0, column, height - 1};
      add(PassName::scatter_back, current_, other_, column).points = eight ? 2 * height : height;
    }
    if (plan_.passes.size() > first) plan_.passes[first].clear = Clear::marks;
  }

  /// Chapter 6. Marked roots lie in `other_` (texture 0); the columns' ids in `current_`, where the roots go too.
  void update_after_sweep() {
    if (plan_.size.width < 2) return;
    stage_ = "update_roots";
    if (exact_) {
      settle_roots(no_query);
    } else {
      add(PassName::update_roots, other_, current_, std::numeric_limits<int>::max());
    }
    stage_ = "update_children";
    add(PassName::update_children, current_, other_);
    swap_ids();
  }

  /// Flattens the chains of marked roots, starting from `other_`. A chain meets a root once at most, and every pass
  /// divides its length by `hops_per_pass`; one pass more, and both textures hold the ends.
  void settle_roots(int condition) {
    const int passes = ceil_log(most_runs(), hops_per_pass) + 1;
    Image from = other_;
    Image to = current_;
    for (int i = 0; i < passes; ++i) {
      add(PassName::update_roots, from, to, hops_per_pass).condition = condition;
      std::swap(from, to);
    }
  }

  /// After 2 ceil(log2 n) rounds n trees are merged (DESIGN: two rounds at least halve the trees that can still merge),
  /// so the plan holds that many, and the GPU skips each that follows one without a fragment. Nobody waits for an
  /// answer.
  void merge_until_nothing_changes() {
    if (plan_.size.width < 2) return;
    stage_ = "merge_rounds";
    add(PassName::copy_ids, current_, other_);
    const int rounds = 2 * ceil_log(most_runs(), 2);
    const int points = static_cast<int>(plan_.size.pixels());
    for (int round = 0; round < rounds; ++round) {
      const int query = round % 2;
      Pass& merge = add(PassName::merge_rounds, current_, other_);
      merge.points = points;
      merge.clear = round == 0 ? Clear::marks : Clear::nothing;
      merge.condition = round == 0 ? no_query : 1 - query;
      merge.query = query;
      settle_roots(query);
    }
    add(PassName::update_children, current_, other_);
    swap_ids();
  }

  void number() {
    stage_ = "number_components";
    const bool by_root = options_.numbering == Numbering::root;
    if (!by_root) {
      plan_.firsts = other_;
      plan_.levels = pyramid_levels(plan_.size);
      Pass& first = add(PassName::first_pixels, current_, plan_.firsts);
      first.points = static_cast<int>(plan_.size.pixels());
      first.clear = Clear::ids;
      for (int level = 0; level < static_cast<int>(plan_.levels.size()); ++level) {
        const Level& rows = plan_.levels[static_cast<std::size_t>(level)];
        add(PassName::histogram_pyramid, current_, Image::sums, level).rectangle = {0, rows.first_row, pyramid_row - 1,
                                                                                    rows.first_row + rows_of(rows) - 1};
      }
      add(PassName::number_roots, current_, Image::numbers);
    }
    add(PassName::number_components, current_, Image::labels, by_root ? 1 : 0);
  }

  Plan plan_;
  bool exact_;
  Options options_;
  std::string_view stage_;
  Image current_ = Image::ids_a;
  Image other_ = Image::ids_b;
};

const char* name_of(Image image) {
  switch (image) {
    case Image::none:
      return "-";
    case Image::source:
      return "source";
    case Image::ids_a:
      return "ids_a";
    case Image::ids_b:
      return "ids_b";
    case Image::sums:
      return "sums";
    case Image::numbers:
      return "numbers";
    case Image::labels:
      return "labels";
  }
  return "";
}

std::string describe(const Pass& pass) {
  const PassTraits& traits = traits_of(pass.name);
  std::string line = "  " + std::string(traits.name) + "  " + name_of(pass.read) + " -> " + name_of(pass.write);
  if (traits.argument != nullptr) line += "  " + std::string(traits.argument) + " " + std::to_string(pass.argument);
  if (traits.geometry == Geometry::points) line += "  points " + std::to_string(pass.points);
  if (traits.blend_max) line += "  GL_MAX";
  if (traits.depth == Depth::mark) line += "  marks";
  if (traits.depth == Depth::test) line += "  where marked";
  if (pass.condition != no_query) line += "  if query " + std::to_string(pass.condition) + " saw a fragment";
  if (pass.query != no_query) line += "  seen by query " + std::to_string(pass.query);
  return line + "\n";
}

}  // namespace

std::vector<Level> pyramid_levels(Size size) {
  std::vector<Level> levels;
  std::int64_t elements = std::int64_t{(size.width + pyramid_fan - 1) / pyramid_fan} * size.height;
  int row = 0;
  while (true) {
    levels.push_back({row, static_cast<int>(elements)});
    if (elements == 1) return levels;
    row += rows_of(levels.back());
    elements = (elements + pyramid_fan - 1) / pyramid_fan;
  }
}

int rows_of(const Level& level) { return (level.elements + pyramid_row - 1) / pyramid_row; }

Plan make_plan(Engine engine, Size size, const Options& options) { return Planner(engine, size, options).plan(); }

std::string describe(const Plan& plan) {
  constexpr std::size_t shown = 6;
  std::string text;
  const auto& passes = plan.passes;
  for (std::size_t from = 0; from < passes.size();) {
    std::size_t to = from;
    while (to < passes.size() && passes[to].stage == passes[from].stage) ++to;
    text += std::string(passes[from].stage) + ": " + std::to_string(to - from) + " passes\n";
    for (std::size_t i = from; i < to; ++i) {
      const std::size_t hidden = to - from > 2 * shown ? to - from - 2 * shown : 0;
      if (hidden > 0 && i == from + shown) {
        text += "  ... " + std::to_string(hidden) + " more of the kind ...\n";
        i += hidden;
      }
      text += describe(passes[i]);
    }
    from = to;
  }
  return text;
}

}  // namespace glccl::raster
