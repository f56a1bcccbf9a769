// Finds the last workgroup of a dispatch. It can use what all others have stored in coherent buffers, and so do alone
// what would otherwise be the next pass.
// needs  ranks
// reads and writes groups_done (ranks.glsl)

shared bool is_last;

// Whether all other workgroups of the dispatch have been here before this one. All invocations must call it.
bool is_last_group() {
  memoryBarrierBuffer();
  barrier();
  if (invocation() == 0u) {
    is_last = atomicAdd(groups_done, 1u) + 1u == gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    if (is_last) groups_done = 0u;  // for the next dispatch
  }
  barrier();
  memoryBarrierBuffer();
  return is_last;
}
