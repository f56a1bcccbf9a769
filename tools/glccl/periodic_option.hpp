// --periodic: the axes along which an image or volume is periodic.
#pragma once

#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace glccl::tools {

/// parse_periodic() checks the values.
void add_periodic_option(CLI::App& app, std::vector<std::string>& names);

/// The axes of these names. Error `invalid_argument`: a name that is none.
inline Result<PeriodicAxes> parse_periodic(const std::vector<std::string>& names) {
  PeriodicAxes axes;
  for (const std::string& name : names) {
    if (name != "x" && name != "y" && name != "z") {
      return Error{ErrorCode::invalid_argument,
                   "--periodic: there is no axis \"" + name + "\": name x, y and z, separated by commas"};
    }
    axes.x = axes.x || name == "x";
    axes.y = axes.y || name == "y";
    axes.z = axes.z || name == "z";
  }
  return axes;
}

/// The axes as an option, or nothing: "--periodic x,y".
inline std::string to_arguments(const PeriodicAxes& axes) {
  std::string names;
  const auto add = [&](bool periodic, const char* name) {
    if (periodic) names += (names.empty() ? "" : ",") + std::string(name);
  };
  add(axes.x, "x");
  add(axes.y, "y");
  add(axes.z, "z");
  return names.empty() ? names : "--periodic " + names;
}

/// Error `invalid_argument`: the axis z of an image.
inline Status check_periodic(const PeriodicAxes& axes, const Extent& extent, const std::string& name) {
  if (!axes.z || extent.is_volume()) return {};
  return Error{ErrorCode::invalid_argument, "--periodic z: " + name + " is an image, which has the axes x and y"};
}

}  // namespace glccl::tools
