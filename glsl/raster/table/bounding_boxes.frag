// bounding_boxes (chapter 7): writes the box that a corner scattered.

flat in vec4 scattered;
layout(location = 0) out vec4 box;

void main() { box = scattered; }
