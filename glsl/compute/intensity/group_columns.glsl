// How the passes over the values of large components divide a slice: a workgroup has 32 columns and 8 * 32 rows, an
// invocation a column of 32 rows. Components of a workgroup have slots in shared memory by their numbers.

const uint GROUP_COLUMNS = 32u;
const uint OWN_ROWS = 32u;
const uint GROUP_ROWS = OWN_ROWS * (uint(GROUP_SIZE) / GROUP_COLUMNS);

const int ROWS_AT_ONCE = 4;  // that are loaded together
const uint SLOTS = 32u;

uvec3 group_origin() { return gl_WorkGroupID * uvec3(GROUP_COLUMNS, GROUP_ROWS, 1u); }

uint own_column() { return invocation() % GROUP_COLUMNS; }

// The first row of this invocation's column, counted from the workgroup's.
uint own_top() { return invocation() / GROUP_COLUMNS * OWN_ROWS; }
