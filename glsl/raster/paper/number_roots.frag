// number_roots (ours): writes the number of a root.

flat in uint number;
layout(location = 0) out uint value;

void main() { value = number; }
