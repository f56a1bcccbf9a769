#include "tools/validate/engines.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/vocabulary/laboratory.hpp"
#include "glccl/engines/registry.hpp"
#include "glccl/host/compare_textures.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/host/regions.hpp"
#include "glccl/host/seams.hpp"
#include "tools/glccl/absences.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using engines::Backend;
using engines::EngineInfo;

constexpr std::string_view reference = "cpu-serial";
constexpr const char* alone = "a single rank: start it as mpirun -n P glccl validate";

/// Larger images give their device memory back after each labeling, so that engines do not need it all at once.
constexpr std::int64_t large_image = 1 << 24;

/// The OpenGL objects that all engines share.
struct SharedContext {
  host::HeadlessContext context;
  host::TextureComparison comparison;  // After the context, so that it ends before it.
};

/// Puts a table, its measurements or contacts into an answer. An overflow is the engine's fault, because there is room
/// for all of them.
template <class Row>
Result<void> take_rows(Result<std::vector<Row>> rows, std::optional<std::vector<Row>>& taken, std::string& problem) {
  if (rows) {
    taken = *std::move(rows);
  } else if (rows.error().code == ErrorCode::too_large) {
    problem = rows.error().message;
  } else {
    return rows.error();
  }
  return {};
}

/// Reads all but the labels of the last labeling.
Result<void> take_all_rows(engines::Runner& runner, const engines::RunOptions& options, std::uint32_t columns,
                           Answer& answer) {
  if (options.table_rows > 0) {
    Result<void> status = take_rows(runner.components(), answer.components, answer.table_problem);
    if (status && columns != 0) status = take_rows(runner.measurements(), answer.measurements, answer.table_problem);
    if (!status) return status;
  }
  if (options.max_contacts == 0) return {};
  return take_rows(runner.contacts(), answer.contacts, answer.table_problem);
}

/// An engine of the list, or an engine in its other place.
struct WantedEngine {
  std::string name;
  const EngineInfo* info = nullptr;
  bool in_place = false;
  /// Whether it labels textures of OpenGL by CUDA.
  bool on_textures() const { return in_place && info->backend == Backend::cuda; }
  bool needs_gl() const { return info->backend == Backend::opengl || on_textures(); }
  /// Whether it is an engine of MPI outside of an MPI job, where it would only have one rank.
  bool needs_ranks() const { return info->backend == Backend::mpi && count_mpi_ranks() == 1; }
};

/// All but `auto`.
std::vector<WantedEngine> all_wanted() {
  std::vector<WantedEngine> all;
  for (const EngineInfo& info : registry().engines().subspan(1)) {
    all.push_back({std::string(info.name), &info});
    if (info.place.empty()) continue;
    all.push_back({std::string(info.name) + "+" + std::string(info.place), &info, true});
  }
  return all;
}

Result<std::vector<WantedEngine>> parse_wanted(const std::string& list) {
  const std::vector<WantedEngine> all = all_wanted();
  std::vector<WantedEngine> wanted;
  const auto named = [](const std::string& name) {
    return [name](const WantedEngine& one) { return one.name == name; };
  };
  for (const std::string& name : split(list)) {
    const auto found = std::find_if(all.begin(), all.end(), named(name));
    if (found == all.end()) {
      if (const std::optional<Error> missing = missing_laboratory(name)) return *missing;
      return Error{ErrorCode::invalid_argument,
                   "--engines: there is no engine \"" + name + "\" to validate: there are " + list_tested_engines()};
    }
    if (std::any_of(wanted.begin(), wanted.end(), named(name))) {
      return Error{ErrorCode::invalid_argument, "--engines names " + name + " twice; name it once"};
    }
    wanted.push_back(*found);
  }
  return wanted;
}

/// The CUDA device on the same GPU as OpenGL device `device`, else the first.
int cuda_device_of(int device) {
  if (device < 0) return 0;  // The default context is on CUDA device 0 if there is one.
  for (const host::EglDevice& one : host::list_devices()) {
    if (one.index == device) return std::max(0, one.cuda_device);
  }
  return 0;
}

/// Makes the engines of a list one by one.
class EngineMaker {
 public:
  explicit EngineMaker(int device) : device_(device) {}

  /// Error: it cannot run here.
  Result<void> add(const WantedEngine& wanted) {
    const EngineInfo& info = *wanted.info;
    if (std::string reason = info.unavailable(); !reason.empty()) {
      return Error{ErrorCode::no_device, std::move(reason)};
    }
    if (wanted.needs_gl()) {
      if (Result<void> status = need_gl(); !status) return status;
    }
    const bool cuda = info.backend == Backend::cuda;
    const int index = cuda ? cuda_device_of(device_) : -1;
    Result<std::unique_ptr<engines::Runner>> made =
        registry().make(wanted.name, {.index = index, .current_context = true});
    if (!made) return made.error();
    if (cuda) made_.cuda_device = (*made)->device();
    Needs needs = info.capabilities.needs;
    if (wanted.on_textures()) needs.remove(Need::mask);
    if (wanted.on_textures() || !info.has_table) needs.remove(Need::measurements);
    made_.engines.push_back({.name = wanted.name,
                             .exact = info.exact,
                             .has_table = info.has_table && info.exact && !wanted.on_textures(),
                             .is_opengl = info.backend == Backend::opengl,
                             .volumes = info.capabilities.has_volumes(),
                             .needs = needs,
                             .finds_contacts = (cuda || info.backend == Backend::opengl) && !wanted.in_place,
                             .runner = *std::move(made)});
    return {};
  }

  void leave_out(const WantedEngine& wanted, const Error& error) { absences_.add(wanted.name, error.message); }

