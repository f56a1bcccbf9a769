// Plans as text.
#include "engine/raster/plan.hpp"

namespace glccl::raster {

const PlanImageTraits& traits_of(PlanImage image) {
  using enum StepContents;
  static constexpr PlanImageTraits traits[plan_image_count] = {
      {"-", none},           {"source", source},   {"ids_a", ids},      {"ids_b", ids},
      {"foreground", words}, {"links", words},     {"ends_a", roots},   {"ends_b", roots},
      {"masks", masks},      {"sums", sums},       {"ranks", ranks},    {"points", points},
      {"trees_a", roots},    {"trees_b", roots},   {"contacts", words}, {"contact_sums", sums},
      {"pairs", points},     {"root_masks", none}, {"root_sums", sums}, {"root_ranks", none},
      {"labels", labels},    {"routed", roots},    {"numbers", points}, {"boxes", boxes},
      {"rows", none},
  };
  return traits[static_cast<std::size_t>(image)];
}

std::string describe(const Draw& pass) {
  const RasterPassTraits& traits = traits_of(pass.name);
  std::string line;
  for (const PlanImage image : pass.reads) {
    if (image != PlanImage::none) line += (line.empty() ? "" : ", ") + std::string(traits_of(image).name);
  }
  line += (line.empty() ? "-> " : " -> ") + std::string(traits_of(pass.write).name);
  if (pass.stored != PlanImage::none) line += "  stores " + std::string(traits_of(pass.stored).name);
  if (traits.argument != nullptr) line += "  " + std::string(traits.argument) + " " + std::to_string(pass.argument);
  if (pass.hops > 1) line += "  hops " + (pass.hops >= all_hops ? "to the end" : std::to_string(pass.hops));
  if (traits.geometry == Geometry::points) {
    line += "  points " + (pass.points == all_points ? "as counted" : std::to_string(pass.points));
  }
  if (pass.instances > 1) line += " x " + std::to_string(pass.instances);
  if (traits.blend_max) line += "  GL_MAX";
  if (traits.routes) line += "  stencil";
  if (traits.depth == Depth::mark) line += "  marks";
  if (traits.depth == Depth::test) line += "  where marked";
  if (pass.condition != no_query) line += "  if query " + std::to_string(pass.condition) + " saw a fragment";
  if (pass.query != no_query) line += "  seen by query " + std::to_string(pass.query);
  return line;
}

std::string describe(const RasterPlan& plan) {
  constexpr std::size_t shown = 6;
  std::string text;
  const auto& passes = plan.passes;
  for (std::size_t from = 0; from < passes.size();) {
    std::size_t to = from;
    while (to < passes.size() && passes[to].stage == passes[from].stage) ++to;
    text += std::string(passes[from].stage) + ": " + std::to_string(to - from) + " passes\n";
    for (std::size_t i = from; i < to; ++i) {
      const std::size_t hidden = to - from > 2 * shown ? to - from - 2 * shown : 0;
      if (hidden > 0 && i == from + shown) {
        text += "  ... " + std::to_string(hidden) + " more like these ...\n";
        i += hidden;
      }
      text += "  " + std::string(traits_of(passes[i].name).name) + "  " + describe(passes[i]) + "\n";
    }
    from = to;
  }
  return text;
}

}  // namespace glccl::raster
