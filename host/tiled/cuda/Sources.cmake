# The sources of glccl_tiled_cuda, relative to this folder. tests/cuda/on_cpu compiles them a second time.
set(glccl_tiled_cuda_sources
  device_engine.cpp
  device_finish.cpp
  device_slab.cpp
  label_slabs_on_device.cpp
  parts_engine.cpp
  parts_finish.cpp
  parts_labeler.cpp
  slab_reader.cpp
  slab_writer.cpp
  solve_by_cuda.cpp
)
