// A sum over the invocations before this one, in a group.

shared uint prefix_values[GROUP_SIZE];

// The sum of all invocations goes to `all`. To be called by all of them.
uint sum_before(uint value, out uint all) {
  uint own = gl_LocalInvocationIndex;
  prefix_values[own] = value;
  barrier();
  for (uint step = 1u; step < GROUP_SIZE; step *= 2u) {
    uint other = own >= step ? prefix_values[own - step] : 0u;
    barrier();
    prefix_values[own] += other;
    barrier();
  }
  all = prefix_values[GROUP_SIZE - 1];
  uint before = prefix_values[own] - value;
  barrier();
  return before;
}
