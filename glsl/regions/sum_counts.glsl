// Replaces `length` counts from `first` on by the sums of those before them, and returns the sum of all. All
// invocations of one workgroup call it.
// needs  jobs, compute/prefix, sort
uint sum_counts(uint first, uint length) {
  uint sum = 0u;
  for (uint from = 0u; from < length; from += 4u * uint(GROUP_SIZE)) {
    uint own = from + 4u * invocation();
    uvec4 values = uvec4(0u);
    for (uint i = 0u; i < 4u; ++i) values[i] = own + i < length ? count[first + own + i] : 0u;
    uint all;
    uvec4 before = sums_before(values, all);
    for (uint i = 0u; i < 4u; ++i) {
      if (own + i < length) count[first + own + i] = sum + before[i];
    }
    sum += all;
  }
  return sum;
}
