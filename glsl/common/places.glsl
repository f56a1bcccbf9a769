// Texels of images and volumes by a column and a row; a volume is the image of all its rows. With VOLUME there are
// HEIGHT rows in a slice.

#ifdef VOLUME
#define LABEL_SAMPLER usampler3D
#define LABEL_IMAGE uimage3D
#define COLOUR_IMAGE image3D
#define PLACE ivec3
#else
#define LABEL_SAMPLER usampler2D
#define LABEL_IMAGE uimage2D
#define COLOUR_IMAGE image2D
#define PLACE ivec2
#endif

PLACE place_of(uint x, uint row) {
#ifdef VOLUME
  return ivec3(x, row % uint(HEIGHT), row / uint(HEIGHT));
#else
  return ivec2(x, row);
#endif
}
