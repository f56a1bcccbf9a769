// The C API as a state machine: a caller with two contexts labels random textures in random order, with refused calls,
// steps, bindings and deletions between them. c_api_machine.hpp says what is checked. Labelers outlive an input.
#include <memory>
#include <string>

#include "glccl/host/context.hpp"
#include "tests/fuzz/c_api_machine.hpp"

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
        make_current(*other);
        world = other;
        break;
      case 1:
        other->machine->act_elsewhere(data);
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
