// Labels that another program has made, held against the reference.
#pragma once

#include <string>

#include "glccl/host/label_files.hpp"
#include "glccl/result.hpp"
#include "tools/validate/inputs.hpp"
#include "tools/validate/run.hpp"

namespace glccl::tools {

/// Labels of a file, as the report names them.
struct ForeignLabels {
  std::string path;
  host::LabelFile file;
};

/// Compares labels of any numbering with those of the reference, with each connectivity of the plan: they have to be
/// equal up to renaming. The report is that of run_validation() with the file in the place of an engine; a mismatch
/// lists the components that are wrong, by the values of the file, and has no shrunk image. Errors: `file` (the labels
/// have another size than the image; a picture that cannot be written), those of the reference.
Result<ValidateReport> validate_labels(const ValidatePlan& plan, const ForeignLabels& labels,
                                       const ValidateInput& input, const ValidateObserver& observer = {});

}  // namespace glccl::tools
