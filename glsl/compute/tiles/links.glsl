// What shared/links.h and shared/contacts.h need: the pass defines where it takes words, and the links of values, from.
// needs  words

uint bits_of(int word, int y, int z);
#if CRITERION == FOREGROUND
uint links_of(int word, int y, int z, int direction) { return ALL_COLUMNS; }
#else
uint links_of(int word, int y, int z, int direction);
#endif
