#include "bench_cases.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arguments.hpp"

namespace glccl::tools {
namespace {

std::vector<Dataset> make_datasets() {
  std::vector<Dataset> table;
  for (const int granularity : {1, 4, 16}) {
    for (const double density : {0.2, 0.5, 0.65}) {
      table.push_back({"noise-" + to_string(density) + "-g" + std::to_string(granularity),
                       "noise",
                       {.density = density, .granularity = granularity}});
    }
  }
  table.push_back({"circles", "circles", {.circles = 2500}});
  for (const char* kind : {"text", "spiral", "full"}) table.push_back({kind, kind, {}});
  return table;
}

std::span<const EngineInfo> bench_engines() { return engines().subspan(1); }  // `auto` comes first

std::vector<std::string> split(const std::string& list, char separator = ',') {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(separator, from), list.size());
    words.push_back(list.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

/// What can follow an engine's name after a plus.
struct Addition {
  std::string_view name;
  std::string_view meaning;
  bool for_cuda;  ///< for all engines on GPUs, not only those of OpenGL
  void (*apply)(BenchEngine& engine);
};

constexpr Addition additions[] = {
    {"table", "with the component table", true, [](BenchEngine& engine) { engine.table = true; }},
    {"root", "labels are roots, without numbers", true,
     [](BenchEngine& engine) { engine.numbering = Numbering::root; }},
    {"routing", "roots gathered by stencil_routing", false,
     [](BenchEngine& engine) { engine.compaction = Compaction::stencil_routing; }},
    {"clobber", "the state of the context is not preserved", false,
     [](BenchEngine& engine) { engine.state_policy = StatePolicy::clobber; }},
};

Status add(BenchEngine& engine, const std::string& word) {
  const auto* found =
      std::find_if(std::begin(additions), std::end(additions), [&](const Addition& one) { return one.name == word; });
  if (found == std::end(additions)) {
    std::string names;
    for (const Addition& one : additions) names += (names.empty() ? "+" : ", +") + std::string(one.name);
    return Error{ErrorCode::invalid_argument,
                 "--engines: there is no addition \"+" + word + "\" to an engine: there are " + names};
  }
  if (!engine.info->gl && !(found->for_cuda && engine.info->cuda)) {
    return Error{ErrorCode::invalid_argument, "--engines: +" + word + " is for engines of OpenGL" +
                                                  (found->for_cuda ? " and CUDA" : "") + ", which " +
                                                  std::string(engine.info->name) + " is not"};
  }
  found->apply(engine);
  return {};
}

Error named_twice(const std::string& option, const std::string& word) {
  return {ErrorCode::invalid_argument, option + " names " + word + " twice; name it once"};
}

template <class Table>
std::string join_names(const Table& table) {
  std::string text;
  for (const auto& entry : table) text += (text.empty() ? "" : ", ") + std::string(entry.name);
  return text;
}

/// The entries of a table whose names a list gives, in the order of the list.
template <class Entry>
Result<std::vector<const Entry*>> find_all(const std::string& option, const std::string& what, const std::string& list,
                                           std::span<const Entry> table) {
  std::vector<const Entry*> found;
  for (const std::string& word : split(list)) {
    const auto entry = std::find_if(table.begin(), table.end(), [&](const Entry& one) { return one.name == word; });
    if (entry == table.end()) {
      return Error{ErrorCode::invalid_argument,
                   option + ": there is no " + what + " \"" + word + "\" to measure: there are " + join_names(table)};
    }
    if (std::find(found.begin(), found.end(), &*entry) != found.end()) return named_twice(option, word);
    found.push_back(&*entry);
  }
  return found;
}

}  // namespace

std::span<const Dataset> datasets() {
  static const std::vector<Dataset> table = make_datasets();
  return table;
}

Options BenchEngine::options_for(Size size, const Options& common) const {
  Options options = common;
  options.numbering = numbering;
  options.compaction = compaction;
  options.state_policy = state_policy;
  if (table) options.table_rows = static_cast<std::uint32_t>(std::min<std::int64_t>(size.pixels(), 1 << 20));
  return options;
}

Result<std::vector<BenchEngine>> parse_engines(const std::string& list) {
  std::vector<BenchEngine> found;
  for (const std::string& name : split(list)) {
    const std::vector<std::string> words = split(name, '+');
    const Result<std::vector<const EngineInfo*>> info = find_all("--engines", "engine", words[0], bench_engines());
    if (!info) return info.error();
    BenchEngine engine{name, info->front()};
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (const Status status = add(engine, words[i]); !status) return status.error();
    }
    const bool twice =
        std::any_of(found.begin(), found.end(), [&](const BenchEngine& one) { return one.name == name; });
    if (twice) return named_twice("--engines", name);
    found.push_back(std::move(engine));
  }
  return found;
}

Result<std::vector<const Dataset*>> parse_datasets(const std::string& list) {
  return find_all("--datasets", "dataset", list, datasets());
}

Result<std::vector<Size>> parse_sizes(const std::string& list) {
  std::vector<Size> sizes;
  for (const std::string& word : split(list)) {
    const bool single = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
    const Result<Size> size = parse_size(single ? word + "x" + word : word);
    if (!size) return Error{size.error().code, "--sizes: " + size.error().message};
    if (std::find(sizes.begin(), sizes.end(), *size) != sizes.end()) return named_twice("--sizes", to_string(*size));
    sizes.push_back(*size);
  }
  return sizes;
}

std::string list_bench_engines() {
  std::string text = join_names(bench_engines()) + "\nAdditions to engines on GPUs:";
  for (const Addition& one : additions) text += " +" + std::string(one.name) + " (" + std::string(one.meaning) + ")";
  return text;
}

std::string list_datasets() { return join_names(datasets()); }

}  // namespace glccl::tools
