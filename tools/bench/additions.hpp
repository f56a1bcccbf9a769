// What can follow an engine's name in --engines of glccl bench: "raster+table+clobber".
#pragma once

#include <string>
#include <string_view>

#include "glccl/result.hpp"
#include "tools/bench/cases.hpp"

namespace glccl::tools {

/// A word that can follow an engine's name after a plus.
struct Addition {
  std::string_view name;     ///< Ends with a hyphen if a number follows.
  std::string_view meaning;  ///< The engines that have it, and what it changes.
  bool (*is_for)(const BenchEngine& engine);
  /// Applies the addition. `number` follows the name, or is 0. Returns false if the number is not allowed.
  bool (*apply)(BenchEngine& engine, int number);
};

/// Whether it is raster or raster-paper.
bool is_raster(const BenchEngine& engine);

/// Applies the addition `word`, which stands after a plus. Error `invalid_argument`: there is none of that name (the
/// message lists them), the engine does not have it, or its number is not allowed.
Result<void> add(BenchEngine& engine, const std::string& word);

/// The additions as lines of help, each with a newline before it.
std::string describe_additions();

}  // namespace glccl::tools
