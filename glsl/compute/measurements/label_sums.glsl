// Sums over pixels of one component, as the component table has them. cuda/measure/label_sums.cuh does the
// same.
// needs  shared/label_sums, wide

// Moments of a component in coordinates of the image.
struct MomentSums {
  uvec2 xx;
  uvec2 xy;
  uvec2 yy;
  uvec2 xz;
  uvec2 yz;
  uvec2 zz;
};

// The moments of pixels whose sums count coordinates from `origin`.
MomentSums moments_of(LabelSums sums, uvec3 origin) {
  uint x = sums.x + sums.area * origin.x;  // sums in coordinates of the image: at most 2^13 pixels times 2^15
  uint y = sums.y + sums.area * origin.y;
  MomentSums moments;
  moments.xx = add(uvec2(sums.xx, 0u), multiply(origin.x, x + sums.x));
  moments.xy = add(uvec2(sums.xy, 0u), add(multiply(origin.y, sums.x), multiply(origin.x, y)));
  moments.yy = add(uvec2(sums.yy, 0u), multiply(origin.y, y + sums.y));
  moments.xz = multiply(x, origin.z);
  moments.yz = multiply(y, origin.z);
  moments.zz = multiply(sums.area * origin.z, origin.z);
  return moments;
}
