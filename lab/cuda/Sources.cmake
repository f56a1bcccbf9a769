# The kernels of the laboratory, relative to this folder. lab/tests compiles them a second time, for the CPU.
set(glccl_lab_kernels
  hawick.cu
  jung.cu
  jung_surface.cu
  qin.cu
)
