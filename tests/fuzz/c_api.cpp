// The C API as a state machine: a caller with two contexts labels random textures and buffers, with refused calls,
// steps, bindings and deletions between them. c_api_machine.hpp says what is checked. Labelers outlive an input.
#include <memory>
#include <string>

#include "glccl/host/context.hpp"
#include "host/gl/egl_devices.hpp"
#include "tests/fuzz/c_api_machine.hpp"
#include "tests/fuzz/c_api_state.hpp"

namespace glccl::fuzz {
namespace {

/// A context and what is known of it.
struct World {
  host::HeadlessContext context;
  std::unique_ptr<Machine> machine;
};

World make_world(std::int32_t first_engine, std::int32_t second_engine) {
  Result<host::HeadlessContext> context = host::HeadlessContext::create();
  require(bool(context), context ? "" : context.error().message);
  return {std::move(*context), std::make_unique<Machine>(first_engine, second_engine)};
}

void make_current(World& world) { require(bool(world.context.make_current()), "a context cannot be made current"); }

/// A labeler that the caller ends in the wrong place, now and then: it leaves its objects to its context, which would
/// fill the memory. It has no programs yet.
glccl_labeler* make_stray(FuzzedDataProvider& data) {
  glccl_labeler* stray = nullptr;
  if (data.ConsumeIntegralInRange(0, 15) == 0) glccl_labeler_create(data.ConsumeIntegralInRange(0, 3), &stray, nullptr);
  return stray;
}

/// Makes another context current, and ends a labeler of the last one there.
void go_to(World& world, FuzzedDataProvider& data) {
  glccl_labeler* const stray = make_stray(data);
  make_current(world);
  const std::vector<WatchedState> before = read_state();
  glccl_labeler_destroy(stray);
  require(glGetError() == GL_NO_ERROR, "glccl_labeler_destroy() in another context leaves an OpenGL error behind");
  check_state(before);
}

/// Calls while no context is current.
void act_without_context(World (&worlds)[2], World& current, FuzzedDataProvider& data) {
  const std::vector<WatchedState> before = read_state();
  glccl_labeler* const stray = make_stray(data);
  host::egl::release_current();
  for (World& world : worlds) world.machine->act_elsewhere(data, true);
  glccl_labeler_destroy(stray);
  make_current(current);
  require(glGetError() == GL_NO_ERROR, "calls without a context leave an OpenGL error behind");
  check_state(before);
}

void run(World (&worlds)[2], FuzzedDataProvider& data) {
  for (World& world : worlds) {
    make_current(world);
    world.machine->begin();
  }
  World* world = &worlds[1];
  for (int actions = 0; actions < 40 && data.remaining_bytes() > 0; ++actions) {
    World* const other = world == &worlds[0] ? &worlds[1] : &worlds[0];
    switch (data.ConsumeIntegralInRange(0, 15)) {
      case 0:
        go_to(*other, data);
        world = other;
        break;
      case 1:
        if (data.ConsumeBool()) {
          other->machine->act_elsewhere(data, false);
        } else {
          act_without_context(worlds, *world, data);
        }
        break;
      default:
        world->machine->act(data);
        break;
    }
  }
  for (World& each : worlds) {
    make_current(each);
    each.machine->check_all();
  }
}

}  // namespace
}  // namespace glccl::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace glccl::fuzz;
  // They last as long as the process: a driver that is unloaded early leaks what it keeps to itself.
  static World(&worlds)[2] =
      *reinterpret_cast<World(*)[2]>(new World[2]{make_world(GLCCL_ENGINE_COMPUTE, GLCCL_ENGINE_RASTER),
                                                  make_world(GLCCL_ENGINE_AUTOMATIC, GLCCL_ENGINE_RASTER_PAPER)});
  FuzzedDataProvider data(bytes, size);
  run(worlds, data);
  return 0;
}
