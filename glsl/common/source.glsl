// How an element of one of the caller's images is fetched: of the labeled image, a mask or intensities.
//
//   SOURCE_IN_BUFFER 0:  from a texture. SOURCE_SAMPLER is its sampler type, SOURCE_LAYERED whether it has layers or
//                        slices.
//   SOURCE_IN_BUFFER 1:  from a buffer, whose elements have SOURCE_CHANNELS channels of SOURCE_BYTES bytes, 1, 2 or 4.
//
// SOURCE_VECTOR is the type of what is fetched, as texelFetch() has it: SOURCE_INTEGERS, SOURCE_SIGNED and
// SOURCE_FLOATS tell what it holds (criterion.glsl). Pipelines of Vulkan are given SOURCE_BYTES and SOURCE_SIGNED: no
// directive may depend on them.
// needs  uniforms
// reads  the texture at binding 1, or the buffer at storage binding 8

#ifndef SOURCE_IN_BUFFER
#error SOURCE_IN_BUFFER is not defined
#endif
#ifndef SOURCE_BYTES
#error SOURCE_BYTES is not defined
#endif
#ifndef SOURCE_SAMPLER
#error SOURCE_SAMPLER is not defined
#endif
#ifndef SOURCE_VECTOR
#error SOURCE_VECTOR is not defined
#endif
#ifndef SOURCE_LAYERED
#error SOURCE_LAYERED is not defined
#endif

#if !SOURCE_IN_BUFFER
layout(GLCCL_TEXTURE(1)) uniform SOURCE_SAMPLER source;
GLCCL_UNIFORM(AT_ORIGIN, ivec4, origin)  // x, y of the labeled rectangle; layer; level

// The element at a place in the labeled rectangle or box.
SOURCE_VECTOR fetched(ivec3 place) {
#if SOURCE_LAYERED
  return SOURCE_VECTOR(texelFetch(source, origin.xyz + place, origin.w));
#else
  return SOURCE_VECTOR(texelFetch(source, origin.xy + place.xy, origin.w));
#endif
}
#else
// The same memory twice: in words, and in the vectors that one load takes.
layout(std430, GLCCL_SOURCE_BUFFER(8)) readonly buffer SourceWords { uint source_words[]; };
layout(std430, GLCCL_SOURCE_BUFFER(8)) readonly buffer SourceVectors { uvec4 source_vectors[]; };
// Bytes: before the first element, from a row to the next, from a slice to the next. Then whether rows begin at
// multiples of 16 bytes, and the vectors of all elements lie in the buffer.
GLCCL_UNIFORM(AT_SOURCE_PLACE, ivec4, source_place)

const int ELEMENT_BYTES = SOURCE_BYTES * SOURCE_CHANNELS;
const int IN_VECTOR = 16 / ELEMENT_BYTES;  // elements of a vector

uint byte_of(ivec3 place) {
  uvec4 first = uvec4(source_place);
  return first.x + uint(place.z) * first.z + uint(place.y) * first.y + uint(place.x * ELEMENT_BYTES);
}

#if SOURCE_FLOATS
// The float in the lower half of a word, as a texture gives it. unpackHalf2x16() may turn subnormal numbers into 0, and
// NVIDIA's does.
float half_to_float(uint bits) {
  uint sign = (bits & 0x8000u) << 16;
  uint exponent = bits >> 10 & 31u;
  uint fraction = bits & 1023u;
  uint normal = (exponent + (exponent == 31u ? 224u : 112u)) << 23 | fraction << 13;
  uint subnormal = floatBitsToUint(float(fraction) * 5.9604644775390625e-8);
  return uintBitsToFloat(sign | (exponent == 0u ? subnormal : normal));
}
#endif

// An element from the word, or two, whose lowest bits it begins with.
SOURCE_VECTOR decoded(uvec2 bits) {
#if SOURCE_FLOATS
  vec4 value = vec4(0.0, 0.0, 0.0, 1.0);
  if (SOURCE_BYTES == 4) {
    value.r = uintBitsToFloat(bits.x);
    if (SOURCE_CHANNELS != 1) value.g = uintBitsToFloat(bits.y);
  } else {
    value.r = half_to_float(bits.x);
    if (SOURCE_CHANNELS != 1) value.g = half_to_float(bits.x >> 16);
    if (SOURCE_CHANNELS == 4) value.ba = vec2(half_to_float(bits.y), half_to_float(bits.y >> 16));
  }
  return value;
#elif SOURCE_INTEGERS
  const int unused = 32 - 8 * SOURCE_BYTES;
  uint value = bits.x << unused;
  value = SOURCE_SIGNED != 0 ? uint(int(value) >> unused) : value >> unused;
  return uvec4(value, SOURCE_CHANNELS == 1 ? 0u : bits.y, 0u, 1u);
#else
  return unpackUnorm4x8(bits.x);
#endif
}

// The word, or two, of the element at a place in the labeled rectangle or box.
uvec2 element_words(ivec3 place) {
  uint at = byte_of(place);
  uvec2 found = uvec2(source_words[at / 4u], 0u);
  if (ELEMENT_BYTES == 8) found.y = source_words[at / 4u + 1u];
  if (ELEMENT_BYTES < 4) found.x >>= 8u * (at % 4u);
  return found;
}

SOURCE_VECTOR fetched(ivec3 place) { return decoded(element_words(place)); }

// The vector that begins with the element at a place, where rows do not begin at multiples of 16 bytes. Bytes behind
// the end of the buffer are any.
uvec4 gathered_vector(ivec3 place) {
  uint at = byte_of(place);
  uvec4 found;
  uint last = uint(source_words.length()) - 1u;
  for (uint i = 0u; i < 4u; ++i) found[i] = source_words[min(at / 4u + i, last)];
  uint before = ELEMENT_BYTES < 4 ? 8u * (at % 4u) : 0u;
  if (before != 0u) {
    uint next = source_words[min(at / 4u + 4u, last)];
    found = found >> before | uvec4(found.yzw, next) << (32u - before);
  }
  return found;
}

// The same by one load, where they do.
uvec4 loaded_vector(ivec3 place) { return source_vectors[byte_of(place) / 16u]; }
bool has_vectors() { return source_place.w != 0; }

// Element i of a vector. `i` is a constant, or a counter of a loop that compilers unroll.
SOURCE_VECTOR element_of(uvec4 vector, int i) {
  const int in_word = ELEMENT_BYTES == 8 ? 1 : 4 / ELEMENT_BYTES;
  uvec2 bits = uvec2(0u);
  if (ELEMENT_BYTES == 8) {
    bits = uvec2(vector[2 * i], vector[2 * i + 1]);
  } else {
    bits.x = vector[i / in_word] >> (8 * ELEMENT_BYTES * (i % in_word));
  }
  return decoded(bits);
}
#endif
