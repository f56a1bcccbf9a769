#include "host/engines/registry.hpp"

#include <algorithm>

#include "glccl/host/mpi_labeling.hpp"
#include "host/engines/cpu_engines.hpp"
#include "host/engines/cuda_engine.hpp"

namespace glccl::tools {
namespace {

constexpr std::string_view automatic = "auto";

const std::vector<Connectivity> both = {Connectivity::four, Connectivity::eight};
const std::vector<std::string_view> binary_and_segments = {"foreground", "equal"};
const std::vector<std::string_view> all_criteria = {"foreground", "equal", "difference"};

std::vector<EngineInfo> make_gl_engines() {
  return {
      {"raster", "OpenGL render passes, exact for every image",
       "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-9, made exact by "
       "merge_rounds",
       both, all_criteria, Engine::raster},
      {"raster-paper", "OpenGL render passes as published: splits some components (figure 5.8)",
       "S. M. O'Connell, A GPU Implementation of Connected Component Labeling, chapters 3-6 and 9", both,
       binary_and_segments, Engine::raster_paper},
      {"compute", "OpenGL compute shaders: union-find over runs of bits, tile by tile; exact for every image",
       "our own; tiles after Stava and Benes, union by compare-and-swap after Komura, Playne and Hawick", both,
       all_criteria, Engine::compute},
  };
}

std::vector<EngineInfo> make_cpu_engines() {
  return {
      {.name = "cpu-serial",
       .summary = "union-find in two scans on one CPU core, the reference for the others",
       .source = "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 1",
       .connectivities = both,
       .criteria = all_criteria,
       .cpu = label_serially},
      {.name = "cpu-wu",
       .summary = "decision tree and array union-find on one CPU core",
       .source = "K. Wu, E. Otoo and K. Suzuki, Optimizing two-pass connected-component labeling algorithms, 2009",
       .connectivities = both,
       .criteria = binary_and_segments,
       .cpu = label_by_wu},
      {.name = "mpi-rows",
       .summary = "blocks of rows on the ranks of an MPI job (mpirun -n P glccl ...), merged on the first",
       .source = "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 2",
       .connectivities = both,
       .criteria = all_criteria,
       .cpu = label_by_ranks,
       .why_not = host::why_no_mpi},
  };
}

EngineInfo cuda_engine(std::string_view name, cuda::Algorithm algorithm, std::string_view summary,
                       std::string_view source, const std::vector<std::string_view>& criteria = binary_and_segments) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .connectivities = both,
          .criteria = criteria,
          .cuda = algorithm,
          .why_not = why_no_cuda};
}

std::vector<EngineInfo> make_cuda_engines() {
  using cuda::Algorithm;
  return {
      cuda_engine("cuda-stava", Algorithm::stava, "CUDA: tiles in shared memory, merged level by level",
                  "O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35"),
      cuda_engine("cuda-links", Algorithm::links,
                  "CUDA: labels travel along links through overlapping regions of 32x32, without atomics",
                  "Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193",
                  all_criteria),
      cuda_engine("cuda-jung", Algorithm::jung, "CUDA: roots take the smallest neighbouring label, by atomicMin",
                  "I.-Y. Jung and C.-S. Jeong, as of Bester and Pulles, Connected-Components Labeling, section 3.3"),
      cuda_engine("cuda-jung-surface", Algorithm::jung_surface, "CUDA: cuda-jung on a surface, without atomics",
                  "Bester and Pulles, Connected-Components Labeling, section 3.3"),
      cuda_engine("cuda-qin", Algorithm::qin, "CUDA: every pixel takes the smallest label around it, with extents",
                  "F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary "
                  "images, 2010"),
      cuda_engine("cuda-hawick", Algorithm::hawick, "CUDA: label equivalence: scanning, analysis, labeling",
                  "K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, "
                  "2010, kernel D"),
      cuda_engine(
          "cuda-fast", Algorithm::fast, "CUDA: union-find over runs of bits, tiles in shared memory",
          "our own, as compute; tiles after Stava and Benes, union by compare-and-swap after Komura, Playne and Hawick",
          all_criteria),
  };
}

std::vector<EngineInfo> make_engines() {
  std::vector<EngineInfo> table = {{automatic,
                                    "compute where OpenGL is hardware and has what is asked, else cpu-serial",
                                    "the engines of these names", both, all_criteria}};
  for (const auto& more : {make_gl_engines(), make_cpu_engines(), make_cuda_engines()}) {
    table.insert(table.end(), more.begin(), more.end());
  }
  return table;
}

template <class Values, class Value>
bool has(const Values& values, const Value& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

/// "a, b and c"
std::string list(const std::vector<std::string>& words, const std::string& last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
  }
  return text;
}

/// The engines that have both, as options to type.
std::string engines_with(Connectivity connectivity, std::string_view criterion) {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.name == automatic || !has(engine.connectivities, connectivity) || !has(engine.criteria, criterion)) {
      continue;
    }
    names.push_back("--engine " + std::string(engine.name));
  }
  return list(names, " or ");
}

}  // namespace

std::string_view criterion_name(const Criterion& criterion) {
  if (std::holds_alternative<Foreground>(criterion)) return "foreground";
  if (std::holds_alternative<Equal>(criterion)) return "equal";
  return "difference";
}

std::span<const EngineInfo> engines() {
  static const std::vector<EngineInfo> table = make_engines();
  return table;
}

std::string why_not_here(const EngineInfo& engine) {
  return engine.why_not == nullptr ? std::string() : engine.why_not();
}

int largest_side(int max_texture_size) { return std::min(max_texture_size, 32768); }

Result<const EngineInfo*> find_engine(std::string_view name) {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines()) {
    if (engine.name == name) return &engine;
    names.emplace_back(engine.name);
  }
  return Error{ErrorCode::invalid_argument,
               "there is no engine \"" + std::string(name) + "\": the engines are " + list(names)};
}

Status check_support(const EngineInfo& engine, const Options& options) {
  const std::string_view criterion = criterion_name(options.criterion);
  const bool connectivity = has(engine.connectivities, options.connectivity);
  if (connectivity && has(engine.criteria, criterion)) return {};
  const std::string wanted = connectivity ? "the criterion \"" + std::string(criterion) + "\""
                                          : std::to_string(static_cast<int>(options.connectivity)) + "-connectivity";
  return Error{ErrorCode::unsupported, "engine " + std::string(engine.name) + " does not have " + wanted + ": it has " +
                                           list({engine.criteria.begin(), engine.criteria.end()}) + "; use " +
                                           engines_with(options.connectivity, criterion)};
}

}  // namespace glccl::tools
