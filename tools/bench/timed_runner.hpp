// An engine that glccl bench measures.
#pragma once

#include <memory>

#include "glccl/result.hpp"
#include "tools/bench/cases.hpp"
#include "tools/bench/measured.hpp"

namespace glccl::tools {

/// Makes an engine or peer ready to measure images of a format that it reads; those of depth32f are f32, and become
/// depth textures. OpenGL engines work in the current context, which must outlive the result. Errors: `no_device` with
/// the reason why it cannot run here, and those of Registry::make() and PeerInfo::make.
Result<std::unique_ptr<Measured>> make_measured(const BenchEngine& engine, PixelFormat format);

}  // namespace glccl::tools
