// needs  locations

layout(location = AT_PERIODIC) uniform int periodic_axes;  // a set (shared/seams.h)
