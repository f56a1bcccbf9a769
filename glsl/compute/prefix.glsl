// The sum of a value over the invocations before this one in its workgroup; `all` becomes the sum over all invocations.
// All invocations must call it.

#ifdef SUBGROUPS
shared uint subgroup_sums[GROUP_SIZE / 32];

uint sum_before(uint value, out uint all) {
  uint lane = gl_SubgroupInvocationID;
  uint before = subgroupExclusiveAdd(value);
  if (lane == 31u) subgroup_sums[gl_SubgroupID] = before + value;
  barrier();
  uint sum = lane < uint(GROUP_SIZE / 32) ? subgroup_sums[lane] : 0u;
  all = subgroupAdd(sum);
  before += subgroupAdd(lane < gl_SubgroupID ? sum : 0u);
  barrier();
  return before;
}
#else
shared uint prefix_values[GROUP_SIZE];

uint sum_before(uint value, out uint all) {
  uint own = invocation();
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
#endif
