// What all passes of the compute engine share: workgroups, and the extent of the image.
// needs  uniforms, image_size

#ifndef CRITERION
#error CRITERION is not defined
#endif
#ifndef GROUP_SIZE
#error GROUP_SIZE is not defined
#endif
#ifndef SHARED_BUFFER  // the qualifier of buffers; `coherent` if workgroups read what others of their dispatch store
#error SHARED_BUFFER is not defined
#endif

#if defined(VULKAN) && !defined(WEBGPU)
layout(local_size_x_id = 0) in;
#else
layout(local_size_x = GROUP_SIZE) in;
#endif

GLCCL_UNIFORM(AT_WORD_COUNT, ivec2, word_count)  // words in a row, rows

// The number of this invocation in its workgroup; subgroups follow one another.
uint invocation() {
#ifdef SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationIndex;
#endif
}

// A value that is the same in all invocations of the workgroup, all of which must call it. WGSL has barriers only where
// it is plain that all invocations get there: the translator (tools/web) loads the value so that it is.
uint same_for_all(uint value) { return value; }

// The number of this workgroup, and of this invocation, in the dispatch, however it is spread over x and y.
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint job_index() { return group_index() * GROUP_SIZE + invocation(); }
