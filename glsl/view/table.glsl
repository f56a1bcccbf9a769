// Labels, the component table, and the colour of a component.
// needs  colors, picture, plane, tracks, view
// reads  binding 2 or 6, `labels` or `volume_labels`: R32UI; storage binding 0: the table, laid out as in
//        glccl/table.hpp

layout(binding = 2) uniform usampler2D labels;
layout(binding = 6) uniform usampler3D volume_labels;

const uint FIRST_WORD = 12u;  // of a row: the low word of the place of its first element

layout(std430, binding = 0) readonly buffer Components {
  uint vertices, rows, first_vertex, base_instance;
  uint groups_x, groups_y, groups_z;
  uint row_bytes;
  uvec2 count;
  uint columns;
  uint width, height, depth;
  uvec2 found;
  uint row_words[];  // a row has row_bytes / 4
};

// The colour of a component. Components without a row in the table are coloured by their label.
vec3 component_color(uint label) {
  vec3 color;
  if (coloring == 2) {
    color = number_color(id_of(label));
  } else if (coloring == 0 || label > min(rows, table_rows)) {
    color = number_color(label);
  } else {
    color = element_color(element_of(row_words[(label - 1u) * (row_bytes / 4u) + FIRST_WORD]));
  }
  return color;
}

// The label of an element inside of the image or volume.
uint label_in(ivec3 element) {
  return volume.z > 1 ? texelFetch(volume_labels, element, 0).r : texelFetch(labels, element.xy, 0).r;
}

// A component's colour through which `veil` of the source shows.
vec3 veiled(vec3 base, vec3 source) { return mix(base, base * (0.35 + 1.1 * grey_of(source)), veil); }
