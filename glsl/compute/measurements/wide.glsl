// Integers of two words, the lower one first.

// The product of a and b, without signs.
uvec2 multiply(uint a, uint b) {
  uvec2 product;
  umulExtended(a, b, product.y, product.x);
  return product;
}

uvec2 add(uvec2 a, uvec2 b) {
  uint carry;
  uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}
