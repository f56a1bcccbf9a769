// Files of formats that are not read: one line says what they are and what converts them.
#include <tiffio.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;

/// Checks that images, labels and slabs are refused with this reason.
void check_refused(const fs::path& path, const std::string& reason) {
  CAPTURE(path);
  const std::string message = "cannot read " + path.string() + ": " + reason;
  const Result<host::Image> image = host::read_image(path);
  REQUIRE_FALSE(image);
  CHECK(image.error().message == message);
  CHECK(image.error().code == ErrorCode::file);
  const Result<host::LabelFile> labels = host::read_labels(path);
  REQUIRE_FALSE(labels);
  CHECK(labels.error().message == message);
  const Result<host::SlabSource> slabs = host::open_slabs(path.string());
  REQUIRE_FALSE(slabs);
  CHECK(slabs.error().message == message);
}

}  // namespace

TEST_CASE("formats that are not read are named, with what converts them", "[host][files][errors]") {
  const std::string dicom = std::string(128, '\0') + "DICM" + std::string(100, '\0');
  const fs::path slice = file_with(dicom, "slice");
  const std::string series = "dcm2niix -z y -o . " + slice.parent_path().string() + " converts the series in ";
  check_refused(slice, "it is a DICOM file; " + series + "its folder to .nii.gz");
  check_refused(slice.parent_path(), "it is a folder of DICOM files; " + series + "it to .nii.gz");

  const auto by_itk = [](const fs::path& path) {
    return "python3 -c \"import SimpleITK as s; s.WriteImage(s.ReadImage('" + path.string() + "'), '" +
           path.stem().string() + ".nii.gz')\" converts it";
  };
  const fs::path nrrd = file_with("NRRD0004\ntype: uchar\n", "a.nrrd");
  check_refused(nrrd, "it is a NRRD file; " + by_itk(nrrd));
  const fs::path meta = file_with("ObjectType = Image\nNDims = 3\n", "a.mha");
  check_refused(meta, "it is a MetaImage file; " + by_itk(meta));
  const fs::path mrc = file_with(std::string(208, '\0') + "MAP " + std::string(900, '\0'), "a.rec");
  check_refused(mrc, "it is an MRC file; python3 -c \"import numpy, mrcfile; numpy.save('a.npy', mrcfile.read('" +
                         mrc.string() + "'))\" converts it");

  const fs::path zarr = scratch_file("a.zarr");
  fs::create_directory(zarr);
  std::ofstream(zarr / ".zarray") << "{}";
  check_refused(zarr, "it is a Zarr array; python3 -c \"import numpy, zarr; numpy.save('a.npy', zarr.open('" +
                          zarr.string() + "')[:])\" converts it");
  fs::rename(zarr / ".zarray", zarr / ".zgroup");
  check_refused(zarr, "it is a Zarr group; python3 -c \"import numpy, zarr; numpy.save('a.npy', zarr.open('" +
                          zarr.string() + "')['0'][:])\" converts it");
  // A TIFF with the mark of DICOM is a TIFF.
  std::string both = as_file(random_bytes({40, 30}, PixelFormat::u8), "both.tif");
  both.replace(128, 4, "DICM");
  CHECK(host::read_image(file_with("II*" + std::string(200, '\0'), "a.dcm")).error().message.find("DICOM") ==
        std::string::npos);
}

TEST_CASE("compressions of TIFF that libtiff lacks are named", "[host][files][errors]") {
  struct Packed {
    int compression;
    const char* name;
  };
  for (const Packed& one : {Packed{34712, "JPEG 2000"}, Packed{33005, "JPEG 2000"}, Packed{50002, "JPEG XL"},
                            Packed{52546, "JPEG XL"}, Packed{12345, "the compression 12345"}}) {
    std::string file = read_file(tiff({4, 4}, 8, PHOTOMETRIC_MINISBLACK, [](TIFF* to) {
      TIFFSetField(to, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
      std::string row(4, 'x');
      for (std::uint32_t y = 0; y < 4; ++y) TIFFWriteScanline(to, row.data(), y, 0);
    }));
    const std::string entry = little_endian(259, 2) + little_endian(3, 2) + little_endian(1, 4);
    const std::size_t at = file.find(entry);
    REQUIRE(at != std::string::npos);
    file.replace(at + entry.size(), 2, little_endian(static_cast<std::uint32_t>(one.compression), 2));
    const fs::path path = file_with(file, "packed.tif");
    check_refused(path, std::string("its pixels are packed by ") + one.name +
                            ", which libtiff does not unpack here; save it by deflate or without compression");
  }
}

TEST_CASE("a file that cannot be looked at is not called irregular", "[host][files][errors]") {
  const fs::path loop = scratch_file("loop.npy");
  fs::create_symlink(loop, loop);
  check_refused(loop, "Too many levels of symbolic links");
}

}  // namespace glccl::tests
