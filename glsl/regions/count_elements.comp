// count_elements: elements in each chunk of runs, of which an invocation has one.
// needs  shared/regions, jobs, compute/prefix, sort
// reads  entry
// writes count

void main() {
  uint all;
  uint before = sum_before(job_index() < entry_count ? length_of_run(entry[job_index()].x) : 0u, all);
  if (invocation() == 0u && job_index() < entry_count) count[group_index()] = all;
}
