// Errors that all Runners share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "glccl/engines/runner.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// Error `invalid_argument`: label() before upload().
inline Error no_image() { return {ErrorCode::invalid_argument, "there is no image to label: call upload() first"}; }

/// Error `invalid_argument`: results are asked for before label().
inline Error no_labels() {
  return {ErrorCode::invalid_argument, "there are no labels to read back: call label() first"};
}

/// Error `invalid_argument`: components() of a labeling without a table.
inline Error no_table() {
  return {ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
}

/// Error `invalid_argument`: measurements() of a labeling without LabelingSpec::columns.
inline Error no_measurements() {
  return {ErrorCode::invalid_argument, "no measurements to read back: call label() with LabelingSpec::columns first"};
}

/// Error `too_large`: the labeling has more components than the table has rows.
inline Error too_few_rows(std::uint64_t components, std::uint32_t rows) {
  return {ErrorCode::too_large, "there are " + std::to_string(components) + " components and the table has " +
                                    std::to_string(rows) + " rows: label again with table_rows of " +
                                    std::to_string(components) + " or more"};
}

/// Error `invalid_argument`: tracked() of a labeling that was not followed.
inline Error no_tracks() {
  return {ErrorCode::invalid_argument, "no tracks to read back: call label() with RunOptions::track first"};
}

/// Error `invalid_argument`: contacts() of a labeling whose contacts were not looked for.
inline Error no_contacts() {
  return {ErrorCode::invalid_argument, "no contacts to read back: call label() with RunOptions::max_contacts first"};
}

/// Error `unsupported`: tracks or contacts are asked of an engine that makes none.
inline Result<void> check_no_frame_tools(std::string_view engine, const RunOptions& options) {
  if (!options.track && options.max_contacts == 0) return {};
  return Error{ErrorCode::unsupported, "engine " + std::string(engine) +
                                           " leaves its labels to host::Tracker and host::contacts(): leave "
                                           "RunOptions::track and RunOptions::max_contacts out"};
}

/// Error `invalid_argument`: no image, or several for an engine that takes one.
inline Result<void> check_one_image(std::string_view engine, std::span<const ImageView> images) {
  if (images.size() == 1) return {};
  return Error{ErrorCode::invalid_argument, "engine " + std::string(engine) + " labels one image at a time, but " +
                                                std::to_string(images.size()) + " were passed: upload one"};
}

/// Error `unsupported`: a submission of several images to an engine that takes one.
inline Result<void> check_single(std::string_view engine, Submission submission) {
  if (submission == Submission::single) return {};
  return Error{
      ErrorCode::unsupported,
      "engine " + std::string(engine) + " has neither Submission::batch nor Submission::calls: use Submission::single"};
}

}  // namespace glccl::engines
