// Writes the value that a vertex scattered.

flat in float scattered;
layout(location = 0) out float id;

void main() { id = scattered; }
