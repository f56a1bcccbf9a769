// What the command lines of glccl and glccl-view share.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "glccl/host/image_files.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/glccl/options/selection.hpp"

namespace CLI {
class App;
class Option;
class ParseError;
class Validator;
}  // namespace CLI

namespace glccl::tools {

/// --connectivity 4|8|6|18|26. `otherwise` says what holds without the option.
CLI::Option* add_connectivity_option(CLI::App& app, Connectivity& connectivity,
                                     const std::string& otherwise = "8, in a volume 26");

/// --shape and --type: what a file without a header holds.
struct RawWords {
  std::optional<std::string> shape;
  std::optional<std::string> type;
};

/// --shape and --type of `file`, the argument IMAGE, which they need.
void add_raw_options(CLI::App& app, RawWords& words, CLI::Option& file);

/// The layout of a file without a header; none without --shape and --type. Errors: those of parse_shape() and
/// parse_type().
Result<std::optional<host::RawLayout>> read_layout(const RawWords& words);

/// --channel, --frame and --palette-indices of `files`: "IMAGE".
void add_read_options(CLI::App& app, host::ReadOptions& options, const std::string& files);

/// The same of the argument `file`, which they need.
void add_read_options(CLI::App& app, host::ReadOptions& options, CLI::Option& file);

/// The first of these options that is given; null where none is.
const char* read_option_of(const host::ReadOptions& options);

/// Refuses these options beside --shape: files without a header have neither channels nor palettes. Error
/// `invalid_argument`.
Result<void> check_read_options(const host::ReadOptions& options, const std::optional<host::RawLayout>& raw);

/// --threshold, --invert, --equal, --max-difference, --measure and --background. read_selection() reads the words after
/// parsing. `otherwise` says what is foreground without a threshold.
void add_selection_options(CLI::App& app, SelectionWords& words, Selection& selection,
                           const std::string& otherwise = "; default: every non-zero pixel");

/// Refuses what is not a whole number of up to 64 bits in decimal digits. CLI11 reads such numbers as C does: 010 is 8,
/// -1 the largest number without a sign, and one that is too large the largest there is.
CLI::Validator whole_number(bool may_be_negative);

/// Parses the command line, and returns the outcome of `work()` and of writing to standard output. --help and --version
/// print and are done. `explain` words the message of a parse error.
ExitStatus run_command_line(CLI::App& program, int argc, const char* const* argv,
                            const std::function<std::string(const CLI::ParseError& error)>& explain,
                            const std::function<Result<void>()>& work);

}  // namespace glccl::tools
