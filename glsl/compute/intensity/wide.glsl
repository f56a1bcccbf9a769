// Integers of several words, the lowest first, in two's complement.
// needs  measurements/wide

// Adds an integer without a sign.
uvec3 add(uvec3 a, uvec2 b) {
  uvec2 carry;
  uint low = uaddCarry(a.x, b.x, carry.x);
  uint middle = uaddCarry(a.y, b.y, carry.y);
  uint more;
  middle = uaddCarry(middle, carry.x, more);
  return uvec3(low, middle, a.z + carry.y + more);
}

// The lower two words of a product.
uvec2 multiply_low(uvec2 a, uint b) { return multiply(a.x, b) + uvec2(0u, a.y * b); }

// The product of an integer with a sign and one of 31 bits.
uvec4 multiply_wide(uvec2 a, uint b) {
  uvec2 low = multiply(a.x, b);
  uvec2 high = multiply(a.y, b);
  uvec3 sum = add(uvec3(low, 0u), uvec2(0u, high.x));
  uint top = sum.z + high.y;
  // Read without its sign, a negative factor is 2^64 too large.
  bool negative = int(a.y) < 0;
  uint last = negative && top < b ? 0xFFFFFFFFu : 0u;
  return uvec4(sum.x, sum.y, negative ? top - b : top, last);
}

// Adds an integer with a sign.
uvec4 add_signed(uvec4 a, uvec2 b) {
  uint extended = int(b.y) < 0 ? 0xFFFFFFFFu : 0u;
  uvec3 low = add(uvec3(a.x, a.y, 0u), b);
  uint carry;
  uint third = uaddCarry(a.z, extended, carry);
  uint more;
  third = uaddCarry(third, low.z, more);
  return uvec4(low.x, low.y, third, a.w + extended + carry + more);
}

uvec4 extend(uvec2 a) { return add_signed(uvec4(0u), a); }

// Adds an integer of 128 bits to one of the table, word by word, each of which carries into the next.
void add_to_table(uint word, uvec4 value) {
  uint carry = 0u;
  for (int i = 0; i < 4; ++i) {
    uint own = value[i] + carry;
    uint carried = own < carry ? 1u : 0u;
    if (own != 0u) {
      uint before = atomicAdd(table_words[word + uint(i)], own);
      if (before + own < before) carried = 1u;
    }
    carry = carried;
  }
}
