// The plane that is shown. Of a volume it is a slice across `axis`; an image is a volume of one slice across z.
// needs  view

const int X = 0;
const int Y = 1;

// The element at a pixel of the slice.
ivec3 element_at(ivec2 pixel) {
  return axis == X ? ivec3(slice, pixel) : axis == Y ? ivec3(pixel.x, slice, pixel.y) : ivec3(pixel, slice);
}

// The pixel of the slice that an element lies before, in or behind.
ivec2 pixel_of(ivec3 element) { return axis == X ? element.yz : axis == Y ? element.xz : element.xy; }

// The element at a place in raster order.
ivec3 element_of(uint place) {
  uint row = place / uint(volume.x);
  return ivec3(place % uint(volume.x), row % uint(volume.y), row / uint(volume.y));
}
