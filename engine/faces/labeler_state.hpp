// The state of a Labeler: its engines, its outputs, and the checks before anything is changed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/common/current_context.hpp"
#include "engine/common/outputs.hpp"
#include "engine/common/pass_engine.hpp"
#include "engine/common/source_copies.hpp"
#include "engine/compute/engine.hpp"
#include "engine/gl/context_mark.hpp"
#include "engine/gl/fence.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/programs/context_programs.hpp"
#include "engine/gl/state/idle_check.hpp"
#include "glccl/labeler.hpp"

namespace glccl {

/// An engine that has run a plan, and where it wrote.
struct Issued {
  const PassEngine& engine;
  Targets targets;
};

struct Labeler::State {
  State(const gl::Functions& loaded, const CreateOptions& options)
      : functions(loaded), programs(options.program_binaries), asked(options.engine), ran(options.engine) {
    engine_of(asked == Engine::automatic ? Engine::compute : asked);
  }

  /// Makes the checks that are the same for all engines, before anything is changed.
  Result<Request> inspect(const Inputs& inputs, const LabelingSpec& spec, const Outputs& output) const;

  /// Inspects the mask and the image of intensities, which `request` has then.
  Result<void> inspect_second_images(const Inputs& inputs, Request& request) const;
  Result<void> inspect_second(const Source& source, const char* who, CheckedSource& found) const;

  /// Inspects the buffer for labels, which `request` has then, and whether the engine has images and labels in buffers.
  Result<void> inspect_buffers(Request& request) const;

  /// Refuses the textures that the engines work on, which Step names: passes would overwrite them.
  Result<void> check_not_worked_on(const CheckedSource& source) const;

  /// The buffer of the last component table.
  Result<GLuint> table() const;

  /// The engine, made when it is first needed.
  PassEngine& engine_of(Engine engine);

  /// Begins to compile the programs of a request.
  Result<void> expect(const Request& request);

  /// Copies what has to be, prepares and runs the first passes of the plan, all of them where `passes` is empty.
  Result<Issued> issue(Request request, std::optional<int> passes);

  const gl::Functions functions;  ///< Deleting the other members calls them.
  const gl::ContextMark context;
  const gl::Programs programs;
  const gl::IdleCheck check_idle;
  const std::int64_t largest_block = largest_storage_block();
  const Workgroups workgroups = compute::workgroups_of_context();
  Engine asked;
  Engine ran;                          ///< Engine of the last labeling, `asked` before the first.
  std::unique_ptr<PassEngine> raster;  ///< Of Engine::raster or Engine::raster_paper.
  std::unique_ptr<PassEngine> compute;
  SourceCopies copies{programs};
  OutputObjects outputs{largest_block};
  std::optional<Labels> labels;  ///< The last result.
  gl::Fence done;                ///< After the commands of the last label().
};

}  // namespace glccl
