#include "tests/tools/validate/broken_engines.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

using namespace tools;

namespace {

/// cpu-serial with a fault. Its table is that of the damaged labels if these are 1..N.
class BrokenRunner : public engines::Runner {
 public:
  BrokenRunner(std::string name, Damage damage) : name_(std::move(name)), damage_(std::move(damage)) {}

  std::string engine() const override { return name_; }
  std::string device() const override { return "CPU"; }
  bool is_on_gpu() const override { return false; }
  Result<void> upload(std::span<const ImageView> images) override {
    image_ = copy(images.front());
    mask_.reset();
    return {};
  }
  Result<void> upload_second_images(const engines::SecondImages& images) override {
    if (images.mask) mask_ = copy(*images.mask);
    if (images.intensity) intensity_ = copy(*images.intensity);
    return {};
  }
  Result<void> label(const LabelingSpec& spec, const engines::RunOptions& options) override {
    const bool has_intensity = (spec.columns & table_column_intensity) != 0;
    const Question question{.image = &image_,
                            .spec = spec,
                            .mask = mask_ ? &*mask_ : nullptr,
                            .intensity = has_intensity ? &intensity_ : nullptr,
                            .contacts = options.max_contacts};
    Result<Answer> answer = ask_reference(question);
    if (!answer) return answer.error();
    answer_ = *std::move(answer);
    damage_(question, answer_);
    return {};
  }
  Result<void> wait() override { return {}; }
  Result<void> read_labels(LabelImage& labels) override {
    labels = answer_.labels;
    return {};
  }
  Result<std::vector<Component>> components() override {
    if (answer_.components) return *answer_.components;
    return Error{ErrorCode::too_large, answer_.table_problem};
  }
  Result<std::vector<Measurements>> measurements() override { return *answer_.measurements; }
  Result<std::vector<Contact>> contacts() override { return *answer_.contacts; }
  Result<std::vector<StageTime>> times() override { return std::vector<StageTime>(); }
  std::uint32_t label_texture() const override { return answer_.texture; }

 private:
  static host::Image copy(const ImageView& view) {
    const auto* bytes = static_cast<const std::uint8_t*>(view.data);
    return {
        view.extent, view.format, {bytes, bytes + view.slice_pitch() * static_cast<std::size_t>(view.extent.depth)}};
  }

  std::string name_;
  Damage damage_;
  host::Image image_;
  std::optional<host::Image> mask_;
  host::Image intensity_;
  Answer answer_;
};

/// An engine that fails to label.
class FailingRunner : public BrokenRunner {
 public:
  explicit FailingRunner(ErrorCode code) : BrokenRunner("tired", {}), code_(code) {}
  Result<void> label(const LabelingSpec&, const engines::RunOptions&) override { return Error{code_, "no more"}; }

 private:
  ErrorCode code_;
};

void measure_again(const Question& question, Answer& answer) {
  Result<std::vector<Component>> measured = host::measure_components(answer.labels);
  if (!measured) return answer.components.reset();
  if (std::holds_alternative<Equal>(question.spec.criterion)) host::read_values(question.image->view(), *measured);
  answer.components = *std::move(measured);
}

}  // namespace

TestedEngine broken(const std::string& name, const Damage& damage) {
  return {.name = name,
          .has_table = true,
          .needs = {Need::measurements},
          .finds_contacts = true,
          .runner = std::make_shared<BrokenRunner>(name, damage)};
}

TestedEngine failing(ErrorCode code) { return {.name = "tired", .runner = std::make_shared<FailingRunner>(code)}; }

void flip_one_label(const Question& question, Answer& answer) {
  if (answer.components->size() < 2) return;
  const Component& second = (*answer.components)[1];
  answer.labels.values[second.first] = 1;
  measure_again(question, answer);
}

void drop_unions(const Question& question, Answer& answer) {
  constexpr int border = 8;
  const host::Image& image = *question.image;
  if (image.extent.width <= border) return;
  const auto part = [&](int from, int to) {
    const Rectangle columns{from, 0, to, image.extent.height};
    return reference_labels(host::crop(image.view(), columns), question.spec.connectivity, question.spec.criterion);
  };
  const LabelImage left = part(0, border);
  const LabelImage right = part(border, image.extent.width);
  const auto above = static_cast<std::uint32_t>(image.extent.elements());
  for (int y = 0; y < image.extent.height; ++y) {
    for (int x = 0; x < image.extent.width; ++x) {
      const LabelImage& from = x < border ? left : right;
      const int column = x < border ? x : x - border;
      const std::uint32_t label = from.values[static_cast<std::size_t>(y * from.extent.width + column)];
      answer.labels.values[static_cast<std::size_t>(y * image.extent.width + x)] =
          label == 0 || x < border ? label : label + above;
    }
  }
  answer.labels = renumber_in_raster_order(answer.labels);
  measure_again(question, answer);
}

void join_corners(const Question& question, Answer& answer) {
  Question other = question;
  other.spec.connectivity = Connectivity::eight;
  answer = *ask_reference(other);
}

void shift_one_row(const Question& question, Answer& answer) {
  const int width = answer.labels.extent.width;
  const int height = answer.labels.extent.height;
  if (height < 3) return;
  const auto row = answer.labels.values.begin() + std::ptrdiff_t{height / 2} * width;
  std::rotate(row, row + width - 1, row + width);
  measure_again(question, answer);
}

void wrong_area(const Question&, Answer& answer) {
  if (answer.components->size() >= 3) ++(*answer.components)[2].area;
}

void count_backwards(const Question& question, Answer& answer) {
  const auto count = static_cast<std::uint32_t>(answer.components->size());
  for (std::uint32_t& label : answer.labels.values) label = label == 0 ? 0 : count + 1 - label;
  measure_again(question, answer);
}

void wrong_moments(const Question& question, Answer& answer) {
  const bool measured = (question.spec.columns & table_column_moments) != 0;
  if (measured && answer.measurements->size() >= 2) ++(*answer.measurements)[1].moments.xy;
}

void lose_contact(const Question&, Answer& answer) {
  if (answer.contacts && !answer.contacts->empty()) answer.contacts->pop_back();
}

void lose_table(const Question&, Answer& answer) {
  if (answer.components->size() < 2) return;
  answer.components.reset();
  answer.table_problem = "the table is full";
}

}  // namespace glccl::tests
