// How the program plans and measures slabs on a device, on the CPU.
#include <sstream>
#include <string>

#include "glccl/host/device_slabs.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tools/bench/parts.hpp"
#include "tools/bench/slabs.hpp"
#include "tools/glccl/slabs/device.hpp"

namespace glccl::tests {

using host::SlabOptions;
using host::SlabSource;

namespace {

SlabSource source_of(const Extent& extent) {
  return {extent, PixelFormat::u8, [](int, int, void*) { return Result<void>(); }};
}

}  // namespace

TEST_CASE("slabs on a device are as thick as host and device have room for", "[on_cpu][tools]") {
  const SlabSource source = source_of({4096, 1 << 20});
  const SlabOptions labels{.labels = true};
  const SlabOptions none{.labels = false};
  const std::int64_t on_device = *host::free_device_bytes(0) / 10 * 9;
  for (const std::int64_t memory : {std::int64_t{1} << 20, std::int64_t{1} << 26, std::int64_t{1} << 40}) {
    for (SlabOptions options : {labels, none}) {
      CAPTURE(memory, options.labels);
      const auto plan = tools::plan_device_slabs(source, options, memory, {{0}});
      REQUIRE(plan);
      options.planes = plan->planes;
      CHECK(host::pinned_bytes_of(source, {}, options) <= memory / 8 * 7);
      CHECK(host::device_bytes_of(source, {}, options) + plan->kept_bytes <= on_device);
      options.planes = plan->planes + 1;  // one plane more does not fit, or makes fewer than 64 slabs
      const bool fits = host::pinned_bytes_of(source, {}, options) <= memory / 8 * 7 &&
                        host::device_bytes_of(source, {}, options) <= on_device &&
                        std::int64_t{4096} * options.planes <= 1 << 26;
      CHECK_FALSE(fits);
    }
  }
}

TEST_CASE("a device that is listed twice shares its memory", "[on_cpu][tools]") {
  const SlabSource source = source_of({4096, 1 << 20});
  constexpr std::int64_t memory = std::int64_t{1} << 40;
  const auto alone = tools::plan_device_slabs(source, {}, memory, {{0}});
  const auto shared = tools::plan_device_slabs(source, {}, memory, {{0, 0}});
  REQUIRE(alone);
  REQUIRE(shared);
  const auto bytes_of = [&](const host::SlabPlan& plan) {
    return host::device_bytes_of(source, {}, {.planes = plan.planes}) + plan.kept_bytes;
  };
  CHECK(2 * bytes_of(*shared) <= bytes_of(*alone));
  CHECK(2 * bytes_of(*shared) > bytes_of(*alone) - 100);
}

TEST_CASE("slabs of one plane that a device or the host has no room for are refused", "[on_cpu][tools]") {
  const auto message_of = [](const Extent& extent, std::int64_t memory) {
    const auto plan = tools::plan_device_slabs(source_of(extent), {}, memory, {{0}});
    REQUIRE_FALSE(plan);
    CHECK(plan.error().code == ErrorCode::too_large);
    return plan.error().message;
  };
  const std::string on_host = message_of({1000, 1000}, 1000);
  CHECK(on_host ==
        "slabs of one row of 1000x1000 take 133832 bytes of host memory, and 1000 are given: give --memory "
        "that much");
  CHECK(tools::plan_device_slabs(source_of({1000, 1000}), {}, 133832, {{0}}));
  CHECK_THAT(message_of({40000, 40000, 9}, std::int64_t{1} << 50),
             contains("slabs of one slice of 40000x40000x9 take"));
  CHECK_THAT(message_of({40000, 40000, 9}, std::int64_t{1} << 50), contains("use --engine cpu-fast"));
}

TEST_CASE("slabs on a device keep to the device memory that is given", "[on_cpu][tools]") {
  const SlabSource source = source_of({4096, 1 << 16});
  constexpr std::int64_t memory = std::int64_t{1} << 40;
  const std::int64_t given = std::int64_t{64} << 20;
  for (const cuda::Method method : {cuda::Method::fast, cuda::Method::stava}) {
    const auto plan = tools::plan_device_slabs(source, {}, memory, {{0}, method, given});
    REQUIRE(plan);
    const host::DeviceSlabs device{.method = method};
    CHECK(host::device_bytes_of(source, device, {.planes = plan->planes}) + plan->kept_bytes == given);
    CHECK(host::device_bytes_of(source, device, {.planes = plan->planes + 1}) > given);
  }
  const auto twice = tools::plan_device_slabs(source, {}, memory, {{0, 0}, cuda::Method::fast, given});
  REQUIRE(twice);
  CHECK(host::device_bytes_of(source, {}, {.planes = twice->planes}) + twice->kept_bytes == given / 2);
  const auto plenty = tools::plan_device_slabs(source, {}, memory, {{0}, cuda::Method::fast, memory});
  REQUIRE(plenty);
  CHECK(plenty->kept_bytes < *host::free_device_bytes(0));
  const auto little = tools::plan_device_slabs(source, {}, memory, {{0}, cuda::Method::fast, 1000});
  REQUIRE_FALSE(little);
  CHECK_THAT(little.error().message, contains("slabs of one row of 4096x65536 take ") &&
                                         contains(" bytes of device memory, and 1000 are given: give --device-memory "
                                                  "that much, or use --engine cpu-fast"));
}

TEST_CASE("slabs on a device count the planes that are read", "[on_cpu][tools]") {
  const host::Image image = make_image("noise", {64, 40});
  const host::SlabSink sink = [](const host::FinishedSlab&) { return Result<void>(); };
  constexpr std::int64_t place = 5 * 256;  // of elements on the device: a plane, and a slab of 16
  for (const int kept : {0, 1, 3}) {
    CAPTURE(kept);
    const auto report = host::label_slabs_on_device(host::source_of(image.view()), {}, {},
                                                    {.planes = 16, .kept_bytes = kept * place}, sink);
    REQUIRE(report);
    const int again = kept == 0 ? 40 : kept == 1 ? 24 : 0;
    CHECK(report->planes_read == 40 + again);
    CHECK(report->planes_read_again == again);
    CHECK(report->solved_from_kept == kept);
  }
}

TEST_CASE("the bench of slabs measures copies, counting, tables and labels", "[on_cpu][tools]") {
  const Extent extent{60, 50};
  const auto source = host::generate_slabs("hash-noise", extent, {.density = 0.4});
  REQUIRE(source);
  host::Image image{extent, source->format, std::vector<std::uint8_t>(60 * 50)};
  REQUIRE(source->read(0, 50, image.bytes.data()));
  const auto report = tools::bench_slabs(*source, false, {{-1}}, 1);
  REQUIRE(report);
  CHECK(report->components == reference(image).components.size());
  CHECK(report->slabs == 1);
  std::ostringstream out;
  tools::print_slab_bench(out, *report);
  for (const char* row :
       {"GPU: CPU", "60x50, ", "elements to the device", "labels to the host", "count", "count and sums", "table",
        "labels  ", "count, made on the device", "Gelement/s", "of the bus"}) {
    CHECK_THAT(out.str(), contains(row));
  }
  CHECK(out.str().find("over one device") == std::string::npos);
}

TEST_CASE("the bench of slabs measures several devices beside the first one", "[on_cpu][tools]") {
  const auto source = host::generate_slabs("hash-noise", {60, 50}, {.density = 0.4});
  REQUIRE(source);
  const auto report = tools::bench_slabs(*source, false, {{0, 0}, cuda::Method::stava}, 1);
  REQUIRE(report);
  REQUIRE(report->rows.size() == 2 + 2 * 5);
  for (std::size_t i = 2; i < report->rows.size(); ++i) {
    CAPTURE(report->rows[i].what);
    CHECK((report->rows[i].speedup > 0.0) == (i % 2 == 1));
  }
  std::ostringstream out;
  tools::print_slab_bench(out, *report);
  for (const char* text : {"GPU: CPU\nGPU: CPU\n", "over one device", "count, by all", "labels, by all"}) {
    CHECK_THAT(out.str(), contains(text));
  }
}

TEST_CASE("the bench of parts measures a part alone and all parts", "[on_cpu][tools][parts]") {
  host::Image image{{60, 51}, PixelFormat::u8, std::vector<std::uint8_t>(60 * 51)};
  const auto noise = host::generate_slabs("hash-noise", image.extent, {.density = 0.4});
  REQUIRE(noise);
  REQUIRE(noise->read(0, 51, image.bytes.data()));
  for (const SlabSource& source : {*noise, host::source_of(image.view())}) {
    const auto report = tools::bench_parts(source, false, {{0, 0}}, 1);
    REQUIRE(report);
    CHECK(report->components == reference(image).components.size());
    REQUIRE(report->rows.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
      CHECK(report->rows[i].elements == 60 * (i % 3 == 2 ? 51 : 26));
      CHECK((report->rows[i].weak_scaling > 0.0) == (i % 3 == 2));
    }
    std::ostringstream out;
    tools::print_parts_bench(out, *report);
    for (const char* text :
         {"part 0: GPU 0, CPU\npart 1: GPU 0, CPU\n", "60x51, ", "parts of up to 26 planes", "weak scaling",
          "cuda-fast on part 0: labels  ", "part 0 alone: labels  ", "all parts: labels  ",
          "all parts: labels and tables  ", "Parts on one GPU wait for each other"}) {
      CHECK_THAT(out.str(), contains(text));
    }
  }
  const auto thin = tools::bench_parts(source_of({9, 2}), false, {{0, 0, 0}}, 1);
  REQUIRE_FALSE(thin);
  CHECK(thin.error().message == "3 parts of 9x2: each takes one of its 2 planes at least");
}

TEST_CASE("ranks get the solvers that a text names, and a device in turn", "[on_cpu][tools]") {
  CHECK(tools::rank_solver_text("cpu-fast", {}) == "");
  CHECK(tools::rank_solver_text("cuda-fast", {}) == "cuda-fast");
  CHECK(tools::rank_solver_text("cuda-stava", {0, 3}) == "cuda-stava 0 3");
  CHECK(tools::check_rank_engine("cpu-fast"));
  CHECK(tools::check_rank_engine("cuda-links"));
  CHECK_FALSE(tools::check_rank_engine("raster"));
  for (const char* text : {"cuda-fast", "cuda-stava 0", "cuda-fast 0 0"}) CHECK(tools::open_rank_solver(text, 5));
  CHECK(tools::open_rank_solver("cuda-fast 0 9", 2));
  const auto missing = tools::open_rank_solver("cuda-fast 0 9", 3);
  REQUIRE_FALSE(missing);
  CHECK_THAT(missing.error().message, contains("GPU 9: no CUDA device 9"));
  CHECK_FALSE(tools::open_rank_solver("abacus", 0));
}

}  // namespace glccl::tests
