// settle_and_rank: settle_nodes and rank_words in one, for images of few tiles. One workgroup per tile; the last one
// ranks the words of the whole image, a subgroup a group of words.
// reads  node_counts, nodes
// writes nodes, root_bits, ranks, sums

// Counts the roots before each word of a group, and returns the number of roots in the group.
#ifdef SUBGROUPS
const uint RANKERS = GROUP_SIZE / 32u;  // groups of words at a time

uint rank_group(uint group) {
  uint all = 0u;
  for (uint i = gl_SubgroupInvocationID; i < uint(RANKED_WORDS); i += 32u) {
    uint word = group * uint(RANKED_WORDS) + i;
    uint count = word < words_to_rank() ? uint(bitCount(root_bits[word])) : 0u;
    uint before = all + subgroupExclusiveAdd(count);
    if (word < words_to_rank()) ranks[word] = before;
    all += subgroupAdd(count);
  }
  return all;
}

uint ranker() { return gl_SubgroupID; }
bool is_first_of_ranker() { return gl_SubgroupInvocationID == 0u; }
#else
const uint RANKERS = GROUP_SIZE;

uint rank_group(uint group) {
  uint all = 0u;
  for (uint i = 0u; i < uint(RANKED_WORDS); ++i) {
    uint word = group * uint(RANKED_WORDS) + i;
    if (word >= words_to_rank()) break;
    ranks[word] = all;
    all += uint(bitCount(root_bits[word]));
  }
  return all;
}

uint ranker() { return invocation(); }
bool is_first_of_ranker() { return true; }
#endif

void main() {
  settle_nodes(index_of_tile(own_tile()));
  if (!is_last_group()) return;
  for (uint group = ranker(); group < ranked_groups(); group += RANKERS) {
    uint all = rank_group(group);
    if (is_first_of_ranker()) sums[group] = all;
  }
  memoryBarrierBuffer();
  barrier();
  sum_groups();
}
