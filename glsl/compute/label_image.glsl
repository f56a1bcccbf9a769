// How labels are stored, and loaded by the passes that measure them: in a texture, or in a buffer (LABELS_IN_BUFFER).
// LABEL_ACCESS is `writeonly` or `readonly`. Places are those of elements in the image or volume.
// needs  uniforms
// reads or writes image binding 0, or storage binding 9: the labels

#ifndef LABELS_IN_BUFFER
#error LABELS_IN_BUFFER is not defined
#endif
#ifndef LABEL_ACCESS
#error LABEL_ACCESS is not defined
#endif
#ifndef WRITES_LABELS
#error WRITES_LABELS is not defined
#endif

#if LABELS_IN_BUFFER
// The same memory twice: in words, and in the vectors that one store writes.
layout(std430, GLCCL_LABEL_BUFFER(9)) LABEL_ACCESS buffer LabelWords { uint label_words[]; };
layout(std430, GLCCL_LABEL_BUFFER(9)) LABEL_ACCESS buffer LabelVectors { uvec4 label_vectors[]; };
// In labels: before the first one, from a row to the next, from a slice to the next. Then whether rows begin at
// multiples of 16 bytes.
GLCCL_UNIFORM(AT_LABEL_PLACE, ivec4, label_place)

uint word_of_label(ivec3 place) {
  uvec4 first = uvec4(label_place);
  return first.x + uint(place.z) * first.z + uint(place.y) * first.y + uint(place.x);
}

#if WRITES_LABELS
// Stores the first `count` of four labels that follow each other in a row.
void store_labels(ivec3 place, uvec4 four, int count) {
  uint at = word_of_label(place);
  if (count >= 4 && label_place.w != 0) {
    label_vectors[at / 4u] = four;
  } else {
    for (int i = 0; i < 4; ++i) {
      if (i < count) label_words[at + uint(i)] = four[i];
    }
  }
}
#else
uint loaded_label(ivec3 place) { return label_words[word_of_label(place)]; }
#endif
#else
#ifdef VOLUME
layout(r32ui, GLCCL_IMAGE(0)) LABEL_ACCESS uniform uimage3D labels;
#define LABEL_PLACE(place) place
#else
layout(r32ui, GLCCL_IMAGE(0)) LABEL_ACCESS uniform uimage2D labels;
#define LABEL_PLACE(place) (place).xy
#endif

#if WRITES_LABELS
void store_label(ivec3 place, uint label) { imageStore(labels, LABEL_PLACE(place), uvec4(label)); }
#else
uint loaded_label(ivec3 place) { return imageLoad(labels, LABEL_PLACE(place)).r; }
#endif
#endif
