"""The blocks of code in README.md and docs/, and what the blocks of C++, C and GLSL find declared."""

import pathlib
import re
from typing import Dict, List, NamedTuple, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]


class Block(NamedTuple):
    title: str
    """The heading before it."""
    language: str
    """The words behind the backquotes: "cpp", "cpp cuda", "python"."""
    code: str


def blocks_of(page: str) -> List[Block]:
    found, title = [], ""
    text = (ROOT / page).read_text()
    for match in re.finditer(r"^#+ ([^\n]*)$|^```([a-z ]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match[3] is None:
            title = match[1]
        else:
            found.append(Block(title, match[2], match[3]))
    return found


OPENGL = """
#include <glccl/labeler.hpp>
#include <glccl/regions.hpp>
#include <glccl/tracker.hpp>
"""
CUDA = """
#include <glccl/cuda/labeler.hpp>
#include <glccl/cuda/regions.hpp>
#include <glccl/cuda/tracker.hpp>
"""
CPU = """
#include <glccl/host/labeler.hpp>
#include <glccl/host/regions.hpp>
#include <glccl/host/tracker.hpp>
"""
FAIL = "int fail(const std::string& message);\n"
GL = """
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
"""
#: What pages about a Labeler take for granted; unused in some blocks.
LABELER = """
  using glccl::Labeler, glccl::Result;
  Result<Labeler> labeler = Labeler::create();
  const std::uint32_t texture = 1, image = 2, mask = 3, ids = 4, light = 5, density = 6;
"""

#: By page and language: the top of a file, and the top of the function that each block is in.
DECLARED: Dict[Tuple[str, str], Tuple[str, str]] = {
    ("README.md", "cpp"): (OPENGL + GL + FAIL, "const GLuint my_texture = 1;"),
    ("docs/use/c.md", "c"): (
        "#include <glccl/glccl.h>\nint fail(const char* message);\n",
        "const uint32_t texture = 1;",
    ),
    ("docs/use/cuda.md", "cpp"): (
        CUDA + FAIL + """
#include <glccl/cuda/interop.hpp>
#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#else
using cudaStream_t = struct CUstream_st*;
using cudaGraph_t = struct CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal };
int cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode);
int cudaStreamEndCapture(cudaStream_t, cudaGraph_t*);
int cudaGraphInstantiateWithFlags(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
int cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
#endif
#if !__has_include(<c10/cuda/CUDACachingAllocator.h>)
namespace c10::cuda::CUDACachingAllocator {
void* raw_alloc_with_stream(std::size_t bytes, cudaStream_t stream);
void raw_delete(void* memory);
}
#endif
""",
        """
  auto labeler = glccl::cuda::Labeler::create();
  void *pixels{}, *labels{}, *table{}; int width{}, height{}, device{};
  cudaStream_t stream{}; cudaGraph_t graph{}; cudaGraphExec_t instance{};
  glccl::cuda::DeviceImage image; glccl::cuda::DeviceLabels target; glccl::LabelingSpec spec;
  const std::uint32_t color_texture = 1, label_texture = 2, table_buffer = 3;
""",
    ),
    ("docs/use/linking.md", "cpp"): (
        CPU + FAIL + """
#include <glccl/engines/registry.hpp>
#include <glccl/engines/runner.hpp>
template <class Values, class Components> void use(const Values&, const Components&);
""",
        "const void* pixels = nullptr; glccl::ImageView view;",
    ),
    ("docs/use/opengl.md", "cpp"): (
        OPENGL + GL + """
#include <GLFW/glfw3.h>
struct Cache {
  std::vector<unsigned char> bytes_of(const std::string& key);
  void keep(const std::string& key, std::span<const unsigned char> bytes);
};
""",
        LABELER + "const std::uint32_t my_label_texture = 7, framebuffer = 8, renderbuffer = 9;\n"
        "const std::uint32_t pixels = 10, label_buffer = 11;\n"
        "int width{}, height{}, depth{}; Cache my_cache;",
    ),
    ("docs/use/opengl.md", "glsl"): ("#version 450\n", ""),
    ("docs/use/recipes.md", "cpp"): (
        OPENGL + "#include <array>\n#include <glccl/shape.hpp>\n",
        LABELER + "auto regions = glccl::Regions::create({1, 1}, {}); Result<glccl::Labels> labels = glccl::Labels{};",
    ),
    ("docs/use/regions.md", "cpp"): (
        OPENGL + "#include <array>\n#include <optional>\n#include <glccl/intensity.hpp>\n#include <glccl/seams.hpp>\n"
        "#include <glccl/shape.hpp>\n",
        LABELER + "int x{}, y{}, i{}; Result<glccl::Labels> labels = glccl::Labels{};\n"
        "auto components = labeler->readback_components(); auto measured = labeler->readback_measurements();",
    ),
    ("docs/use/regions.md", "glsl"): (
        "#version 450\n" + (ROOT / "engine/include/glccl/shape_floats.h").read_text(),
        "struct { uvec2 area, sum_x, sum_y; } row; uvec2 xx, xy, yy;",
    ),
    ("docs/use/scale.md", "cpp"): (
        """
#include <glccl/host/device_parts.hpp>
#include <glccl/host/slab_sources.hpp>
#include <glccl/host/slabs.hpp>
using namespace glccl;
template <class Labels, class Components> Result<void> store(const Labels&, const Components&);
""",
        "std::uint8_t *upper{}, *lower{}; std::uint32_t *upper_labels{}, *lower_labels{};\n"
        "void *upper_rows{}, *lower_rows{};\n"
        "const std::uint32_t most = 4096;",
    ),
    ("docs/use/tasks.md", "cpp opengl"): (
        OPENGL + "using namespace glccl;\n",
        "constexpr std::uint32_t image = 1, mask = 2, light = 3, volume = 4;",
    ),
    ("docs/use/tasks.md", "cpp cuda"): (
        CUDA + "using namespace glccl;\n",
        "void *pixels{}, *labels{}, *table{}, *stream{}; cuda::DeviceImage mask, light;",
    ),
    ("docs/use/tasks.md", "cpp cpu"): (
        CPU + "#include <thread>\nusing namespace glccl;\n",
        "const void* pixels = nullptr; ImageView mask, light;",
    ),
    ("docs/use/tasks.md", "c"): (
        """
#include <glccl/glccl.h>
#include <glccl/regions.h>
#include <glccl/tracker.h>
static glccl_component components[4096];
static glccl_measurements measured[4096];
static glccl_contact contacts[1024];
static glccl_track tracks[4096];
""",
        """
  const uint32_t image = 1, mask = 2, light = 3, volume = 4;
  const glccl_extent extent = {640, 480, 1};
  glccl_region_options region_options = glccl_default_regions();
  glccl_tracker_options tracker_options = glccl_default_tracker();
  glccl_labeler* labeler; glccl_regions* regions; glccl_tracker* tracker;
  glccl_labels labels = {.size = sizeof labels};
  glccl_error error; size_t count; uint32_t buffer; int32_t done;
""",
    ),
    ("docs/use/vulkan.md", "c"): (
        "#include <vulkan/vulkan.h>\n#include <glccl/vulkan/labeler.h>\nint fail(const char* message);\n",
        """
  VkInstance instance = 0; VkPhysicalDevice gpu = 0; VkDevice device = 0; VkCommandBuffer commands = 0;
  VkImageView ids_view = 0, labels_view = 0; VkBuffer table = 0; glccl_error error;
""",
    ),
    ("docs/use/vulkan.md", "cpp"): (
        "#include <cuda_runtime.h>\n#include <vulkan/vulkan.h>\n"
        "#include <glccl/table.hpp>\n#include <glccl/vulkan/labeler.hpp>\n",
        """
  VkInstance instance{}; VkPhysicalDevice gpu{}; VkDevice device{}; VkCommandBuffer commands{}; VkBuffer table{};
  VkImageView ids_view{}, labels_view{}, selection_view{}; VkBuffer seeds{}, contacts{};
  VkBuffer voxels{}, labels_buffer{}; VkDeviceSize voxels_size{}, labels_size{}; uint32_t on_device{};
  glccl::Result<glccl::vulkan::Labeler> labeler = glccl::vulkan::Labeler::create({});
  glccl::Result<glccl::vulkan::Prepared> prepared = labeler->prepare({}, {});
  glccl::Result<glccl::vulkan::Binding> binding = prepared->bind({}, {});
""",
    ),
}
