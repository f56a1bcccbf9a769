// Where a vertex shader puts its vertices: at depth 1, the mark of the passes that mark (chapter 5).
// needs  locations

layout(location = AT_TARGET_SIZE) uniform ivec2 target_size;

// Outside the clip volume: no fragment.
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);

// A place in the target, in texels.
vec4 at_place(vec2 place) { return vec4(2.0 * place / vec2(target_size) - 1.0, 1.0, 1.0); }

vec4 center_of(ivec2 texel) { return at_place(vec2(texel) + 0.5); }
