#include "tools/glccl/summary.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <unordered_map>

#include "glccl/host/cpu.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

constexpr std::size_t shown_components = 5;

std::string to_string(const Box& box, bool in_volume) {
  std::ostringstream text;
  text << "(" << box.x0 << ", " << box.y0;
  if (in_volume) text << ", " << box.z0;
  text << ") to (" << box.x1 << ", " << box.y1;
  if (in_volume) text << ", " << box.z1;
  text << ")";
  return text.str();
}

void print_largest(std::ostream& out, std::vector<Component> components, bool in_volume) {
  const auto count = std::min(shown_components, components.size());
  const auto larger = [](const Component& a, const Component& b) {
    return a.area != b.area ? a.area > b.area : a.label < b.label;
  };
  std::partial_sort(components.begin(), components.begin() + static_cast<std::ptrdiff_t>(count), components.end(),
                    larger);
  components.resize(count);
  for (const Component& component : components) {
    print_line(out, &component == &components.front() ? "largest" : "",
               "label " + std::to_string(component.label) + ", area " + std::to_string(component.area) + ", box " +
                   to_string(component.box, in_volume));
  }
}

void print_stages(std::ostream& out, const std::vector<StageTime>& stages) {
  for (const StageTime& stage : stages) {
    out << "  " << std::left << std::setw(22) << stage.stage << std::right << std::setw(10)
        << fixed(stage.milliseconds, 3) << " ms\n";
  }
}

}  // namespace

void print_line(std::ostream& out, std::string_view name, const std::string& value) {
  out << std::left << std::setw(12) << name << value << "\n";
}

Result<std::vector<Component>> measure(const LabelImage& labels, Numbering numbering) {
  if (numbering == Numbering::raster) {
    Result<std::vector<Component>> components = host::measure_components(labels);
    if (components) return components;
    return Error{ErrorCode::gpu, "the labels that came back are damaged: " + components.error().message};
  }
  LabelImage numbered = labels;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  std::vector<std::uint32_t> values;
  for (std::uint32_t& value : numbered.values) {
    if (value == 0) continue;
    const auto [number, added] = numbers.try_emplace(value, static_cast<std::uint32_t>(values.size() + 1));
    if (added) values.push_back(value);
    value = number->second;
  }
  Result<std::vector<Component>> components = host::measure_components(numbered);
  if (!components) return components;
  for (Component& component : *components) component.label = values[component.label - 1];
  return components;
}

void print_summary(std::ostream& out, const std::string& image, const std::string& criterion,
                   const LabelingReport& report, const std::vector<Component>& components, const OutputPaths& written) {
  print_line(out, "image", image + ", " + to_string(report.labels.extent));
  print_line(out, "criterion", criterion);
  print_line(out, "engine", report.engine);
  print_line(out, "renderer", report.renderer);
  const std::string of_found = report.found ? " of " + std::to_string(*report.found) : "";
  print_line(out, "components", std::to_string(components.size()) + of_found);
  print_largest(out, components, report.labels.extent.is_volume());
  print_line(out, "time", fixed(report.milliseconds, 1) + " ms until the labels were on the CPU");
  print_stages(out, report.stages);
  if (written.labels) print_line(out, "labels", *written.labels);
  if (written.components) print_line(out, "table", *written.components);
  if (written.overlay) print_line(out, "overlay", describe_overlay(written, report.labels.extent));
  if (written.boundaries) print_line(out, "boundaries", *written.boundaries);
  if (written.contacts) print_line(out, "contacts", *written.contacts);
}

}  // namespace glccl::tools
