#include "tools/glccl/options/spec_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/vocabulary/spec_fields.hpp"

namespace glccl::tools {
namespace {

/// "--min-area".
std::string option_of(const Field& field) {
  std::string option = "--" + std::string(field.name);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

/// Whether an option also takes the word "all".
bool takes_all(const Field& field) { return field.values.ends_with("|all"); }

void add_option(CLI::App& app, const Field& field, std::uint64_t& number) {
  CLI::Option* const option = app.add_option(option_of(field), number, std::string(field.sentence));
  const std::map<std::string, std::uint64_t> words = {{"all", Filter::unlimited}};
  if (takes_all(field)) option->transform(CLI::Transformer(words));
  option->type_name(std::string(field.values));
}

void add_option(CLI::App& app, const Field& field, bool& flag) {
  app.add_flag(option_of(field), flag, std::string(field.sentence));
}

void add_option(CLI::App& app, const Field& field, PeriodicAxes& axes) {
  const auto read = [&axes, option = option_of(field)](const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (name != "x" && name != "y" && name != "z") {
        throw CLI::ValidationError(option, "there is no axis \"" + name + "\": name x, y and z, separated by commas");
      }
      axes.x = axes.x || name == "x";
      axes.y = axes.y || name == "y";
      axes.z = axes.z || name == "z";
    }
  };
  app.add_option_function<std::vector<std::string>>(option_of(field), read, std::string(field.sentence))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(std::string(field.values));
}

std::string text_of(const Field& field, std::uint64_t number) {
  return number == Filter::unlimited && takes_all(field) ? "all" : std::to_string(number);
}

std::string text_of(const Field&, bool) { return {}; }

std::string text_of(const Field&, const PeriodicAxes& axes) {
  std::string names;
  const auto add = [&](bool periodic, const char* name) {
    if (periodic) names += (names.empty() ? "" : ",") + std::string(name);
  };
  add(axes.x, "x");
  add(axes.y, "y");
  add(axes.z, "z");
  return names;
}

/// Calls `visit(field, asked, otherwise)` for each member that has an option.
template <class Visit>
void visit_options(const LabelingSpec& spec, const Visit& visit) {
  const LabelingSpec defaults;
  visit_fields(
      [&](const Field& field, const auto& asked, const auto& otherwise) {
        if constexpr (requires { text_of(field, asked); }) {
          if (!field.values.empty()) visit(field, asked, otherwise);
        }
      },
      spec, defaults);
}

void add_word(std::string& text, const std::string& word) {
  if (!word.empty()) text += (text.empty() ? "" : " ") + word;
}

}  // namespace

void add_spec_options(CLI::App& app, LabelingSpec& spec) {
  visit_fields(
      [&](const Field& field, auto& member) {
        if constexpr (requires { add_option(app, field, member); }) {
          if (!field.values.empty()) add_option(app, field, member);
        }
      },
      spec);
}

std::string to_arguments(const LabelingSpec& spec) {
  std::string text;
  visit_options(spec, [&](const Field& field, const auto& asked, const auto& otherwise) {
    if (asked == otherwise) return;
    add_word(text, option_of(field));
    add_word(text, text_of(field, asked));
  });
  return text;
}

std::string named_options(const LabelingSpec& spec, Need need) {
  std::string text;
  visit_options(spec, [&](const Field& field, const auto& asked, const auto& otherwise) {
    if (asked == otherwise || field.need != need) return;
    add_word(text, option_of(field));
    if (!takes_all(field)) add_word(text, text_of(field, asked));
  });
  return text;
}

std::optional<Need> first_need(const LabelingSpec& spec) {
  const NeedWords* const words = words_of_first(needs_of(spec).without({Need::measurements}));
  return words == nullptr ? std::nullopt : std::optional(words->need);
}

Result<void> check_spec_options(const LabelingSpec& spec, const std::string& criterion, bool masked) {
  if (!check_filter({.filter = spec.filter})) {
    Filter at_border = spec.filter;
    at_border.border_width = 0;
    if (check_filter({.filter = at_border})) {
      return Error{ErrorCode::invalid_argument, "--border-width " + std::to_string(spec.filter.border_width) +
                                                    ": pass a number below 2^27, with --clear-border"};
    }
    return Error{ErrorCode::invalid_argument, named_options(spec, Need::filter) +
                                                  " keeps no component: pass --min-area not above --max-area, and "
                                                  "--max-area and --largest from 1"};
  }
  const std::string other = !criterion.empty() ? criterion : masked ? "--mask" : "";
  if (spec.fill_holes == 0 || other.empty()) return {};
  return Error{ErrorCode::invalid_argument, named_options(spec, Need::holes) + " and " + other +
                                                " contradict each other: holes are those of a foreground without a "
                                                "mask; leave one of the two out"};
}

Result<void> check_periodic(const PeriodicAxes& axes, const Extent& extent, const std::string& name) {
  if (!axes.z || extent.is_volume()) return {};
  return Error{ErrorCode::invalid_argument, "--periodic z: " + name + " is an image, which has the axes x and y"};
}

}  // namespace glccl::tools
