// count_digits: of each chunk of entries, those with each digit.
// needs  arguments, shared/regions, jobs, sort
// reads  entry
// writes count: for each digit all chunks

#define shift argument  // of the digit's first bit

shared uint entries_with[DIGITS];

void main() {
  uint chunks = chunks_of(entry_count, uint(SORT_CHUNK));
  uint chunk = group_index();
  for (uint i = invocation(); i < uint(DIGITS); i += uint(GROUP_SIZE)) entries_with[i] = 0u;
  barrier();
  if (chunk < chunks) {
    uint end = min((chunk + 1u) * uint(SORT_CHUNK), entry_count);
    for (uint i = chunk * uint(SORT_CHUNK) + invocation(); i < end; i += uint(GROUP_SIZE)) {
      atomicAdd(entries_with[entry[i].x >> shift & uint(DIGITS - 1)], 1u);
    }
  }
  barrier();
  if (chunk < chunks) {
    for (uint i = invocation(); i < uint(DIGITS); i += uint(GROUP_SIZE)) count[i * chunks + chunk] = entries_with[i];
  }
}
