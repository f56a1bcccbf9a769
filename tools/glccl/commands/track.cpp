// glccl track: images of a sequence go in, ids of components that stay from image to image come out.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/label_animation.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/tracker.hpp"
#include "tools/glccl/command.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/command_line.hpp"
#include "tools/glccl/options/selection.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/run_labeling.hpp"
#include "tools/track/events.hpp"
#include "tools/track/scene_outputs.hpp"
#include "tools/track/track_scene.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

struct TrackArguments {
  std::vector<std::string> images;
  host::ReadOptions read;
  std::string engine = "auto";
  Connectivity connectivity = Connectivity::full;
  SelectionWords words;
  Selection selection;
  std::optional<std::string> ids;
  std::string format = "npy";
  std::optional<std::string> events;
  std::optional<std::string> animation;
  std::optional<std::string> switches;
  TrackerOptions tracker = {.id_labels = true};
  std::optional<std::string> scene_text;
  MovingScene scene;
  bool timings = false;
  int device = -1;
};

Result<void> check(TrackArguments& arguments) {
  if (arguments.animation) {
    if (const Result<void> status = host::check_animation_path(*arguments.animation); !status) return status;
  }
  if (arguments.scene_text) {
    const Result<Extent> size = parse_size(*arguments.scene_text);
    if (!size) return size.error();
    arguments.scene.extent = *size;
    std::vector<NamedFile> outputs;
    if (arguments.events) outputs.push_back({"--events", *arguments.events});
    if (arguments.switches) outputs.push_back({"--switches", *arguments.switches});
    if (arguments.animation) outputs.push_back({"--animation", *arguments.animation});
    return check_files(outputs, {});
  }
  if (arguments.images.empty()) {
    return Error{ErrorCode::invalid_argument, "no images: name a folder, or files in their order; or use --scene WxH"};
  }
  if (const Result<void> status = read_selection(arguments.words, arguments.selection); !status) return status;
  return check_tracker({1, 1}, arguments.tracker);
}

/// The frames' files: those that are named, and those of named folders by their names.
Result<std::vector<fs::path>> list_frames(const std::vector<std::string>& images) {
  std::vector<fs::path> frames;
  for (const std::string& image : images) {
    std::error_code ignored;
    if (!fs::is_directory(image, ignored)) {
      frames.emplace_back(image);
      continue;
    }
    const Result<std::vector<fs::path>> files = host::list_images(image);
    if (!files) return files.error();
    frames.insert(frames.end(), files->begin(), files->end());
  }
  return frames;
}

/// Labels of an image file.
Result<LabelImage> label(engines::Runner& runner, const engines::EngineInfo& engine, const fs::path& path,
                         const TrackArguments& arguments) {
  const Result<host::Image> image = host::read_image(path, arguments.read);
  if (!image) return image.error();
  const Result<SelectedImage> selected = select(*image, arguments.selection);
  if (!selected) return selected.error();
  const auto connectivity = connectivity_for(arguments.connectivity, image->extent, path.string());
  if (!connectivity) return connectivity.error();
  const LabelingSpec spec{.connectivity = *connectivity, .criterion = selected->criterion};
  if (const Result<void> status = registry().check_support(engine, spec, image->extent); !status) return status.error();
  Result<LabelingReport> report = run_labeling(runner, selected->image.view(), spec, TimingDetail::none);
  if (!report) return report.error();
  return std::move(report->labels);
}

/// The path of a frame's ids: its file's name, in the folder and format that are asked for.
fs::path ids_path(const TrackArguments& arguments, const fs::path& frame) {
  return fs::path(*arguments.ids) / (frame.stem().string() + "." + arguments.format);
}

