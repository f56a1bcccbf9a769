// The number of this invocation in its workgroup, of this workgroup, and of this invocation in the dispatch, however
// the dispatch is spread over x and y.
// needs  arguments

layout(local_size_x = GROUP_SIZE) in;

uint invocation() { return gl_LocalInvocationIndex; }
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint job_index() { return group_index() * uint(GROUP_SIZE) + invocation(); }
