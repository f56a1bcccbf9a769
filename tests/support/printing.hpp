// How Catch2 prints glccl's values: enumerations by name, extents as 640x480, components column by column. Included by
// catch.hpp, so that every test prints alike.
#pragma once

#include <string>

#include "glccl/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

std::string print(const Extent& extent);
std::string print(const Position& position);
std::string print(const Box& box);
std::string print(const Component& component);
/// All labels of a small image, row by row; else its extent and its largest label.
std::string print(const LabelImage& labels);
std::string print(const Criterion& criterion);
std::string print(const Filter& filter);
std::string print(const PeriodicAxes& axes);
std::string print(const LabelingSpec& spec);
std::string print(Connectivity connectivity);
std::string print(Numbering numbering);
std::string print(Channel channel);
std::string print(CriterionKind kind);
std::string print(PixelFormat format);
std::string print(TimingDetail detail);
std::string print(ErrorCode code);
std::string print(Engine engine);
std::string print(StatePolicy policy);
std::string print(Compaction compaction);
std::string print(StepContents contents);

}  // namespace glccl::tests

namespace Catch {

/// Each type by name: a constrained partial specialization would be ambiguous with Catch2's own of enumerations and
/// variants.
#define GLCCL_PRINTED(Type)                                                                     \
  template <>                                                                                   \
  struct StringMaker<glccl::Type> {                                                             \
    static std::string convert(const glccl::Type& value) { return glccl::tests::print(value); } \
  };
GLCCL_PRINTED(Extent)
GLCCL_PRINTED(Position)
GLCCL_PRINTED(Box)
GLCCL_PRINTED(Component)
GLCCL_PRINTED(LabelImage)
GLCCL_PRINTED(Criterion)
GLCCL_PRINTED(Filter)
GLCCL_PRINTED(LabelingSpec)
GLCCL_PRINTED(Connectivity)
GLCCL_PRINTED(Numbering)
GLCCL_PRINTED(Channel)
GLCCL_PRINTED(CriterionKind)
GLCCL_PRINTED(PixelFormat)
GLCCL_PRINTED(TimingDetail)
GLCCL_PRINTED(ErrorCode)
GLCCL_PRINTED(Engine)
GLCCL_PRINTED(StatePolicy)
GLCCL_PRINTED(Compaction)
GLCCL_PRINTED(StepContents)
#undef GLCCL_PRINTED

}  // namespace Catch
