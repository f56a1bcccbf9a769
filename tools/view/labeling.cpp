#include "tools/view/labeling.hpp"

#include <GL/glew.h>

#include <algorithm>

#include "glccl/table.hpp"

namespace glccl::view {
namespace {

/// Components beyond these are coloured and labeled but have no box: four megabytes are enough for a table.
constexpr std::uint32_t table_rows = 1U << 16;

Options options_of(const Subject& subject, const Settings& settings) {
  return {.connectivity = settings.connectivity,
          .criterion = subject.criterion(),
          .table_rows = table_rows,
          .compaction = settings.compaction};
}

Component component_of(const ComponentRow& row) {
  const auto wide = [](const std::uint32_t(&words)[2]) { return std::uint64_t{words[1]} << 32 | words[0]; };
  const auto whole = [](std::uint32_t value) { return static_cast<int>(value); };
  return {.label = row.label,
          .area = row.area,
          .box = {whole(row.x0), whole(row.y0), whole(row.x1), whole(row.y1)},
          .sum_x = wide(row.sum_x),
          .sum_y = wide(row.sum_y),
          .first_x = whole(row.first_x),
          .first_y = whole(row.first_y),
          .value = row.value};
}

}  // namespace

Result<Labeler*> Labeling::labeler(std::array<std::optional<Labeler>, engine_names.size()>& labelers, Engine engine) {
  std::optional<Labeler>& place = labelers[static_cast<std::size_t>(engine)];
  if (!place) {
    Result<Labeler> made = Labeler::create(engine);
    if (!made) return made.error();
    place = *std::move(made);
  }
  return &*place;
}

void Labeling::make_plan(const Subject& subject, const Settings& settings, const Options& options) {
  const Planned planned{settings.engine, settings.connectivity, settings.compaction, subject.criterion().index(),
                        subject.size()};
  if (planned_ == planned) return;  // the moving scene comes here in every frame
  planned_ = planned;
  plan_ = Labeler::plan(settings.engine, subject.size(), options);
  stages_.clear();
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (stages_.empty() || stages_.back().name != plan_[i].stage) {
      stages_.push_back({plan_[i].stage, static_cast<int>(i), 0});
    }
    ++stages_.back().count;
  }
}

// A frame late, when the GPU is done with it as a rule, so that reading makes nobody wait.
void Labeling::harvest() {
  if (last_ == nullptr) return;
  times_.add(last_->timings());
  last_ = nullptr;
  ComponentTableHeader header;
  glGetNamedBufferSubData(labels_.table.buffer, 0, sizeof header, &header);
  count_ = header.count;
}

Status Labeling::label(const Subject& subject, const Settings& settings, const Options& options) {
  const Result<Labeler*> labeler = this->labeler(labelers_, settings.engine);
  if (!labeler) return labeler.error();
  Options timed = options;
  timed.timings = Timings::stages;
  const Result<Labels> labels = (*labeler)->label({.texture = subject.labeled().name()}, timed);
  if (!labels) return labels.error();
  labels_ = *labels;
  last_ = *labeler;
  return {};
}

Status Labeling::run_passes(const Subject& subject, const Settings& settings, const Options& options) {
  const Result<Labeler*> stepper = labeler(steppers_, settings.engine);
  if (!stepper) return stepper.error();
  const Result<Step> step = (*stepper)->step({.texture = subject.labeled().name()}, options, settings.pass);
  if (!step) return step.error();
  step_ = *step;
  pass_ = plan_[static_cast<std::size_t>(settings.pass - 1)].pass;
  return {};
}

void Labeling::update(const Subject& subject, Settings& settings) {
  harvest();
  const Options options = options_of(subject, settings);
  Made made{settings.engine, settings.connectivity, settings.compaction, subject.revision(), 0};
  const bool changed = made_labels_ != made;
  if (changed) {
    made_labels_ = made;
    problem_.reset();
    make_plan(subject, settings, options);
  }
  if (changed || (settings.every_frame && !problem_)) {
    if (const Status status = label(subject, settings, options); !status) problem_ = status.error();
  }
  if (settings.show != Show::pass || problem_) return;
  made.pass = settings.pass = std::clamp(settings.pass, 1, std::max(1, static_cast<int>(plan_.size())));
  if (made_step_ == made) return;
  made_step_ = made;
  if (const Status status = run_passes(subject, settings, options); !status) problem_ = status.error();
}

PassImage Labeling::pass_image() const { return describe_image(step_, pass_, labels_.size, count_); }

std::uint32_t Labeling::label_at(int x, int y) const {
  std::uint32_t label = 0;
  if (labels_.texture == 0) return label;
  glGetTextureSubImage(labels_.texture, 0, x, y, 0, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, sizeof label, &label);
  return label;
}

std::optional<Component> Labeling::component(std::uint32_t label) const {
  if (label == 0 || label > labels_.table.rows) return std::nullopt;
  ComponentRow row;
  const auto offset = static_cast<GLintptr>(sizeof(ComponentTableHeader) + (label - 1) * sizeof row);
  glGetNamedBufferSubData(labels_.table.buffer, offset, sizeof row, &row);
  return component_of(row);
}

}  // namespace glccl::view
