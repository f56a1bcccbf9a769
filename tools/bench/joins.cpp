#include "tools/bench/joins.hpp"

#include <time.h>

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <span>
#include <string>
#include <utility>

#include "glccl/image.hpp"
#include "glccl/spec.hpp"
#include "host/tiled/contraction.hpp"
#include "host/tiled/label_slab.hpp"
#include "host/tiled/slab_border.hpp"
#include "tools/bench/report.hpp"

namespace glccl::tools {
namespace {

using host::tiled::BorderPair;
using host::tiled::IntervalJoin;
using host::tiled::OpenComponents;

double thread_milliseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// CPU time of this thread: other programs of the machine do not count.
double milliseconds_of(const auto& work) {
  const double begin = thread_milliseconds();
  work();
  return thread_milliseconds() - begin;
}

RankTimes times_of(std::vector<double> ms) {
  if (ms.empty()) return {};
  const double longest = *std::max_element(ms.begin(), ms.end());
  return {median(std::move(ms)), longest};
}

/// A slab, and later the interval of slabs that begins with it.
struct Interval {
  OpenComponents open;
  std::vector<BorderPair> pairs;     ///< Across the seam before it.
  std::vector<std::uint64_t> names;  ///< Of its open components: the slab and the label where each begins.
};

/// Makes the slabs, one after the other.
class Slabs {
 public:
  Slabs(const host::SlabSource& source, const LabelingSpec& spec, int ranks)
      : source_(source), spec_(spec), ranks_(ranks), report_{.extent = source.extent, .ranks = ranks} {}

  Result<JoinReport> join_all() {
    for (int place = 0; place < ranks_; ++place) {
      if (Result<void> status = add(place); !status) return status.error();
    }
    report_.seam = times_of(std::move(seam_ms_));
    for (int step = 1; step < ranks_; step *= 2) join_round(step);
    // Each component has one name, that of its first part: the others are no components of the whole.
    report_.components = parts_ - unions_;
    return std::move(report_);
  }

 private:
  Result<void> add(int place) {
    const auto [first, planes] = host::tiled::slab_place(host::planes_of(source_.extent), ranks_, place);
    const Extent extent = host::slab_of(source_.extent, planes);
    const std::size_t bytes = bytes_per_pixel(source_.format);
    elements_.resize(static_cast<std::size_t>(extent.elements()) * bytes);
    if (Result<void> status = source_.read(first, planes, elements_.data()); !status) return status;
    if (Result<void> status = solve_({elements_.data(), source_.format, extent}, spec_, false, solution_); !status) {
      return status;
    }
    const std::span<const std::uint32_t> labels = solution_.labels.values;
    const auto plane = static_cast<std::size_t>(host::slab_of(source_.extent, 1).elements());
    const std::uint32_t count = *std::max_element(labels.begin(), labels.end());
    host::tiled::SlabBorder border = host::tiled::find_border(labels.first(plane), labels.last(plane));
    Interval slab{host::tiled::open_components(border), {}, {}};
    for (const std::uint32_t label : border.labels) slab.names.push_back(std::uint64_t(place) << 32 | label);
    if (place > 0) {
      Result<void> status;
      const double ms = milliseconds_of([&] { status = find_seam(border, plane * bytes, slab.pairs); });
      if (!status) return status;
      seam_ms_.push_back(ms);
    }
    parts_ += count;
    report_.border_components += border.labels.size();
    report_.pairs += slab.pairs.size();
    above_.assign(elements_.end() - static_cast<std::ptrdiff_t>(plane * bytes), elements_.end());
    above_border_ = std::move(border);
    intervals_.push_back(std::move(slab));
    return {};
  }

  Result<void> find_seam(const host::tiled::SlabBorder& border, std::size_t plane_bytes,
                         std::vector<BorderPair>& pairs) {
    std::vector<std::uint8_t> planes = above_;
    planes.insert(planes.end(), elements_.begin(), elements_.begin() + static_cast<std::ptrdiff_t>(plane_bytes));
    host::SlabSolution seam;
    const ImageView view{planes.data(), source_.format, host::slab_of(source_.extent, 2)};
    if (Result<void> status = solve_(view, spec_, false, seam); !status) return status;
    pairs = host::tiled::find_pairs(above_border_.last, static_cast<std::uint32_t>(above_border_.labels.size()),
                                    border.first, static_cast<std::uint32_t>(border.labels.size()), seam.labels.values);
    return {};
  }

  void join_round(int step) {
    JoinRound& round = report_.rounds.emplace_back();
    join_ms_.clear();
    values_ms_.clear();
    for (int place = 0; place + step < ranks_; place += 2 * step) {
      join(intervals_[static_cast<std::size_t>(place)], intervals_[static_cast<std::size_t>(place + step)], round);
    }
    round.join = times_of(join_ms_);
    round.values = times_of(values_ms_);
  }

