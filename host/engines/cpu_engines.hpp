// The engines of the CPU, each as LabelOnCpu of engines.hpp.
#pragma once

#include "host/engines/registry.hpp"

namespace glccl::tools {

/// cpu-serial.
Result<CpuLabeling> label_serially(const host::Image& image, const Options& options, const EngineVariant& variant);

/// cpu-wu.
Result<CpuLabeling> label_by_wu(const host::Image& image, const Options& options, const EngineVariant& variant);

/// mpi-rows, on EngineVariant::ranks of the job. Errors: those of host::label_rows().
Result<CpuLabeling> label_by_ranks(const host::Image& image, const Options& options, const EngineVariant& variant);

}  // namespace glccl::tools
