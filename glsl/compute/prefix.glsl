// The sum of a value over the invocations before this one in its workgroup; `all` becomes the sum over all invocations.
// All invocations must call it.

#ifdef SUBGROUPS
shared uint subgroup_sums[GROUP_SIZE / 32];

uint sum_before(uint value, out uint all) {
  uint lane = gl_SubgroupInvocationID;
  uint before = subgroupExclusiveAdd(value);
  if (lane == 31u) subgroup_sums[gl_SubgroupID] = before + value;
  barrier();
  uint sum = 0u;
  if (lane < uint(GROUP_SIZE / 32)) sum = subgroup_sums[lane];
  all = subgroupAdd(sum);
  before += subgroupAdd(lane < gl_SubgroupID ? sum : 0u);
  barrier();
  return before;
}
#else
shared uint prefix_values[GROUP_SIZE];
shared uint chunk_sums[GROUP_SIZE / 32];
shared uint prefix_total;

// In chunks of 32 invocations, as with subgroups. llvmpipe compiles each barrier to a place where invocations are
// suspended, so doubling steps with barriers between them, which drivers unroll, compiled many times as long.
uint sum_before(uint value, out uint all) {
  uint own = invocation();
  prefix_values[own] = value;
  barrier();
  uint before = 0u;
  for (uint i = own & ~31u; i < own; ++i) before += prefix_values[i];
  if ((own & 31u) == 31u) chunk_sums[own / 32u] = before + value;
  barrier();
  for (uint chunk = 0u; chunk < own / 32u; ++chunk) before += chunk_sums[chunk];
  if (own == uint(GROUP_SIZE) - 1u) prefix_total = before + value;
  barrier();
  all = prefix_total;
  return before;
}
#endif

// The same for four values of each invocation, one after the other.
uvec4 sums_before(uvec4 values, out uint all) {
  uint before = sum_before(values.x + values.y + values.z + values.w, all);
  return before + uvec4(0u, values.x, values.x + values.y, values.x + values.y + values.z);
}
