// What is wrong with the answer of an engine, and the smallest image that shows it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "glccl/host/compare.hpp"
#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "tools/validate/engines.hpp"

namespace glccl::tools {

/// Everything in which an answer differs from the reference; nothing where it is right.
struct Finding {
  std::optional<host::LabelDifference> labels = {};
  std::optional<host::TableDifference> table = {};
  std::string other = {};  ///< what is neither: a table that cannot be read, textures that differ

  explicit operator bool() const { return labels || table || !other.empty(); }
};

/// In a few words: the labels' fault ("split", "shifted", ...), else "table", else "other".
std::string kind_of(const Finding& finding);

/// In a line.
std::string describe(const Finding& finding);

/// Holds labels, their number and the table against the reference's.
Finding compare(const Answer& answer, const Answer& expected);

/// Labels an image with the engine and compares. Errors: the engine's.
Result<Finding> check_engine(const TestedEngine& engine, const Task& task);

/// An image that an engine fails on, made as small as can be.
struct ShrunkImage {
  host::Image image;
  Finding finding;  ///< on this image
  /// The engine failed when it was asked once more about the original. Where not, the image is the original and the
  /// finding that of the first time: the fault depends on what came before, or on chance.
  bool repeatable = false;
};

/// host::shrink() for as long as the engine differs from the reference in any way, for at most `time`. Images on which
/// the engine gives an error do not count as failing.
ShrunkImage shrink_failure(const TestedEngine& engine, const Task& task, const Finding& finding,
                           std::chrono::seconds time);

}  // namespace glccl::tools
