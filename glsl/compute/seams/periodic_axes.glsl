layout(location = AT_PERIODIC) uniform int periodic_axes;  // a set (shared/seams.h)

#ifdef VOLUME
const int NEIGHBOR_AXES = AXES;  // in how many coordinates neighbours differ
#else
const int NEIGHBOR_AXES = CONNECTIVITY == 8 ? 2 : 1;
#endif
