// Defines the add_..._option functions of all headers here, because the header of CLI11 takes seconds to compile.
#include "tools/glccl/options/command_line.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <system_error>

#include "tools/glccl/command.hpp"
#include "tools/glccl/options/second_images.hpp"

namespace glccl::tools {

CLI::Validator whole_number(bool may_be_negative) {
  const auto fault = [may_be_negative](const std::string& value) -> std::string {
    const bool negative = may_be_negative && value.starts_with('-');
    const char* const digits = value.data() + (negative ? 1 : 0);
    const char* const end = value.data() + value.size();
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(digits, end, number);
    const bool is_number = error == std::errc{} && rest == end && (*digits != '0' || end == digits + 1);
    if (is_number && (!may_be_negative || number < std::uint64_t{1} << 63)) return "";
    return "\"" + value + "\" is not a whole number" + (may_be_negative ? "" : " from 0") +
           " of decimal digits, up to " + (may_be_negative ? "63" : "64") + " bits";
  };
  return {fault, std::string()};
}

namespace {

/// Makes every option of a program and of its subcommands refuse an empty value, which CLI11 reads as 0, and every
/// number what is none. Numbers are the options whose type is a number, or is called N: from 0.
void refuse_malformed_values(CLI::App& app) {
  const CLI::Validator not_empty([](const std::string& value) { return value.empty() ? "its value is empty" : ""; },
                                 std::string());
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_size() == 0) continue;
    const std::string described = option->get_type_name();            // "N:INT in [0 - 255]", with the other checks
    const bool is_choice = described.find('{') != std::string::npos;  // which CLI::IsMember lists
    const std::string type = is_choice ? "" : described.substr(0, described.find(':'));
    // transform() puts each before those that are there.
    if (type == "INT") option->transform(whole_number(true));
    if (type == "UINT" || type == "N") option->transform(whole_number(false));
    option->transform(not_empty);
  }
  for (CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
    refuse_malformed_values(*subcommand);
  }
}

}  // namespace

void add_device_option(CLI::App& app, int& device) {
  app.add_option("--device", device, "a device that glccl info lists; default: the best")
      ->check(CLI::Range(0, 255))
      ->type_name("N");
}

CLI::Option* add_connectivity_option(CLI::App& app, Connectivity& connectivity, const std::string& otherwise) {
  return app
      .add_option_function<std::string>(
          "--connectivity",
          [&connectivity](const std::string& text) { connectivity = static_cast<Connectivity>(std::stoi(text)); },
          "neighbors of a pixel: those that share an edge (4), or an edge or a corner (8); of a voxel: those that "
          "share a face (6), an edge too (18), or a corner too (26); default: " +
              otherwise)
      ->check(CLI::IsMember({"4", "8", "6", "18", "26"}))
      ->type_name("N");
}

void add_raw_options(CLI::App& app, RawWords& words, CLI::Option& file) {
  auto* shape =
      app.add_option("--shape", words.shape, file.get_name() + " has no header, and so many slices, rows and columns")
          ->type_name("[Zx]YxX")
          ->needs(&file);
  auto* type = app.add_option("--type", words.type, "with --shape: the type of its values, as u16")->needs(shape);
  shape->needs(type);
}

Result<std::optional<host::RawLayout>> read_layout(const RawWords& words) {
  if (!words.shape || !words.type) return std::optional<host::RawLayout>();
  const Result<Extent> extent = parse_shape(*words.shape);
  if (!extent) return extent.error();
  const Result<PixelFormat> format = parse_type(*words.type);
  if (!format) return format.error();
  return std::optional(host::RawLayout{*extent, *format});
}

void add_read_options(CLI::App& app, host::ReadOptions& options, const std::string& files) {
  app.add_option("--channel", options.channel,
                 "the channel of " + files + " to read, from 0, where ImageJ or OME-TIFF has several")
      ->type_name("N");
  app.add_option("--frame", options.frame, "the point in time of " + files + " to read, from 0, likewise; of NIfTI too")
      ->type_name("N");
  app.add_flag("--palette-indices", options.palette_indices,
               "read the indices of the palette of " + files + " instead of its colors; index 0 is background");
}

void add_read_options(CLI::App& app, host::ReadOptions& options, CLI::Option& file) {
  add_read_options(app, options, file.get_name());
  for (const char* const name : {"--channel", "--frame", "--palette-indices"}) app.get_option(name)->needs(&file);
}

const char* read_option_of(const host::ReadOptions& options) {
  if (options.channel) return "--channel";
  if (options.frame) return "--frame";
  return options.palette_indices ? "--palette-indices" : nullptr;
}

Result<void> check_read_options(const host::ReadOptions& options, const std::optional<host::RawLayout>& raw) {
  const char* const given = read_option_of(options);
  if (!raw || given == nullptr) return {};
  return Error{ErrorCode::invalid_argument, std::string(given) + " and --shape contradict each other: a file without " +
                                                "a header has one image of values; leave one of them out"};
}

void add_selection_options(CLI::App& app, SelectionWords& words, Selection& selection, const std::string& otherwise) {
  app.add_option("--threshold", words.threshold,
                 "foreground is every pixel above LOW and not above HIGH (stored values; for colors the luminance), or "
                 "above Otsu's threshold" +
                     otherwise)
      ->type_name("LOW[:HIGH]|otsu");
  app.add_flag("--invert", selection.inverted, "foreground is every pixel outside the range of --threshold");
  app.add_flag("--equal", selection.equal, "connect neighbors of equal value");
  app.add_option("--max-difference", selection.max_difference,
                 "connect neighbors that differ by at most D, by --measure")
      ->type_name("D");
  app.add_option_function<std::string>(
         "--measure",
         [&selection](const std::string& text) {
           for (const Measure measure : {Measure::sum, Measure::luminance, Measure::largest}) {
             if (name_of(measure) == text) selection.measure = measure;
           }
         },
         "how much neighbors differ: in sum over their channels, in luminance, or in the channel that differs most; "
         "default: sum")
      ->check(CLI::IsMember({"sum", "luminance", "largest"}))
      ->type_name("M");
  app.add_option(
         "--background", words.background,
         "the value that gets label 0 by --equal (default: zero, for colors all of red, green, blue and alpha, and "
         "black where a file has no alpha) or by --max-difference (default: none)")
      ->type_name("none|V|R,G,B[,A]");
}

void add_second_image_options(CLI::App& app, SecondPaths& paths) {
  app.add_option("--mask", paths.mask, "label only the pixels at which this image of the same size is not 0")
      ->type_name("IMAGE");
  app.add_option("--intensity", paths.intensity,
                 "with --properties: the image of the same size whose values the properties intensity_mean, ... and "
                 "centroid_weighted_x, ... are of")
      ->type_name("IMAGE");
}

ExitStatus run_command_line(CLI::App& program, int argc, const char* const* argv,
                            const std::function<std::string(const CLI::ParseError& error)>& explain,
                            const std::function<Result<void>()>& work) {
  refuse_malformed_values(program);
  Result<void> status;
  try {
    program.parse(argc, argv);
    status = work();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return fail(program.get_name(), usage, explain(error));
    program.exit(error, std::cout, std::cerr);  // --help, --version
  }
  if (!status) return fail(program.get_name(), exit_status(status.error().code), status.error().message);
  if (std::cout.flush()) return done;
  return fail(program.get_name(), file, "cannot write to standard output: it is closed or its disc is full");
}

}  // namespace glccl::tools
