#include "tools/view/labeling.hpp"

#include <GL/glew.h>

#include <algorithm>

#include "glccl/host/program_folder.hpp"
#include "glccl/table.hpp"

namespace glccl::view {
namespace {

/// Capacity of the table, four megabytes. Components beyond it are coloured and labeled but have no box.
constexpr std::uint32_t table_rows = 1U << 16;

LabelingSpec spec_of(const ViewedSource& source, const Settings& settings) {
  return {.connectivity = settings.connectivity, .criterion = source.criterion()};
}

Outputs output_of(const Settings& settings) {
  Outputs output{.table_rows = table_rows, .timing = TimingDetail::stages};
  // Engines refuse tuning of other engines.
  if (settings.engine != Engine::compute) output.raster.compaction = settings.compaction;
  return output;
}

}  // namespace

Result<Labeler*> Labeling::labeler(Labelers& labelers, Engine engine) {
  const auto found = labelers.find(engine);
  if (found != labelers.end()) return &found->second;
  Result<Labeler> made = Labeler::create({.engine = engine, .program_binaries = host::keep_programs_of_user()});
  if (!made) return made.error();
  return &labelers.emplace(engine, *std::move(made)).first->second;
}

void Labeling::make_plan(const ViewedSource& source, const Settings& settings) {
  const LabelingSpec spec = spec_of(source, settings);
  const Planned planned{settings.engine, settings.connectivity, settings.compaction, kind_of(spec.criterion),
                        source.extent()};
  if (planned_ == planned) return;  // the moving scene calls this in every frame
  planned_ = planned;
  plan_.clear();
  if (const Result<Labeler*> labeler = Labeling::labeler(labelers_, settings.engine)) {
    if (auto plan = (*labeler)->plan(source.extent(), spec, output_of(settings))) plan_ = *std::move(plan);
  }
  stages_.clear();
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (stages_.empty() || stages_.back().name != plan_[i].stage) {
      stages_.push_back({plan_[i].stage, static_cast<int>(i), 0});
    }
    ++stages_.back().count;
  }
}

// Called one frame later: as a rule the GPU has finished by then, so that reading does not wait.
void Labeling::harvest() {
  if (last_ == nullptr) return;
  if (const Result<std::vector<StageTime>> times = last_->times()) times_.add(*times);
  last_ = nullptr;
  ComponentTableHeader header;
  glGetNamedBufferSubData(labels_.table.buffer, 0, sizeof header, &header);
  count_ = join_words(header.count);
}

Result<void> Labeling::label(const ViewedSource& source, const Settings& settings) {
  const Result<Labeler*> labeler = Labeling::labeler(labelers_, settings.engine);
  if (!labeler) return labeler.error();
  const Result<Labels> labels = (*labeler)->label({.image = {.texture = source.labeled().name()}},
                                                  spec_of(source, settings), output_of(settings));
  if (!labels) return labels.error();
  labels_ = *labels;
  last_ = *labeler;
  return track(settings);
}

/// Follows the components of the last labels, if their ids are shown.
Result<void> Labeling::track(const Settings& settings) {
  tracks_ = 0;
  if (settings.coloring != Coloring::id) {
    if (tracker_) tracker_->forget();
    return {};
  }
  if (!tracker_ || tracked_ != labels_.extent) {
    Result<Tracker> made = Tracker::create(labels_.extent, {.max_components = table_rows});
    if (!made) return made.error();
    tracker_ = *std::move(made);
    tracked_ = labels_.extent;
  }
  const Result<Tracks> tracks = tracker_->track(labels_);
  if (!tracks) return tracks.error();
  tracks_ = tracks->buffer;
  return {};
}

Result<void> Labeling::run_passes(const ViewedSource& source, const Settings& settings) {
  const Result<Labeler*> stepper = labeler(steppers_, settings.engine);
  if (!stepper) return stepper.error();
  Outputs output = output_of(settings);
  output.timing = TimingDetail::none;
  const Result<Step> step = (*stepper)->step({.image = {.texture = source.labeled().name()}}, spec_of(source, settings),
                                             output, settings.pass);
  if (!step) return step.error();
  step_ = *step;
  pass_ = plan_[static_cast<std::size_t>(settings.pass - 1)].pass;
  return {};
}

void Labeling::update(const ViewedSource& source, Settings& settings) {
  harvest();
  Made made{settings.engine, settings.connectivity, settings.compaction, source.revision(), settings.coloring, 0};
  const bool changed = made_labels_ != made;
  if (changed) {
    made_labels_ = made;
    problem_.reset();
    make_plan(source, settings);
  }
  if (changed || (settings.every_frame && !problem_)) {
    if (const Result<void> status = label(source, settings); !status) problem_ = status.error();
  }
  if (settings.show != Show::pass || problem_) return;
  made.pass = settings.pass = std::clamp(settings.pass, 1, std::max(1, static_cast<int>(plan_.size())));
  if (made_step_ == made) return;
  made_step_ = made;
  if (const Result<void> status = run_passes(source, settings); !status) problem_ = status.error();
}

PassImage Labeling::pass_image() const { return describe_image(step_, pass_, count_); }

std::uint32_t Labeling::label_at(const Position& element) const {
  std::uint32_t label = 0;
  if (labels_.texture == 0) return label;
  glGetTextureSubImage(labels_.texture, 0, element.x, element.y, element.z, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                       sizeof label, &label);
  return label;
}

std::optional<Component> Labeling::component(std::uint32_t label) const {
  if (label == 0 || label > labels_.table.rows) return std::nullopt;
  const std::uint32_t columns = table_columns_of(labels_.extent);
  std::vector<unsigned char> row(row_bytes_of(columns));
  glGetNamedBufferSubData(labels_.table.buffer, static_cast<GLintptr>(table_bytes(label - 1, columns)),
                          static_cast<GLsizeiptr>(row.size()), row.data());
  return read_row(row.data(), columns);
}

}  // namespace glccl::view
