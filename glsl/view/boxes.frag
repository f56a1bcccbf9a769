// The outline of a box.
flat in vec3 tint;

layout(location = 0) out vec4 color;

void main() { color = vec4(tint, 0.9); }
