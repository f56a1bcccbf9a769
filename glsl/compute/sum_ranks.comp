// sum_ranks: counts the roots before each group of words that rank_words has counted. One workgroup.
// needs  rank_group

uint roots_of_word(uint word) { return root_bits[word]; }

void main() { sum_groups(); }
