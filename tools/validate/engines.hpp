// The engines that glccl validate tests against the reference, each behind its Runner.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// A labeling in Numbering::raster that every engine is asked for.
struct Question {
  const host::Image* image = nullptr;
  LabelingSpec spec = {};
  std::uint32_t components = 0;            ///< Number of components that the reference has found.
  const host::Image* mask = nullptr;       ///< Null: no mask.
  const host::Image* intensity = nullptr;  ///< With table_column_intensity.
  std::uint32_t contacts = 0;              ///< Room for contacts, which are asked for; 0: none are.
};

/// An engine's answer to a Question.
struct Answer {
  LabelImage labels;
  std::optional<std::vector<Component>> components = {};       ///< The engine's own table, if it made one.
  std::optional<std::vector<Measurements>> measurements = {};  ///< With LabelingSpec::columns and a table.
  std::optional<std::vector<Contact>> contacts = {};           ///< With Question::contacts, if the engine finds them.
  std::string table_problem = {};  ///< Why the table cannot be read, if the engine is at fault.
  std::uint32_t texture = 0;       ///< The R32UI texture of the labels until the engine's next labeling; 0: none.
};

/// An engine under test.
struct TestedEngine {
  std::string name;
  bool exact = true;            ///< False: known to split components, which is counted and is no failure.
  bool has_table = false;       ///< Its table is compared.
  bool is_opengl = false;       ///< Takes RunOptions::target.
  bool volumes = true;          ///< Labels volumes too.
  Needs needs = {};             ///< The needs that it meets; measurements as columns of its table.
  bool finds_contacts = false;  ///< Its Runner has RunOptions::max_contacts.
  std::shared_ptr<engines::Runner> runner;
};

/// A table size with room for the components, in powers of two: a table of another size would be allocated anew.
std::uint32_t room_for(std::uint32_t components);

/// Labels the image of a question. Errors: those of the Runner; `unsupported` and `too_large` for what is beyond it.
Result<Answer> ask(const TestedEngine& engine, const Question& question);

/// Counts on the GPU the texels in which two textures of an extent differ.
using CompareTextures =
    std::function<Result<std::uint64_t>(std::uint32_t texture, std::uint32_t other, const Extent& extent)>;

/// Engines of this machine, ready to label. They share one context, which is current and lives as long as they do.
struct TestedEngines {
  std::shared_ptr<void> context;  ///< The context of the Runners, which end before it; null where there is no OpenGL.
  std::vector<TestedEngine> engines;
  CompareTextures compare_textures;   ///< Empty where there is no OpenGL.
  std::string renderer;               ///< GL_RENDERER; empty where there is no OpenGL.
  std::string cuda_device;            ///< Its name; empty where no engine runs on one.
  std::vector<std::string> left_out;  ///< Engines that cannot run here: "cuda-stava, cuda-links: built without CUDA".
};

/// The answer of the reference, cpu-serial, with holes filled and filtered on the CPU. Errors: those of
/// host::label_serial().
Result<Answer> ask_reference(const Question& question);

/// "raster,cuda-stava": engines of registry() but `auto`; cuda-stava+texture is the same on OpenGL textures of the
/// context. The reference may be named and is left out. Without a list it is every engine that can run here, mpi-rows
/// only in a job of several ranks. `device` is an OpenGL device; the CUDA device is the same GPU where there is one.
/// Errors: `invalid_argument` (unknown, named twice, nothing but the reference), `no_device` (an engine of the list
/// cannot run here), those of Registry::make().
Result<TestedEngines> make_tested_engines(const std::optional<std::string>& list, int device);

/// The names that a list takes, with commas between them.
std::string list_tested_engines();

}  // namespace glccl::tools
