// glccl bench: that it measures what it was asked for and says so. The tests do not judge how long anything takes.
#include <GL/glew.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/tools/bench/bench_support.hpp"
#include "tools/bench/timed_runner.hpp"
#include "tools/bench/values.hpp"

namespace glccl::tests {
namespace {

void check_row(const nlohmann::json& row, std::size_t repetitions) {
  INFO(row.dump());
  const auto times = row.at("times_ms").get<std::vector<double>>();
  CHECK(times.size() == repetitions);
  CHECK(std::all_of(times.begin(), times.end(), [](double time) { return time > 0.0; }));
  const double median = row.at("median_ms").get<double>();
  CHECK(median >= *std::min_element(times.begin(), times.end()));
  CHECK(median <= *std::max_element(times.begin(), times.end()));
  CHECK(row.at("mpixel_per_s").get<double>() > 0.0);
  CHECK(row.at("call_ms").get<double>() > 0.0);
  CHECK(row.at("images") == 1);
  const nlohmann::json& stages = row.at("stages");
  if (row.at("engine") == "cpu-serial") {
    CHECK(row.at("scratch_bytes").is_null());
    CHECK(stages.size() == 1);
    CHECK(stages.contains("label"));
    return;
  }
  CHECK(row.at("scratch_bytes").get<std::int64_t>() > 0);
  for (const char* stage : {"find_links", "vertical_runs", "merge_rounds", "number_components"}) {
    INFO(stage);
    CHECK(stages.contains(stage));
  }
}

}  // namespace

TEST_CASE("bench measures every engine with every size of every dataset", "[tools][slow][bench]") {
  std::string out;
  const nlohmann::json report = run_bench({"--engines", "raster,cpu-serial", "--sizes", "32,33x17", "--datasets",
                                           "noise-0.5-g1,text", "--repetitions", "2", "--connectivity", "4"},
                                          out);
  const nlohmann::json& context = report.at("context");
  CHECK(context.at("connectivity") == 4);
  CHECK(context.at("blocks") == 0);
  CHECK(context.at("repetitions") == 2);
  for (const char* name : {"renderer", "version"}) CHECK_THAT(out, contains(context.at(name).get<std::string>()));

  CHECK(report.at("rows").size() == 8);
  std::set<std::tuple<std::string, std::string, int, int>> found;
  for (const nlohmann::json& row : report.at("rows")) {
    check_row(row, 2);
    found.emplace(row.at("engine"), row.at("dataset"), row.at("width"), row.at("height"));
  }
  for (const char* engine : {"raster", "cpu-serial"}) {
    for (const char* dataset : {"noise-0.5-g1", "text"}) {
      CHECK(found.count({engine, dataset, 32, 32}) == 1);
      CHECK(found.count({engine, dataset, 33, 17}) == 1);
    }
  }
  CHECK(report.at("geometric_means").size() == 4);
  for (const nlohmann::json& mean : report.at("geometric_means")) CHECK(mean.at("geometric_mean_ms") > 0.0);
  for (const char* word :
       {"GL_RENDERER", "GL_VERSION", "32x32", "33x17", "merge_rounds", "geometric mean", "B/pixel"}) {
    CHECK_THAT(out, contains(word));
  }
}

TEST_CASE("bench measures all datasets unless told which", "[tools][bench]") {
  std::string out;
  const nlohmann::json report = run_bench({"--engines", "cpu-serial", "--sizes", "16", "--repetitions", "1"}, out);
  std::set<std::string> found;
  for (const nlohmann::json& row : report.at("rows")) found.insert(row.at("dataset").get<std::string>());
  CHECK(found == std::set<std::string>{"noise-0.2-g1", "noise-0.5-g1", "noise-0.65-g1", "noise-0.2-g4", "noise-0.5-g4",
                                       "noise-0.65-g4", "noise-0.2-g16", "noise-0.5-g16", "noise-0.65-g16", "circles",
                                       "circles-250", "text", "spiral", "full", "stripes", "grid", "cells-8",
                                       "cells-40", "smooth"});
}

TEST_CASE("bench passes --blocks to the engine", "[tools][bench]") {
  std::string out;
  const nlohmann::json report = run_bench(
      {"--engines", "raster-paper", "--sizes", "32", "--datasets", "circles", "--repetitions", "1", "--blocks", "4"},
      out);
  CHECK(report.at("context").at("blocks") == 4);
  CHECK(report.at("rows").at(0).at("stages").contains("merge_blocks"));
}

TEST_CASE("bench measures images of every format by every criterion", "[tools][bench]") {
  for (const std::string criterion : {"foreground", "foreground:0.1:0.25", "equal", "equal:none", "difference:1.5",
                                      "difference:1.5:3,0,0,0", "luminance:2", "largest:1"}) {
    for (const std::string format :
         {"r8ui", "r8", "r16ui", "r32ui", "r8i", "r16i", "r32i", "rg32ui", "rgba8", "r16f", "r32f", "rg16f", "rg32f"}) {
      if (criterion.starts_with("difference") && format == "rg32ui") continue;  // refused: ids
      if (criterion.starts_with("luminance") && format != "rgba8") continue;    // refused: no colors
      const bool channels = format == "rgba8" || format == "rg16f" || format == "rg32f";
      if (criterion.starts_with("largest") && !channels) continue;                               // refused: one channel
      if (criterion.starts_with("equal") && (format == "r8" || format.back() == 'f')) continue;  // refused: no integers
      CAPTURE(criterion, format);
      std::string out;
      const nlohmann::json report =
          run_bench({"--engines", "cpu-serial", "--sizes", "32", "--datasets", "cells-8,smooth", "--repetitions", "1",
                     "--criterion", criterion, "--format", format},
                    out);
      CHECK(report.at("context").at("criterion") == criterion);
      CHECK(report.at("context").at("format") == format);
      CHECK(report.at("rows").size() == 2);
      CHECK_THAT(out, contains(criterion + ", " + format));
    }
  }
}

TEST_CASE("bench measures labelings with a filter, and with measurements", "[tools][bench]") {
  std::string out;
  const nlohmann::json report =
      run_bench({"--engines",
                 "compute+table,compute+table+min-area-9,compute+largest-1,compute+moments,compute+filled,"
                 "compute+periodic,compute+mask,compute+intensity",
                 "--sizes", "32", "--datasets", "noise-0.5-g1", "--repetitions", "1"},
                out);
  std::map<std::string, nlohmann::json> stages;
  for (const nlohmann::json& row : report.at("rows")) stages[row.at("engine")] = row.at("stages");
  REQUIRE(stages.size() == 8);
  CAPTURE(stages);
  CHECK(stages["compute+filled"].contains("mark_kept_roots"));
  CHECK(stages["compute+periodic"].contains("merge_tiles_and_seams"));
  CHECK(stages["compute+mask"].contains("pack_mask"));
  CHECK(stages["compute+intensity"].contains("measure_intensities"));
  CHECK_FALSE(stages["compute+table"].contains("mark_kept_roots"));
  CHECK(stages["compute+table+min-area-9"].contains("mark_kept_roots"));
  CHECK(stages["compute+largest-1"].contains("select_largest"));
  CHECK(stages["compute+largest-1"].contains("drop_roots"));
  CHECK(stages["compute+moments"].contains("measure_labels"));
  CHECK_FALSE(stages["compute+table"].contains("measure_labels"));
}

TEST_CASE("bench measures labelings that are followed, and their contacts", "[tools][bench]") {
  std::string out;
  const nlohmann::json report =
      run_bench({"--engines", "compute+table,compute+tracked,compute+contacts,compute+tracked+contacts", "--sizes",
                 "32,9x8x7", "--datasets", "cells-8", "--repetitions", "2", "--criterion", "equal"},
                out);
  REQUIRE(report.at("rows").size() == 8);
  for (const nlohmann::json& row : report.at("rows")) {
    CAPTURE(row.dump());
    const std::string engine = row.at("engine");
    CHECK(row.at("times_ms").size() == 2);
    CHECK(row.at("stages").contains("count_pairs") == (engine.find("tracked") != std::string::npos));
    CHECK(row.at("stages").contains("count_contacts") == (engine.find("contacts") != std::string::npos));
  }
}

TEST_CASE("bench measures depth textures, and says which engines do not read them", "[tools][bench]") {
  for (const std::string criterion : {"foreground:0.5", "difference:0.01:0"}) {
    std::string out;
    const nlohmann::json report =
        run_bench({"--engines", "raster,cpu-serial,compute+transfer,compute+first", "--sizes", "32", "--datasets",
                   "depth,smooth", "--repetitions", "1", "--criterion", criterion, "--format", "depth32f"},
                  out);
    CHECK(report.at("context").at("format") == "depth32f");
    REQUIRE(report.at("rows").size() == 8);
    for (const nlohmann::json& row : report.at("rows")) {
      CAPTURE(row.dump());
      if (row.at("engine") != "cpu-serial") {
        CHECK(row.at("mpixel_per_s") > 0.0);
        CHECK_FALSE(row.contains("missing"));
        continue;
      }
      CHECK_THAT(row.at("missing").get<std::string>(), contains("cpu-serial does not read the format depth32f"));
      CHECK_FALSE(row.contains("median_ms"));
    }
    CHECK(report.at("geometric_means").size() == 3);
    CHECK_THAT(out, contains("missing: cpu-serial does not read the format depth32f: it reads u8"));
  }
}

TEST_CASE("bench measures the other rows when an engine refuses some", "[tools][bench]") {
  std::string out;
  const nlohmann::json report = run_bench({"--engines", "raster-paper,cpu-serial", "--sizes", "32", "--datasets",
                                           "circles,full", "--repetitions", "2", "--criterion", "difference:3"},
                                          out);
  REQUIRE(report.at("rows").size() == 4);
  for (const nlohmann::json& row : report.at("rows")) {
    CAPTURE(row.dump());
    CHECK(row.contains("missing") == (row.at("engine") == "raster-paper"));
    CHECK(row.contains("median_ms") == (row.at("engine") == "cpu-serial"));
  }
  REQUIRE(report.at("geometric_means").size() == 1);
  CHECK(report.at("geometric_means").front().at("engine") == "cpu-serial");
  CHECK_THAT(out, contains("missing: engine raster-paper does not have the criterion \"difference\""));
}

TEST_CASE_METHOD(GlFixture, "depths are measured as a texture of depths", "[tools][bench]") {
  const auto depth_textures = [] {
    int count = 0;
    for (GLuint name = 1; name < 1U << 16; ++name) {  // Mesa counts names on
      if (glIsTexture(name) == GL_FALSE) continue;
      GLint format = 0;
      glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
      if (format == GL_DEPTH_COMPONENT32F) ++count;
    }
    return count;
  };
  const int before = depth_textures();
  const Result<std::vector<tools::BenchEngine>> engines = tools::parse_engines("compute");
  REQUIRE(engines);
  Result<std::unique_ptr<tools::Measured>> measured = tools::make_measured(engines->front(), PixelFormat::depth32f);
  REQUIRE(measured);
  const host::Image image = tools::to_format(make_image("smooth", {16, 16}), PixelFormat::depth32f);
  CHECK(image.format == PixelFormat::f32);
  REQUIRE((*measured)->prepare({&image, 1}));
  CHECK(depth_textures() == before + 1);
  CHECK((*measured)->label({.spec = {.criterion = Difference{0.02}}}));
}

TEST_CASE("bench measures ids and depths that OpenGL draws, for every engine", "[tools][bench][slow]") {
  for (const auto& [dataset, format, criterion] :
       {std::tuple{"ids", "r32ui", "equal"}, {"depth", "r32f", "difference:0.01"}}) {
    std::string out;
    const nlohmann::json report =
        run_bench({"--engines", "raster+clobber,compute,cpu-serial", "--sizes", "40,64x48", "--datasets", dataset,
                   "--repetitions", "1", "--criterion", criterion, "--format", format},
                  out);
    REQUIRE(report.at("rows").size() == 6);
    for (const nlohmann::json& row : report.at("rows")) {
      CAPTURE(row.dump());
      CHECK(row.at("mpixel_per_s") > 0.0);
      CHECK(row.at("dataset") == dataset);
    }
  }
}

TEST_CASE("bench measures engines with additions, and single passes", "[tools][bench]") {
  std::string out;
  const nlohmann::json report = run_bench({"--engines", "raster,raster+clobber,raster+table+routing,raster+root",
                                           "--sizes", "32", "--datasets", "circles", "--repetitions", "1", "--passes"},
                                          out);
  const nlohmann::json& rows = report.at("rows");
  REQUIRE(rows.size() == 4);
  CHECK(rows.at(1).at("engine") == "raster+clobber");
  for (const nlohmann::json& row : rows) CHECK(row.at("stages").contains("merge_rounds/update_trees"));
  CHECK(rows.at(0).at("stages").contains("find_roots/rank_masks"));
  CHECK_FALSE(rows.at(0).at("stages").contains("bounding_boxes/bounding_boxes"));
  CHECK(rows.at(2).at("stages").contains("stencil_routing/stencil_routing"));
  CHECK(rows.at(2).at("stages").contains("bounding_boxes/bounding_boxes"));
  CHECK_FALSE(rows.at(3).at("stages").contains("find_roots/rank_masks"));
}

TEST_CASE("bench measures the first labeling of an engine, as it is and prepared", "[tools][bench]") {
  std::string out;
  const nlohmann::json report = run_bench({"--engines", "compute+first,compute+prepared+table", "--sizes", "32",
                                           "--datasets", "circles", "--repetitions", "2"},
                                          out);
  const nlohmann::json& rows = report.at("rows");
  REQUIRE(rows.size() == 2);
  for (const nlohmann::json& row : rows) {
    CHECK(row.at("times_ms").size() == 2);
    CHECK(row.at("stages").contains("write_labels"));
  }
  CHECK_FALSE(rows.at(0).at("stages").contains("prepare"));
  CHECK(rows.at(1).at("stages").at("prepare").get<double>() > 0.0);
}

TEST_CASE("bench reports the memory for an extent whatever came before", "[tools][bench]") {
  std::string out;
  const nlohmann::json report = run_bench(
      {"--engines", "raster", "--sizes", "64,16,64x65", "--datasets", "text,full", "--repetitions", "1"}, out);
  const auto bytes = [&](std::size_t row) { return report.at("rows").at(row).at("scratch_bytes").get<std::int64_t>(); };
  REQUIRE(report.at("rows").size() == 6);
  CHECK(bytes(0) == bytes(1));
  CHECK(bytes(2) < bytes(0));
  CHECK(bytes(4) > bytes(0));
}

TEST_CASE("bench measures several images at once where there is CUDA", "[tools][bench]") {
  const std::vector<std::string> arguments = {
      "--engines",     "cuda-fast,cuda-fast+batch-5,cuda-fast+table+calls-5,cuda-stava+calls-1",
      "--sizes",       "33x17",
      "--datasets",    "noise-0.5-g1,full",
      "--repetitions", "2"};
  if (!engines::why_no_cuda().empty()) {
    std::vector<std::string> all = arguments;
    all.insert(all.begin(), "bench");
    const ProgramResult result = run_glccl(all, scratch_directory());
    CHECK(result.status == 4);
    CHECK_THAT(result.err, contains(engines::why_no_cuda()));
    return;
  }
  std::string out;
  const nlohmann::json report = run_bench(arguments, out);
  const nlohmann::json& rows = report.at("rows");
  REQUIRE(rows.size() == 8);
  const std::vector<int> images = {1, 1, 5, 5, 5, 5, 1, 1};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    INFO(rows[i].dump());
    CHECK(rows[i].at("images") == images[i]);
    const double median = rows[i].at("median_ms").get<double>();
    CHECK(median > 0.0);
    const double speed = 33.0 * 17.0 * images[i] / 1000.0 / median;
    CHECK(std::abs(rows[i].at("mpixel_per_s").get<double>() / speed - 1.0) < 1e-6);
    CHECK(rows[i].at("scratch_bytes").get<std::int64_t>() > 0);
    // cuda-fast labels a small image by one kernel, unless it is one of a batch.
    const auto engine = rows[i].at("engine").get<std::string>();
    const bool at_once = engine == "cuda-fast" || engine == "cuda-fast+table+calls-5";
    CHECK(rows[i].at("stages").contains(at_once ? "label_at_once" : "label_tiles"));
    CHECK_FALSE(rows[i].at("stages").contains("labeling"));
  }
}

TEST_CASE("bench draws its report, or says what is missing", "[tools][bench]") {
  check_plot({"--engines", "cpu-serial,cpu-fast", "--sizes", "16,32,8x7x6", "--datasets", "full,text"});
}

}  // namespace glccl::tests
