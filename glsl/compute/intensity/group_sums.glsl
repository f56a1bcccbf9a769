// The sums that a workgroup adds up in shared memory: pieces of 24 bits, of which 256 fit 32 bits without a carry.

shared uint smallest_label;
shared uint group_minimum;
shared uint group_maximum;
shared uint group_sum[2];  // of integers with a sign the upper piece has all upper bits
shared uint group_x[2];
shared uint group_y[2];
shared uint group_squares[3];

const uint PIECE = 0xFFFFFFu;

void clear_group_sums() {
  smallest_label = 0xFFFFFFFFu;
  group_minimum = 0xFFFFFFFFu;
  group_maximum = 0u;
  for (int i = 0; i < 2; ++i) group_sum[i] = group_x[i] = group_y[i] = 0u;
  for (int i = 0; i < 3; ++i) group_squares[i] = 0u;
}

// The pieces of an integer with a sign, of 47 bits at most.
uvec2 pieces_of(uvec2 a) { return uvec2(a.x & PIECE, a.x >> 24 | a.y << 8); }

uvec2 join_pieces(uint low, uint high) {
  return add(uvec2(low, 0u), uvec2(high << 24, uint(int(high) >> 8)));
}

// The pieces of an integer without a sign, of 72 bits at most.
uvec3 pieces_of(uvec3 a) {
  return uvec3(a.x & PIECE, (a.x >> 24 | a.y << 8) & PIECE, a.y >> 16 | a.z << 16);
}

uvec4 join_pieces(uint low, uint middle, uint high) {
  uvec3 sum = add(uvec3(low, 0u, 0u), uvec2(middle << 24, middle >> 8));
  sum = add(sum, uvec2(0u, high << 16));
  return uvec4(sum.x, sum.y, sum.z + (high >> 16), 0u);
}
