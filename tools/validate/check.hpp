// Differences between the answer of an engine and the reference, and the smallest image that shows them.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "glccl/host/compare.hpp"
#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "tools/validate/engines.hpp"

namespace glccl::tools {

/// All differences of an answer from the reference. Empty for a right answer.
struct Finding {
  std::optional<host::LabelDifference> labels = {};
  std::optional<host::TableDifference> table = {};
  std::string other = {};  ///< Another kind: a table that cannot be read, measurements, contacts, textures.

  explicit operator bool() const { return labels || table || !other.empty(); }
};

/// The labels' fault ("split", "shifted", ...), else "table", else "other".
std::string kind_of(const Finding& finding);

/// One line for people.
std::string describe(const Finding& finding);

/// Compares labels, table, measurements and contacts with those of the reference.
Finding compare(const Answer& answer, const Answer& expected);

/// Gives a question room for the components and contacts that the reference has found.
void give_room(const Answer& expected, Question& question);

/// Labels an image with the engine and compares. Errors: those of the engine and of the reference.
Result<Finding> check_engine(const TestedEngine& engine, const Question& question);

/// An image that an engine fails on, made as small as possible.
struct ShrunkImage {
  host::Image image;
  Finding finding;  ///< For this image.
  /// The engine failed again on the original. If not, this is the original with its first finding: the fault depends on
  /// earlier labelings or on chance.
  bool repeatable = false;
};

/// Runs host::shrink() while the engine differs from the reference in any way, for at most `time`. A volume keeps two
/// slices. An image with a mask is not shrunk, and one with intensities only if the engine differs without them too. An
/// image for which the engine returns an error does not count as failing.
ShrunkImage shrink_failure(const TestedEngine& engine, const Question& question, const Finding& finding,
                           std::chrono::seconds time);

}  // namespace glccl::tools
