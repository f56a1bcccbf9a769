// count_digits: of each chunk of runs, those with each digit.
// reads  run
// writes count: for each digit all chunks

layout(location = AT_ARGUMENT) uniform int shift;

shared uint runs_with[DIGITS];

void main() {
  uint chunks = chunks_of(listed_runs, uint(SORT_CHUNK));
  uint chunk = group_index();
  for (uint i = invocation(); i < uint(DIGITS); i += uint(GROUP_SIZE)) runs_with[i] = 0u;
  barrier();
  if (chunk < chunks) {
    uint end = min((chunk + 1u) * uint(SORT_CHUNK), listed_runs);
    for (uint i = chunk * uint(SORT_CHUNK) + invocation(); i < end; i += uint(GROUP_SIZE)) {
      atomicAdd(runs_with[run[i].x >> shift & uint(DIGITS - 1)], 1u);
    }
  }
  barrier();
  if (chunk < chunks) {
    for (uint i = invocation(); i < uint(DIGITS); i += uint(GROUP_SIZE)) count[i * chunks + chunk] = runs_with[i];
  }
}
