// Stores what a fetch gives of each texel of a box into a texture of the Labeler's own: of multisampled texels sample 0
// or the average of all; of fractions of other widths than 8 bits the float nearest to k / (2^bits - 1), whatever the
// driver has rounded it to.
//
// needs  locations
// reads  binding 1, `source`: the caller's image. COPY_SAMPLER is its sampler type, COPY_VECTOR the type of a texel,
//        COPY_LAYERED whether it has layers or slices, COPY_SAMPLES whether it is multisampled, COPY_FLOATS whether
//        texels are floats.
// writes image 0, `copied`: COPY_IMAGE is its type

layout(local_size_x = 8, local_size_y = 8) in;

layout(binding = 1) uniform COPY_SAMPLER source;
layout(binding = 0) writeonly uniform COPY_IMAGE copied;
layout(location = AT_ORIGIN) uniform ivec4 origin;     // x, y of the box; layer; level
layout(location = AT_RECTANGLE) uniform ivec4 extent;  // width, height, depth of the box; samples to average, or 1
layout(location = AT_BACKGROUND) uniform ivec4 steps;  // of fractions the largest stored number of each channel, else 0

COPY_VECTOR texel_at(ivec3 place, int at) {
#if COPY_LAYERED
  return COPY_VECTOR(texelFetch(source, place, at));
#else
  return COPY_VECTOR(texelFetch(source, place.xy, at));
#endif
}

#if COPY_FLOATS
// The float nearest to k / (2^bits - 1), whose binary digits are those of k, again and again. `most` is 2^bits - 1.
float fraction_of(uint k, uint most) {
  float fraction = k == 0u ? 0.0 : 1.0;
  if (k > 0u && k < most) {
    int bits = findMSB(most) + 1;
    int zeros = bits - 1 - findMSB(k);
    uint period = (k << zeros | k >> (bits - zeros)) & most;  // begins with a 1
    uint digits = period << (32 - bits);
    for (int filled = bits; filled < 32; filled *= 2) digits |= digits >> filled;
    // The digits never end, so that there are no ties.
    uint rounded = (digits >> 8) + (digits >> 7 & 1u);
    fraction = ldexp(float(rounded), -24 - zeros);
  }
  return fraction;
}

float stored_fraction(float fetched, int most) {
  float stored = fetched;
  if (most != 0) {
    float fraction = fraction_of(uint(round(abs(fetched) * float(most))), uint(most));
    stored = fetched < 0.0 ? -fraction : fraction;
  }
  return stored;
}

vec4 value_of(ivec3 place) {
#if COPY_SAMPLES
  vec4 sum = vec4(0.0);
  for (int i = 0; i < extent.w; ++i) sum += texel_at(place, i);
  vec4 texel = extent.w == 1 ? texel_at(place, 0) : sum / float(extent.w);
#else
  vec4 texel = texel_at(place, origin.w);
#endif
  for (int c = 0; c < 4; ++c) texel[c] = stored_fraction(texel[c], steps[c]);
  return texel;
}
#else
COPY_VECTOR value_of(ivec3 place) { return texel_at(place, COPY_SAMPLES != 0 ? 0 : origin.w); }
#endif

void main() {
  ivec3 place = ivec3(gl_GlobalInvocationID);
  if (any(greaterThanEqual(place, extent.xyz))) return;
#if COPY_LAYERED
  imageStore(copied, place, value_of(origin.xyz + place));
#else
  imageStore(copied, place.xy, value_of(origin.xyz + place));
#endif
}
