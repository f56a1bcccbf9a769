// rank_words: counts the roots before each word (rank_group.glsl).
// needs  rank_group
// reads  root_bits
// writes ranks, sums

uint roots_of_word(uint word) { return root_bits[word]; }

void main() { rank_all_words(); }
