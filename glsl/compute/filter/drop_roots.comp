// drop_roots: clears the bits of the roots of components that the filter drops. An invocation takes a word of them.
// reads  areas, smallest_key, ranks, sums
// writes root_bits, found_roots

bool is_kept(uint i) {
  uvec2 key = key_of(i);
  if (!passes_limits(key.x)) return false;
  return key.x > smallest_key[0] || (key.x == smallest_key[0] && key.y >= smallest_key[1]);
}

void main() {
  uint word = job_index();
  if (word == 0u) found_roots = sums[ranked_groups()];
  if (word >= words_to_rank()) return;
  uint bits = root_bits[word];
  uint kept = bits;
  uint i = roots_before_word(word);
  for (uint rest = bits; rest != 0u; rest &= rest - 1u) {
    if (!is_kept(i++)) kept &= ~(rest & (~rest + 1u));
  }
  if (kept != bits) root_bits[word] = kept;
}