/// Whether every output is a file of its own, and none is a frame.
Result<void> check_apart(const TrackArguments& arguments, const std::vector<fs::path>& frames) {
  std::vector<NamedFile> inputs;
  std::vector<NamedFile> outputs;
  if (arguments.events) outputs.push_back({"--events", *arguments.events});
  if (arguments.animation) outputs.push_back({"--animation", *arguments.animation});
  for (const fs::path& frame : frames) inputs.push_back({"", frame.string()});
  if (Result<void> status = check_files(outputs, inputs); !status || !arguments.ids) return status;
  std::error_code ignored;
  if (!fs::is_directory(*arguments.ids, ignored)) {
    return Error{ErrorCode::file, "cannot write ids to " + *arguments.ids + ": it is no folder; make it first"};
  }
  std::vector<fs::path> paths;
  for (const fs::path& frame : frames) {
    const fs::path path = ids_path(arguments, frame);
    if (std::find(paths.begin(), paths.end(), path) != paths.end()) {
      return Error{ErrorCode::invalid_argument, "two images of the sequence have the name " + frame.stem().string() +
                                                    ", so that their ids would go to one file"};
    }
    paths.push_back(path);
    outputs.push_back({"--ids", path.string()});
  }
  return check_files(outputs, inputs);
}

/// What follows the components of all frames, from the first frame on, whose extent they have.
struct Following {
  Extent extent;
  host::Tracker tracker;
  std::optional<host::LabelAnimation> animation;  ///< Where --animation asks for one.
};

/// Begins with the first frame. --animation shows five images a second.
Result<Following> begin(const TrackArguments& arguments, const Extent& extent) {
  Result<host::Tracker> tracker = host::Tracker::create(extent, arguments.tracker);
  if (!tracker) return tracker.error();
  Following following{extent, *std::move(tracker), std::nullopt};
  if (!arguments.animation) return following;
  Result<host::LabelAnimation> animation = host::LabelAnimation::create(*arguments.animation, extent, 20);
  if (!animation) return animation.error();
  following.animation = *std::move(animation);
  return following;
}

/// Writes the ids of a frame to the folder and the animation that are asked for.
Result<void> write_ids(const TrackArguments& arguments, const fs::path& frame, Following& following) {
  const std::vector<std::uint32_t>& ids = following.tracker.id_labels();
  if (following.animation) {
    if (const Result<void> status = following.animation->add(ids); !status) return status;
  }
  return arguments.ids ? host::write_labels(ids_path(arguments, frame), {following.extent, ids}) : Result<void>();
}

/// Follows the components of all frames. The lines of --events are added to `events`.
Result<void> track_frames(const TrackArguments& arguments, const std::vector<fs::path>& frames, std::string& events,
                          std::ostream& out) {
  const Result<const engines::EngineInfo*> engine = registry().find(arguments.engine);
  if (!engine) return engine.error();
  const Result<std::unique_ptr<engines::Runner>> runner = registry().make((*engine)->name, {.index = arguments.device});
  if (!runner) return runner.error();
  std::optional<Following> following;
  for (const fs::path& path : frames) {
    const Result<LabelImage> labels = label(**runner, **engine, path, arguments);
    if (!labels) return labels.error();
    if (!following) {
      Result<Following> begun = begin(arguments, labels->extent);
      if (!begun) return begun.error();
      following = *std::move(begun);
    }
    if (labels->extent != following->extent) {
      return Error{ErrorCode::invalid_argument, path.string() + " is " + to_string(labels->extent) + ", and " +
                                                    frames[0].string() + " is " + to_string(following->extent) +
                                                    ": the images of a sequence have one size"};
    }
    Result<TrackedFrame> frame = following->tracker.track(labels->values, largest_label(*labels));
    if (!frame) return frame.error();
    if (frame->header.overflow != 0) {
      return Error{ErrorCode::too_large, path.string() + ": " + describe_overflow(frame->header, arguments.tracker)};
    }
    add_events(*frame, events);
    out << path.filename().string() << ": " << describe(*frame) << "\n";
    if (const Result<void> written = write_ids(arguments, path, *following); !written) return written;
  }
  return following->animation ? following->animation->commit() : Result<void>();
}

