#include "tools/glccl/outputs.hpp"

#include <filesystem>
#include <utility>

#include "glccl/host/component_files.hpp"
#include "glccl/host/contact_files.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/overlay.hpp"
#include "tools/glccl/options/arguments.hpp"

namespace glccl::tools {
namespace {

namespace fs = std::filesystem;

/// An option that names an output, as given.
struct NamedOutput {
  std::string option;
  std::string path;
  Result<void> (*check)(const fs::path&, const Extent&);  ///< The ending, and whether such a file holds the extent.
};

std::vector<NamedOutput> given(const OutputPaths& paths) {
  std::vector<NamedOutput> outputs;
  if (paths.labels) outputs.push_back({"--labels", *paths.labels, host::check_labels_path});
  if (paths.components) {
    outputs.push_back({"--components", *paths.components,
                       [](const fs::path& path, const Extent&) { return host::check_components_path(path); }});
  }
  if (paths.overlay) {
    outputs.push_back({"--overlay", *paths.overlay,
                       [](const fs::path& path, const Extent&) { return host::check_image_path(path); }});
  }
  if (paths.boundaries) {
    outputs.push_back({"--boundaries", *paths.boundaries, [](const fs::path& path, const Extent& extent) {
                         return host::check_image_path(path, PixelFormat::u8, extent);
                       }});
  }
  if (paths.contacts) {
    outputs.push_back({"--contacts", *paths.contacts,
                       [](const fs::path& path, const Extent&) { return host::check_contacts_path(path); }});
  }
  return outputs;
}

/// Whether the overlay of a volume is a contact sheet: the file has one slice, and none is named.
bool is_contact_sheet(const OutputPaths& paths, const Extent& extent) {
  return !paths.slice && !host::check_image_path(*paths.overlay, PixelFormat::rgba8, extent);
}

host::Image draw_overlay(const OutputPaths& paths, const host::Image& source, const LabelImage& labels,
                         const std::vector<Component>& components) {
  if (paths.slice) return host::draw_overlay(source, labels, components, *paths.slice);
  return is_contact_sheet(paths, source.extent) ? host::draw_contact_sheet(source, labels, components)
                                                : host::draw_overlay(source, labels, components);
}

template <class Write>
Result<void> stage(const std::optional<std::string>& path, std::vector<host::OutputFile>& files, const Write& write) {
  if (!path) return {};
  Result<host::OutputFile> file = host::OutputFile::create(*path);
  if (!file) return file.error();
  if (Result<void> status = write(*file); !status) return status;
  files.push_back(*std::move(file));
  return {};
}

}  // namespace

Result<void> check_outputs(const OutputPaths& paths, const std::vector<NamedFile>& inputs) {
  if (Result<void> status = check_extent(paths, {1, 1}); !status) return status;
  std::vector<NamedFile> outputs;
  for (const NamedOutput& output : given(paths)) outputs.push_back({output.option, output.path});
  return check_files(outputs, inputs);
}

Result<void> check_slice(const OutputPaths& paths, const Extent& extent) {
  return paths.slice ? check_slice(*paths.slice, extent) : Result<void>();
}

Result<void> check_extent(const OutputPaths& paths, const Extent& extent) {
  for (const NamedOutput& output : given(paths)) {
    if (Result<void> status = output.check(output.path, extent); !status) return status;
  }
  return {};
}

std::string describe_overlay(const OutputPaths& paths, const Extent& extent) {
  if (paths.slice) return *paths.overlay + ", slice " + to_string(*paths.slice);
  if (!is_contact_sheet(paths, extent)) return *paths.overlay;
  return *paths.overlay + ", " + std::to_string(host::contact_sheet_slices(extent).size()) + " of " +
         std::to_string(extent.depth) + " slices";
}

Result<void> try_outputs(const OutputPaths& paths) {
  for (const std::optional<std::string>* path :
       {&paths.labels, &paths.components, &paths.overlay, &paths.boundaries, &paths.contacts}) {
    if (const Result<void> status = try_output(*path); !status) return status;
  }
  return {};
}

Result<void> write_outputs(const OutputPaths& paths, const host::Image& source, const LabelImage& labels,
                           const std::vector<Component>& components, const std::optional<host::NiftiGeometry>& geometry,
                           const std::vector<host::ComponentColumn>& further, const TakenOut& taken_out) {
  std::vector<host::OutputFile> files;
  Result<void> status =
      stage(paths.labels, files, [&](host::OutputFile& file) { return host::write_labels(file, labels, geometry); });
  if (!status) return status;
  status = stage(paths.components, files, [&](host::OutputFile& file) {
    return host::write_components(file, components, labels.extent, further);
  });
  if (!status) return status;
  status = stage(paths.overlay, files, [&](host::OutputFile& file) {
    return host::write_image(file, draw_overlay(paths, source, labels, components));
  });
  if (!status) return status;
  if (taken_out.boundaries) {
    status = stage(paths.boundaries, files,
                   [&](host::OutputFile& file) { return host::write_image(file, *taken_out.boundaries); });
    if (!status) return status;
  }
  if (taken_out.contacts) {
    status = stage(paths.contacts, files,
                   [&](host::OutputFile& file) { return host::write_contacts(file, *taken_out.contacts); });
    if (!status) return status;
  }
  return host::commit_all(files);
}

Result<void> try_output(const std::optional<std::string>& path) {
  if (!path) return {};
  const Result<host::OutputFile> file = host::OutputFile::create(*path);
  return file ? Result<void>() : file.error();
}

Result<void> write_text(const std::optional<std::string>& path, const std::string& text) {
  if (!path) return {};
  Result<host::OutputFile> file = host::OutputFile::create(*path);
  if (!file) return file.error();
  if (const Result<void> status = file->write(text.data(), text.size()); !status) return status;
  return file->commit();
}

}  // namespace glccl::tools
