// Trees of runs: the id of a run leads to the root of its tree, in most cases in one step.
// needs  ids, neighbors
// reads  binding 0, `ids`: R32F, a list.

// The id of the root of the tree of the run at a place. Along a chain ids grow; where no run is, this ends too.
float root_of(ivec2 place) {
  float id = id_of(place);
  for (bool goes_on = true; goes_on;) {
    float next = id_of(decode(id));
    goes_on = next > id;
    if (goes_on) id = next;
  }
  return id;
}