Result<void> run_scene(const TrackArguments& arguments, std::ostream& out) {
  for (const auto* path : {&arguments.events, &arguments.switches}) {
    if (const Result<void> status = try_output(*path); !status) return status;
  }
  const Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = arguments.device});
  if (!context) return context.error();
  Result<SceneOutputs> outputs = SceneOutputs::create(arguments.scene.extent, arguments.animation);
  if (!outputs) return outputs.error();
  MovingScene scene = arguments.scene;
  scene.has_ids = arguments.animation.has_value();
  const Result<TrackedScene> tracked = track_scene(scene, [&](const SceneFrame& frame) { return outputs->add(frame); });
  if (!tracked) return tracked.error();
  if (const Result<void> status = outputs->commit(); !status) return status;
  if (const Result<void> status = write_text(arguments.events, outputs->events()); !status) return status;
  if (const Result<void> status = write_text(arguments.switches, outputs->switches()); !status) return status;
  out << arguments.scene.frames << " frames of " << to_string(arguments.scene.extent) << ", " << arguments.scene.shapes
      << " shapes, seed " << arguments.scene.seed << "\n"
      << tracked->births << " births, " << tracked->deaths << " deaths, " << tracked->splits << " parts of splits, "
      << tracked->merges << " merges of parts of shapes\n"
      << describe(tracked->switches);
  if (arguments.timings) {
    out << "GPU time, medians: " << tracked->labeling << " ms labeling with the table, " << tracked->tracking
        << " ms following\n";
  }
  return {};
}

Result<void> run_track(const TrackArguments& arguments, std::ostream& out) {
  if (arguments.scene_text) return run_scene(arguments, out);
  const Result<std::vector<fs::path>> frames = list_frames(arguments.images);
  if (!frames) return frames.error();
  if (const Result<void> status = check_apart(arguments, *frames); !status) return status;
  if (const Result<void> status = try_output(arguments.events); !status) return status;
  std::string events = events_header;
  if (const Result<void> status = track_frames(arguments, *frames, events, out); !status) return status;
  return write_text(arguments.events, events);
}

}  // namespace

Command make_track_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("track", "Follow components through a sequence of images");
  auto arguments = std::make_shared<TrackArguments>();
  auto* images = app->add_option("IMAGE", arguments->images, "folders of images, or images in their order");
  app->add_option("--engine", arguments->engine, "an engine that glccl info lists")->capture_default_str();
  add_read_options(*app, arguments->read, *images);
  add_connectivity_option(*app, arguments->connectivity);
  add_selection_options(*app, arguments->words, arguments->selection);
  auto* ids = app->add_option("--ids", arguments->ids, "write the ids of the elements of each image to this folder")
                  ->type_name("FOLDER");
  app->add_option("--format", arguments->format, "with --ids: npy (uint32), tif (32-bit) or png (16-bit)")
      ->check(CLI::IsMember({"npy", "tif", "png"}))
      ->needs(ids)
      ->capture_default_str();
  app->add_option("--events", arguments->events, "write births, splits, merges and deaths: .csv")->type_name("FILE");
  app->add_option("--animation", arguments->animation,
                  "write the ids in colours as an animation: .gif. With --scene, a white box is drawn around a shape "
                  "after a switch of its id")
      ->type_name("FILE");
  app->add_option("--max-components", arguments->tracker.max_components, "the most components of an image")
      ->capture_default_str();
  app->add_option("--max-pairs", arguments->tracker.max_pairs,
                  "the most pairs of components of two images that overlap; 0: four per component")
      ->capture_default_str();
  auto* scene = app->add_option("--scene", arguments->scene_text,
                                "instead of images: follow the shapes of a scene that OpenGL draws, and compare the "
                                "ids with the scene's own")
                    ->type_name("WxH")
                    ->excludes(images)
                    ->excludes(ids)
                    ->excludes("--engine", "--connectivity", "--threshold", "--invert", "--equal", "--max-difference",
                               "--measure", "--background", "--max-components", "--max-pairs");
  app->add_option("--frames", arguments->scene.frames, "with --scene: its length, 60 a second")
      ->check(CLI::Range(1, 1000000))
      ->needs(scene)
      ->capture_default_str();
  app->add_option("--shapes", arguments->scene.shapes, "with --scene: the number of shapes")
      ->check(CLI::Range(0, 60000))
      ->needs(scene)
      ->capture_default_str();
  app->add_option("--seed", arguments->scene.seed, "with --scene: where the shapes are")
      ->needs(scene)
      ->capture_default_str();
  app->add_option("--switches", arguments->switches, "with --scene: write the switches of ids and their reasons: .csv")
      ->type_name("FILE")
      ->needs(scene);
  app->add_flag("--timings", arguments->timings, "with --scene: print the GPU times of labeling and following")
      ->needs(scene);
  add_device_option(*app, arguments->device);
  return {app, [arguments] { return check(*arguments); },
          [arguments](std::ostream& out) { return run_track(*arguments, out); }};
}

}  // namespace glccl::tools
