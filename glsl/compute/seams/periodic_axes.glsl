// needs  uniforms

GLCCL_UNIFORM(AT_PERIODIC, int, periodic_axes)  // a set (shared/seams.h)