  void join(Interval& upper, Interval& lower, JoinRound& round) {
    IntervalJoin joined;
    const double join_ms = milliseconds_of([&] { joined = host::tiled::join(upper.open, lower.open, lower.pairs); });
    std::vector<std::uint64_t> names;
    const double names_ms = milliseconds_of([&] {
      names = host::tiled::merge_values<std::uint64_t>(joined, upper.names, lower.names,
                                                       [](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
      host::tiled::spread_values<std::uint64_t>(joined, names);
    });
    const std::vector<std::uint32_t> upper_numbers(upper.names.size(), 1);
    const std::vector<std::uint32_t> lower_numbers(lower.names.size(), 0);
    const double numbers_ms = milliseconds_of([&] {
      const std::vector<std::uint32_t> numbers = host::tiled::merge_values<std::uint32_t>(
          joined, upper_numbers, lower_numbers, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
      host::tiled::spread_values<std::uint32_t>(joined, numbers);
    });
    ++round.joins;
    join_ms_.push_back(join_ms);
    values_ms_.push_back(names_ms + numbers_ms);
    round.most_held = std::max(round.most_held, joined.into.size());
    round.largest_message = std::max(round.largest_message, message_bytes(lower));
    unions_ += joined.into.size() - joined.all;
    names.resize(joined.open);
    upper.names = std::move(names);
    lower = {};
  }

  /// What the upper interval's rank gets of the lower one, and what goes back: planes, pairs, names and numbers.
  static std::size_t message_bytes(const Interval& lower) {
    const std::size_t values = lower.names.size() * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
    return (lower.open.first.size() + lower.open.last.size() + 1) * sizeof(std::uint32_t) +
           lower.pairs.size() * sizeof(BorderPair) + 2 * values;
  }

  const host::SlabSource& source_;
  const LabelingSpec& spec_;
  int ranks_;
  JoinReport report_;
  host::SolveSlab solve_ = host::solve_by_cpu_fast(1);
  std::vector<std::uint8_t> elements_;
  host::SlabSolution solution_;
  std::vector<std::uint8_t> above_;  ///< The last plane of the slab before.
  host::tiled::SlabBorder above_border_;
  std::vector<Interval> intervals_;
  std::vector<double> seam_ms_;    ///< Of all seams.
  std::vector<double> join_ms_;    ///< Of the round's joins.
  std::vector<double> values_ms_;  ///< Of the round's joins.
  std::uint64_t parts_ = 0;        ///< Sum of the components of the slabs by themselves.
  std::uint64_t unions_ = 0;       ///< Unions in all joins.
};

}  // namespace

Result<JoinReport> measure_joins(const host::SlabSource& source, const LabelingSpec& spec, int ranks) {
  const Result<void> possible = host::tiled::check_slabs(spec, source.format, source.extent, false);
  if (!possible) return possible.error();
  const int planes = host::planes_of(source.extent);
  if (ranks < 1 || ranks > planes) {
    return Error{ErrorCode::invalid_argument, std::to_string(ranks) + " ranks for " + std::to_string(planes) +
                                                  " planes: each rank has a plane or more, so pass 1 to " +
                                                  std::to_string(planes)};
  }
  return Slabs(source, spec_in(source.extent, spec), ranks).join_all();
}

void print_joins(std::ostream& out, const JoinReport& report) {
  const auto print_times = [&](const RankTimes& times) {
    out << std::setw(9) << times.median << std::setw(10) << times.longest;
  };
  out << std::fixed << std::setprecision(3) << to_string(report.extent) << " by " << report.ranks
      << " ranks: " << report.components << " components, " << report.border_components << " at the borders of slabs, "
      << report.pairs << " pairs across seams\n"
      << "                       join ms        values ms  components held  message bytes\n"
      << "round    joins   median   longest   median   longest\n seams" << std::setw(9) << report.ranks - 1;
  print_times(report.seam);
  RankTimes sum = report.seam;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < report.rounds.size(); ++i) {
    const JoinRound& round = report.rounds[i];
    out << '\n' << std::setw(5) << i + 1 << std::setw(9) << round.joins;
    print_times(round.join);
    print_times(round.values);
    out << std::setw(17) << round.most_held << std::setw(15) << round.largest_message;
    sum.median += round.join.median + round.values.median;
    sum.longest += round.join.longest + round.values.longest;
    bytes += round.largest_message;
  }
  out << "\na rank that takes part in all rounds computes for " << sum.median << " ms by the medians, " << sum.longest
      << " at most, and sends and receives " << bytes << " bytes at most\n";
}

}  // namespace glccl::tools
