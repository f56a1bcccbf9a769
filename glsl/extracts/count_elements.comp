// count_elements: elements in each chunk of runs, of which an invocation has one.
// reads  run
// writes count

void main() {
  uint all;
  uint before = sum_before(job_index() < listed_runs ? length_of_run(run[job_index()].x) : 0u, all);
  if (invocation() == 0u && job_index() < listed_runs) count[group_index()] = all;
}
