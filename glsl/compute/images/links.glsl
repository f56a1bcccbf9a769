// What shared/links.h and shared/border_contacts.h need: a pass defines where it takes words and links from, and if it
// calls contacts_up() or contacts_left(), word_at(word, band).

#ifndef CONNECTIVITY
#error CONNECTIVITY is not defined
#endif

uint bits_of(int word, int row);
uint links_of(int word, int row, int direction);
Word word_at(int word, int band);
