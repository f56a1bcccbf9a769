#version 450
layout(location = 0) flat in uint id;
layout(location = 1) flat in vec4 ends;
layout(location = 2) flat in float radius;
layout(location = 3) flat in vec3 tint;
layout(location = 0) out vec4 colour;
layout(location = 1) out uint object;

void main() {
  vec2 line = ends.zw - ends.xy;
  vec2 place = gl_FragCoord.xy - ends.xy;
  vec2 away = (place - line * clamp(dot(place, line) / dot(line, line), 0.0, 1.0)) / radius;
  float slope = dot(away, away);
  if (slope > 1.0) discard;
  vec3 normal = vec3(away, sqrt(1.0 - slope));
  colour = vec4(tint * (0.4 + 0.6 * max(0.0, dot(normal, normalize(vec3(-1, -2, 3))))), 1.0);
  object = id;
}
