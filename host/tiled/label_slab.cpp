#include "host/tiled/label_slab.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "glccl/table.hpp"
#include "host/tiled/contraction.hpp"
#include "host/tiled/finish_slab.hpp"
#include "host/tiled/slab_border.hpp"

namespace glccl::host::tiled {
namespace {

class SlabPart {
 public:
  SlabPart(SlabExchange& exchange, const Extent& extent, const ImageView& elements, const SolveSlab& solve,
           const LabelingSpec& spec, const PartResults& wanted)
      : exchange_(exchange),
        extent_(extent),
        elements_(elements),
        solve_(solve),
        spec_(spec),
        wanted_(wanted),
        planes_(slab_place(planes_of(extent), exchange.count(), exchange.place())),
        plane_(static_cast<std::size_t>(slab_of(extent, 1).elements())) {}

  Result<LabeledSlab> run() {
    if (Result<void> status = exchange_.agree(without_exceptions([&] { return solve_slab(); })); !status) {
      return status.error();
    }
    send_last_plane();
    std::vector<BorderPair> pairs;
    if (Result<void> status = exchange_.agree(without_exceptions([&] { return find_seam_pairs(pairs); })); !status) {
      return status.error();
    }
    LabeledSlab result;
    result.border_components = border_.labels.size();
    result.pairs = pairs.size();
    const Contraction contraction(exchange_, border_, std::move(pairs));
    result.rounds = contraction.rounds();
    result.largest_join = contraction.largest_join();
    if (Result<void> status = number(contraction, result); !status) return status.error();
    return result;
  }