  TestedEngines take() {
    made_.left_out = absences_.lines();
    return std::move(made_);
  }

 private:
  Result<void> need_gl() {
    if (made_.context) return {};
    Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device_});
    if (!context) return context.error();
    Result<host::TextureComparison> comparison = host::TextureComparison::create();
    if (!comparison) return comparison.error();
    const auto shared = std::make_shared<SharedContext>(SharedContext{*std::move(context), *std::move(comparison)});
    made_.context = shared;
    made_.renderer = host::describe_current_context().renderer;
    made_.compare_textures = [shared](std::uint32_t texture, std::uint32_t other, const Extent& extent) {
      return shared->comparison.count_differences(texture, other, extent);
    };
    return {};
  }

  int device_;
  Absences absences_;
  TestedEngines made_;
};

}  // namespace

std::uint32_t room_for(std::uint32_t components) {
  std::uint32_t rows = 256;
  while (rows < components) rows *= 2;
  return rows;
}

Result<Answer> ask(const TestedEngine& engine, const Question& question) {
  engines::Runner& runner = *engine.runner;
  if (Result<void> status = runner.upload(question.image->view()); !status) return status.error();
  engines::SecondImages second_images;
  if (question.mask != nullptr) second_images.mask = question.mask->view();
  if (question.intensity != nullptr) second_images.intensity = question.intensity->view();
  if (second_images.mask || second_images.intensity) {
    if (Result<void> status = runner.upload_second_images(second_images); !status) return status.error();
  }
  engines::RunOptions options{.table_rows = engine.has_table ? room_for(question.components) : 0};
  if (engine.finds_contacts && question.contacts > 0) options.max_contacts = room_for(question.contacts);
  Result<void> labeled = runner.label(question.spec, options);
  const bool needs_table = question.spec.columns != 0;
  if (!labeled && labeled.error().code == ErrorCode::too_large && options.table_rows > 0 && !needs_table) {
    options.table_rows = 0;  // the table may be too large for this device
    labeled = runner.label(question.spec, options);
  }
  if (!labeled) return labeled.error();
  Answer answer{.labels = {}, .texture = runner.label_texture()};
  if (Result<void> status = take_all_rows(runner, options, question.spec.columns, answer); !status)
    return status.error();
  Result<LabelImage> labels = runner.take_labels();
  if (!labels) return labels.error();
  answer.labels = *std::move(labels);
  if (answer.texture == 0 && question.image->extent.elements() > large_image) runner.release();
  return answer;
}

Result<Answer> ask_reference(const Question& question) {
  if (question.spec.fill_holes != 0) {
    const Result<host::Image> filled = host::fill_holes(question.image->view(), question.spec);
    if (!filled) return filled.error();
    Question of_filled = question;
    of_filled.image = &*filled;
    of_filled.spec.criterion = Foreground{};
    of_filled.spec.fill_holes = 0;
    return ask_reference(of_filled);
  }
  LabelingSpec unfiltered = question.spec;
  unfiltered.filter = {};
  unfiltered.columns = 0;
  const ImageView mask = question.mask != nullptr ? question.mask->view() : ImageView();
  Result<LabelImage> labels =
      host::label_serial(question.image->view(), unfiltered, question.mask != nullptr ? &mask : nullptr);
  if (!labels) return labels.error();
  Answer answer{.labels = *std::move(labels)};
  answer.components = *host::measure_components(answer.labels);  // its labels are 1..N
  if (std::holds_alternative<Equal>(question.spec.criterion)) {
    host::read_values(question.image->view(), *answer.components);
  }
  host::filter_components(question.spec.filter, answer.labels, *answer.components, question.spec.periodic);
  if (question.spec.columns != 0) {
    answer.measurements = host::measure_columns(answer.labels, question.spec.columns, answer.components->size());
  }
  if ((question.spec.columns & table_column_seams) != 0) {
    host::measure_seams(answer.labels, question.spec.connectivity, question.spec.periodic, *answer.measurements);
  }
  if (question.intensity != nullptr && answer.measurements) {
    host::measure_intensities(answer.labels, question.intensity->view(), question.spec.fraction_bits,
                              *answer.measurements);
  }
  if (question.contacts == 0) return answer;
  Result<std::vector<Contact>> contacts =
      host::contacts(answer.labels.values, answer.labels.extent, question.spec.connectivity);
  if (!contacts) return contacts.error();
  answer.contacts = *std::move(contacts);
  return answer;
}

Result<TestedEngines> make_tested_engines(const std::optional<std::string>& list, int device) {
  Result<std::vector<WantedEngine>> wanted = list ? parse_wanted(*list) : all_wanted();
  if (!wanted) return wanted.error();
  std::erase_if(*wanted, [](const WantedEngine& one) { return one.name == reference; });
  if (wanted->empty()) {
    return Error{ErrorCode::invalid_argument,
                 "--engines: " + std::string(reference) +
                     " is the reference of the others; name another one: " + list_tested_engines()};
  }
  EngineMaker maker(device);
  for (const WantedEngine& one : *wanted) {
    const Result<void> status = !list && one.needs_ranks() ? Error{ErrorCode::no_device, alone} : maker.add(one);
    if (status) continue;
    // Engines and devices that the caller has named must be there. Otherwise engines that cannot run are left out.
    if (list || (device >= 0 && one.needs_gl() && !one.on_textures())) {
      return Error{status.error().code, one.name + " cannot run here: " + status.error().message};
    }
    if (status.error().code != ErrorCode::no_device && status.error().code != ErrorCode::unsupported) {
      return status.error();
    }
    maker.leave_out(one, status.error());
  }
  return maker.take();
}

std::string list_tested_engines() { return join_names(all_wanted()); }

}  // namespace glccl::tools
