// The source as it is.
// needs  picture
// reads  binding 0 or 1: the source

void main() { color = vec4(with_grid(source_at(pixel_here())), 1); }