 private:
  template <class Work>
  static Result<void> without_exceptions(const Work& work) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::too_large, "there is no memory for it: use more slabs"};
    }
  }

  Result<void> solve_slab() {
    if (Result<void> status = solve_(elements_, spec_, wanted_.measured, solution_); !status) return status;
    if (has_moments()) {
      if (Result<void> status = check_moments(spec_, solution_); !status) return status;
    }
    const std::span<const std::uint32_t> labels = solution_.labels.values;
    count_ = *std::max_element(labels.begin(), labels.end());
    border_ = find_border(labels.first(plane_), labels.last(plane_));
    return {};
  }

  void send_last_plane() {
    if (exchange_.place() + 1 == exchange_.count()) return;
    const std::size_t bytes = plane_ * bytes_per_pixel(elements_.format);
    const auto* const end =
        static_cast<const std::uint8_t*>(elements_.data) + static_cast<std::size_t>(planes_.planes) * bytes;
    exchange_.send(exchange_.place() + 1, {end - bytes, bytes});
    exchange_.send_values(exchange_.place() + 1, border_.last);
    exchange_.send_values(exchange_.place() + 1, std::vector{static_cast<std::uint32_t>(border_.labels.size())});
  }

  Result<void> find_seam_pairs(std::vector<BorderPair>& pairs) {
    if (exchange_.place() == 0) return {};
    const int above = exchange_.place() - 1;
    std::vector<std::uint8_t> planes = exchange_.receive(above);
    const BorderPlane places = exchange_.receive_values<std::uint32_t>(above);
    const std::uint32_t count = exchange_.receive_values<std::uint32_t>(above).front();
    const auto* const own = static_cast<const std::uint8_t*>(elements_.data);
    planes.insert(planes.end(), own, own + planes.size());
    SlabSolution seam;
    const ImageView view{planes.data(), elements_.format, slab_of(extent_, 2)};
    if (Result<void> status = solve_(view, spec_, false, seam); !status) return status;
    pairs =
        find_pairs(places, count, border_.first, static_cast<std::uint32_t>(border_.labels.size()), seam.labels.values);
    return {};
  }

  Result<void> number(const Contraction& contraction, LabeledSlab& result) {
    // A part of a component is named by its slab and its label there: the smallest name is where the component begins.
    const auto name_of = [&](std::uint32_t label) {
      return static_cast<std::uint64_t>(exchange_.place()) << 32 | label;
    };
    std::vector<std::uint64_t> names;
    for (const std::uint32_t label : border_.labels) names.push_back(name_of(label));
    contraction.reduce(names, [](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
    const auto begins_here = [&](std::size_t i) { return names[i] == name_of(border_.labels[i]); };
    std::uint64_t own = count_;
    for (std::size_t i = 0; i < names.size(); ++i) own -= begins_here(i) ? 0 : 1;
    const std::uint64_t before = exchange_.sum_before(own);
    result.all_components = exchange_.sum(own);
    if (!wanted_.labels && !wanted_.measured) return {};
    if (Result<void> status = check_numbers(result.all_components, wanted_.wide_labels, wanted_.measured); !status) {
      return status;
    }
    const Renumbering numbers = wanted_.wide_labels ? share_numbers<std::uint64_t>(contraction, before, begins_here)
                                                    : share_numbers<std::uint32_t>(contraction, before, begins_here);
    if (wanted_.measured) collect_rows(contraction, numbers, result);
    return wanted_.labels ? exchange_.agree(without_exceptions([&] { return make_labels(numbers, result); }))
                          : Result<void>();
  }

  /// The slab in which a component begins tells its number, of the type `Label`, to the others.
  template <class Label, class BeginsHere>
  Renumbering share_numbers(const Contraction& contraction, std::uint64_t before, const BeginsHere& begins_here) {
    std::vector<std::uint64_t> final_numbers;
    number_slab(
        count_, border_.labels, before, [&](std::size_t i, const auto&) { return begins_here(i) ? 0U : 1U; },
        final_numbers);
    std::vector<Label> known(final_numbers.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
      known[i] = begins_here(i) ? static_cast<Label>(final_numbers[i]) : 0;
    }
    contraction.reduce(known, [](Label a, Label b) { return std::max(a, b); });
    return number_slab(
        count_, border_.labels, before, [&](std::size_t i, const auto&) { return begins_here(i) ? 0U : known[i]; },
        final_numbers);
  }

  Result<void> make_labels(const Renumbering& numbers, LabeledSlab& result) {
    std::vector<std::uint32_t>& own = solution_.labels.values;
    if (wanted_.wide_labels) {
      result.wide_labels.resize(own.size());
      renumber<std::uint64_t>(own, numbers, result.wide_labels);
    } else {
      renumber<std::uint32_t>(own, numbers, own);
      result.labels = std::move(solution_.labels);
    }
    return {};
  }

  bool has_moments() const { return wanted_.measured && tiled::has_moments(spec_); }

  /// The rows of the components that begin in the slab.
  void collect_rows(const Contraction& contraction, const Renumbering& numbers, LabeledSlab& result) {
    for (std::size_t i = 0; i < solution_.components.size(); ++i) {
      move_row(solution_.components[i], extent_, planes_.first, has_moments() ? &solution_.moments[i] : nullptr);
    }
    merge_border(contraction, solution_.components);
    if (has_moments()) merge_border(contraction, solution_.moments);
    for_each_own(numbers, [&](std::uint32_t label, std::uint64_t number) {
      result.components.push_back(solution_.components[label - 1]);
      result.components.back().label = static_cast<std::uint32_t>(number);
      if (has_moments()) result.moments.push_back(solution_.moments[label - 1]);
    });
  }

  /// Gives the components in the first and last plane their rows, or moments, in all slabs together.
  template <class Row>
  void merge_border(const Contraction& contraction, std::vector<Row>& rows) {
    std::vector<Row> merged;
    for (const std::uint32_t label : border_.labels) merged.push_back(rows[label - 1]);
    contraction.reduce(merged, [](const Row& a, const Row& b) { return glccl::merge(a, b); });
    for (std::size_t i = 0; i < merged.size(); ++i) rows[border_.labels[i] - 1] = merged[i];
  }

  SlabExchange& exchange_;
  const Extent& extent_;
  const ImageView& elements_;
  const SolveSlab& solve_;
  const LabelingSpec& spec_;
  PartResults wanted_;
  SlabPlace planes_;
  std::size_t plane_;  ///< Elements of a plane.
  SlabSolution solution_;
  std::uint32_t count_ = 0;  ///< Components of the slab by itself.
  SlabBorder border_;
};

}  // namespace

SlabPlace slab_place(int planes, int count, int place) {
  const int thin = planes / count;
  const int thicker = planes % count;
  return {place * thin + std::min(place, thicker), thin + (place < thicker ? 1 : 0)};
}

Result<LabeledSlab> label_slab(SlabExchange& exchange, const Extent& extent, const ImageView& elements,
                               const SolveSlab& solve, const LabelingSpec& spec, const PartResults& wanted) {
  return SlabPart(exchange, extent, elements, solve, spec, wanted).run();
}

}  // namespace glccl::host::tiled
