#include "tools/validate/engines.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "glccl/host/compare_textures.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/labeling.hpp"
#include "glccl/host/mpi_labeling.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "host/engines/cuda_engine.hpp"
#include "glccl/engines/registry.hpp"

namespace glccl::tools {
namespace {

constexpr std::string_view reference = "cpu-serial";
constexpr std::string_view on_textures = "+texture";
constexpr const char* alone = "a single rank: start it as mpirun -n P glccl validate";

/// An image on the GPU, uploaded once for all engines and connectivities.
class SourceTexture {
 public:
  Result<std::uint32_t> of(const host::Image& image) {
    if (texture_.name() == 0 || image != image_) {
      Result<host::Texture> texture = host::upload(image);
      if (!texture) return texture.error();
      texture_ = *std::move(texture);
      image_ = image;
    }
    return texture_.name();
  }

 private:
  host::Image image_;
  host::Texture texture_;
};

/// What the engines share. The context comes first, so that it ends last.
struct Workplace {
  std::optional<host::HeadlessContext> context;
  std::optional<host::TextureComparison> comparison;
  SourceTexture source;
  std::optional<CudaEngine> cuda;
};

Options options_for(const Task& task) { return {.connectivity = task.connectivity, .criterion = task.criterion}; }

/// Room for the components there are, in steps, because tables of another size are made anew.
std::uint32_t room_for(std::uint32_t components) {
  std::uint32_t rows = 256;
  while (rows < components) rows *= 2;
  return rows;
}

/// Puts a table into an answer. That it overflows is the engine's fault, as it has room for all that there are.
Status take_table(Result<std::vector<Component>> components, Answer& answer) {
  if (components) {
    answer.components = *std::move(components);
  } else if (components.error().code == ErrorCode::too_large) {
    answer.table_problem = components.error().message;
  } else {
    return components.error();
  }
  return {};
}

std::function<bool(const Task&)> supported_by(const EngineInfo& info) {
  return [&info](const Task& task) { return static_cast<bool>(check_support(info, options_for(task))); };
}

Result<TestedEngine> make_gl_engine(const EngineInfo& info, const std::shared_ptr<Workplace>& workplace) {
  Result<Labeler> made = Labeler::create(*info.gl);
  if (!made) return made.error();
  struct Holder {
    std::shared_ptr<Workplace> workplace;  // first: the context ends after the Labeler
    Labeler labeler;
  };
  const auto holder = std::make_shared<Holder>(Holder{workplace, *std::move(made)});
  const bool exact = *info.gl != Engine::raster_paper;
  const auto label = [holder, exact](const Task& task) -> Result<Answer> {
    const Result<std::uint32_t> texture = holder->workplace->source.of(*task.image);
    if (!texture) return texture.error();
    Options options = options_for(task);
    if (exact) options.table_rows = room_for(task.table_rows);
    Result<Labels> labeled = holder->labeler.label({*texture}, options);
    if (!labeled && labeled.error().code == ErrorCode::too_large && options.table_rows > 0) {
      options.table_rows = 0;  // the table may be what is too large for this device
      labeled = holder->labeler.label({*texture}, options);
    }
    if (!labeled) return labeled.error();
    Result<LabelImage> labels = holder->labeler.readback();
    if (!labels) return labels.error();
    Answer answer{.labels = *std::move(labels), .texture = labeled->texture};
    if (options.table_rows == 0) return answer;
    if (const Status status = take_table(holder->labeler.readback_components(), answer); !status) return status.error();
    return answer;
  };
  return TestedEngine{std::string(info.name), exact, supported_by(info), label};
}

Result<TestedEngine> make_cuda_engine(const EngineInfo& info, const std::shared_ptr<Workplace>& workplace) {
  const auto label = [workplace, algorithm = *info.cuda](const Task& task) -> Result<Answer> {
    CudaEngine& cuda = *workplace->cuda;
    Options options = options_for(task);
    options.table_rows = room_for(task.table_rows);
    if (const Status status = cuda.upload(*task.image); !status) return status.error();
    if (const Status status = cuda.label(algorithm, options); !status) return status.error();
    Result<LabelImage> labels = cuda.readback();
    if (!labels) return labels.error();
    Answer answer{.labels = *std::move(labels)};
    if (const Status status = take_table(cuda.readback_components(), answer); !status) return status.error();
    return answer;
  };
  return TestedEngine{std::string(info.name), true, supported_by(info), label};
}

TestedEngine make_cpu_engine(const EngineInfo& info) {
  const auto label = [&info](const Task& task) -> Result<Answer> {
    Result<CpuLabeling> labeled = info.cpu(*task.image, options_for(task), {});
    if (!labeled) return labeled.error();
    return Answer{.labels = std::move(labeled->labels)};
  };
  return {std::string(info.name), true, supported_by(info), label};
}

/// CUDA on the texture that the OpenGL engines read, into a texture of its own.
Result<TestedEngine> make_texture_engine(const EngineInfo& info, const std::shared_ptr<Workplace>& workplace) {
  struct Holder {
    std::shared_ptr<Workplace> workplace;
    host::Texture labels;
  };
  const auto holder = std::make_shared<Holder>(Holder{workplace, {}});
  const auto label = [holder, algorithm = *info.cuda](const Task& task) -> Result<Answer> {
    const Result<std::uint32_t> source = holder->workplace->source.of(*task.image);
    if (!source) return source.error();
    if (holder->labels.name() == 0 || holder->labels.extent() != task.image->extent) {
      Result<host::Texture> labels = host::make_label_texture(task.image->extent);
      if (!labels) return labels.error();
      holder->labels = *std::move(labels);
    }
    const std::uint32_t texture = holder->labels.name();
    const Status status = holder->workplace->cuda->label_texture(algorithm, *source, texture, options_for(task));
    if (!status) return status.error();
    return Answer{.labels = host::download_labels(holder->labels), .texture = texture};
  };
  return TestedEngine{std::string(info.name) + std::string(on_textures), true, supported_by(info), label};
}

/// A name of the list: an engine and whether it works on textures.
struct Wanted {
  std::string name;
  const EngineInfo* info = nullptr;
  bool texture = false;
  bool needs_gl() const { return info->gl.has_value() || texture; }
  /// Whether it is mpi-rows in a process without a job, which it takes a while to make one of a single rank of.
  bool needs_ranks() const { return info->name == "mpi-rows" && host::count_mpi_ranks() == 1; }
};

/// All but `auto`, which is none of its own.
std::vector<Wanted> all_wanted() {
  std::vector<Wanted> all;
  for (const EngineInfo& info : engines().subspan(1)) {
    all.push_back({std::string(info.name), &info});
    if (info.cuda) all.push_back({std::string(info.name) + std::string(on_textures), &info, true});
  }
  return all;
}

Result<std::vector<Wanted>> parse_wanted(const std::string& list) {
  const std::vector<Wanted> all = all_wanted();
  std::vector<Wanted> wanted;
  const auto named = [](const std::string& name) { return [name](const Wanted& one) { return one.name == name; }; };
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string name = list.substr(from, to - from);
    from = to + 1;
    const auto found = std::find_if(all.begin(), all.end(), named(name));
    if (found == all.end()) {
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

/// The CUDA device that is the OpenGL device `device`, else the first.
int cuda_device_of(int device) {
  if (device < 0) return 0;  // the context is on CUDA device 0 where there is one
  for (const host::Device& one : host::list_devices()) {
    if (one.index == device) return std::max(0, one.cuda_device);
  }
  return 0;
}

/// Makes the engines of a list one by one.
class Maker {
 public:
  explicit Maker(int device) : device_(device) {}

  /// Error: it cannot run here.
  Status add(const Wanted& wanted) {
    if (std::string reason = why_not_here(*wanted.info); !reason.empty()) {
      return Error{ErrorCode::no_device, std::move(reason)};
    }
    if (wanted.needs_gl()) {
      if (const Status status = need_gl(); !status) return status;
    }
    if (wanted.info->cuda) {
      if (const Status status = need_cuda(*wanted.info->cuda, wanted.texture); !status) return status;
    }
    Result<TestedEngine> engine = make(wanted);
    if (!engine) return engine.error();
    made_.engines.push_back(*std::move(engine));
    return {};
  }

  void leave_out(const Wanted& wanted, const Error& error) {
    const auto same = std::find_if(left_out_.begin(), left_out_.end(),
                                   [&](const LeftOut& one) { return one.reason == error.message; });
    if (same == left_out_.end()) {
      left_out_.push_back({wanted.name, error.message});
    } else {
      same->names += ", " + wanted.name;
    }
  }

  TestedEngines take() {
    for (const LeftOut& one : left_out_) made_.left_out.push_back(one.names + ": " + one.reason);
    return std::move(made_);
  }

 private:
  /// Engines that cannot run here for one reason.
  struct LeftOut {
    std::string names;
    std::string reason;
  };

  Result<TestedEngine> make(const Wanted& wanted) {
    const EngineInfo& info = *wanted.info;
    if (wanted.texture) return make_texture_engine(info, workplace_);
    if (info.cuda) return make_cuda_engine(info, workplace_);
    if (info.gl) return make_gl_engine(info, workplace_);
    return make_cpu_engine(info);
  }

  Status need_gl() {
    if (workplace_->context) return {};
    Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = device_});
    if (!context) return context.error();
    workplace_->context = *std::move(context);
    Result<host::TextureComparison> comparison = host::TextureComparison::create();
    if (!comparison) return comparison.error();
    workplace_->comparison = *std::move(comparison);
    made_.renderer = host::describe_current_context().renderer;
    made_.compare_textures = [workplace = workplace_](std::uint32_t texture, std::uint32_t other, Extent size) {
      return workplace->comparison->count_differences(texture, other, size);
    };
    return {};
  }

  /// With `textures` also that the context is on the CUDA device: that a texture can be registered.
  Status need_cuda(cuda::Algorithm algorithm, bool textures) {
    if (!workplace_->cuda) {
      const int index = cuda_device_of(device_);
      Result<CudaEngine> cuda = CudaEngine::create(index);
      if (!cuda) return cuda.error();
      workplace_->cuda = *std::move(cuda);
      made_.cuda_device = workplace_->cuda->device();
    }
    if (!textures) return {};
    const Result<std::uint32_t> source = workplace_->source.of({{1, 1}, PixelFormat::u8, {1}});
    if (!source) return source.error();
    const Result<host::Texture> labels = host::make_label_texture({1, 1});
    if (!labels) return labels.error();
    return workplace_->cuda->label_texture(algorithm, *source, labels->name(), {});
  }

  int device_;
  std::vector<LeftOut> left_out_;
  std::shared_ptr<Workplace> workplace_ = std::make_shared<Workplace>();
  TestedEngines made_;
};

}  // namespace

Answer label_by_reference(const Task& task) {
  Answer answer{.labels = host::label_serial(*task.image, task.connectivity, task.criterion)};
  answer.components = *host::measure_components(answer.labels);  // its labels are 1..N
  if (std::holds_alternative<Equal>(task.criterion)) host::read_values(*task.image, *answer.components);
  return answer;
}

Result<TestedEngines> make_tested_engines(const std::optional<std::string>& list, int device) {
  Result<std::vector<Wanted>> wanted = list ? parse_wanted(*list) : all_wanted();
  if (!wanted) return wanted.error();
  std::erase_if(*wanted, [](const Wanted& one) { return one.name == reference; });
  if (wanted->empty()) {
    return Error{ErrorCode::invalid_argument,
                 "--engines: " + std::string(reference) +
                     " is what the others are held against; name another one: " + list_tested_engines()};
  }
  Maker maker(device);
  for (const Wanted& one : *wanted) {
    const Status status = !list && one.needs_ranks() ? Error{ErrorCode::no_device, alone} : maker.add(one);
    if (status) continue;
    // What was asked for by name or number has to be there; of all that this machine may have, what is.
    if (list || (device >= 0 && one.needs_gl() && !one.texture)) {
      return Error{status.error().code, one.name + " cannot run here: " + status.error().message};
    }
    if (status.error().code != ErrorCode::no_device && status.error().code != ErrorCode::unsupported) {
      return status.error();
    }
    maker.leave_out(one, status.error());
  }
  return maker.take();
}

std::string list_tested_engines() {
  std::string text;
  for (const Wanted& one : all_wanted()) text += (text.empty() ? "" : ", ") + one.name;
  return text;
}

}  // namespace glccl::tools
