#include "host/files/picks.hpp"

namespace glccl::host {

std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Result<std::uint64_t> pick_place(const PickedAxis& axis, const ReadOptions& options) {
  if (!axis.asked || (axis.length == 1 && options.where_several)) return std::uint64_t{0};
  if (*axis.asked < axis.length) return std::uint64_t{*axis.asked};
  const std::string range = "; numbers go from 0 to " + std::to_string(axis.length - 1);
  return Error{ErrorCode::file, "it has " + counted(axis.length, axis.name) + " and no --" + axis.name + " " +
                                    std::to_string(*axis.asked) +
                                    (axis.length == 1 ? "; leave the option out" : range)};
}

std::string ways_to_pick(std::span<const PickedAxis> axes, const ReadOptions& options) {
  // A file beside the one that the options are for does not get options of its own.
  std::string ways = options.where_several ? "save the one that is meant as a file of its own" : "";
  for (const PickedAxis& axis : axes) {
    if (axis.length == 1 || axis.asked || options.where_several) continue;
    ways += std::string(ways.empty() ? "" : ", and ") + "--" + axis.name + " N picks one of the " +
            counted(axis.length, axis.name) + ", from 0 to " + std::to_string(axis.length - 1);
  }
  return ways;
}

}  // namespace glccl::host
