// What all passes of Regions share. Sizes are defines: Regions's are fixed.
//
// Selections by seeds
//
//   begin_selection  frees all slots of the hash table
//   find_seeds       of each seed its label, and of each label under a seed the first of its seeds
//   number_seeds     numbers the labels in the order of their first seeds
//   report_seeds     the number of each seed
//   write_selection  mask, labels, or both
//
// Boundaries: find_boundaries. Colours: write_colours. Lists: lists.glsl. Contacts: contacts.glsl.
//
// Why selections do not depend on the order of invocations: the slot of a label does, but a label has one slot, as
// add_pair() of glsl/common/label_pairs.glsl has for pairs. The first seed is a minimum, and numbers are sums over
// seeds.
// needs  label_images
