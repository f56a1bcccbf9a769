// A volume as seen from outside along parallel rays. A ray goes from voxel to voxel, at most as many as the three sides
// have together (J. Amanatides and A. Woo, A Fast Voxel Traversal Algorithm for Ray Tracing, 1987). By `bits`:
//        LABELS  the first component that the ray meets, lit from the upper left
//        VALUES  the largest value that the ray meets
// The edges of the volume lie over it, but for the three that meet in the corner farthest from the eye.
// needs  picture, table, view
// reads  labels; the table; the source
// writes storage binding 1: the voxel that is shown at `mouse`

layout(std430, binding = 1) writeonly buffer Hit {
  ivec3 hit_voxel;
  int hit_found;
};

const int LABELS = 1;

struct Ray {
  vec3 from;
  vec3 along;
  vec3 inverse;  // 1 / along
  float enter;   // where it enters the volume, as a factor of `along`
  float leave;
};

// The ray through a point of the plane, whose middle is the middle of the volume.
Ray ray_through(vec2 point) {
  Ray ray;
  vec2 off = point - extent / 2;
  ray.along = axes[2];
  ray.from = vec3(volume) / 2 + off.x * axes[0] + off.y * axes[1] - extent.x * ray.along;
  vec3 away = mix(vec3(1), sign(ray.along), notEqual(ray.along, vec3(0)));
  ray.inverse = away / max(abs(ray.along), vec3(1e-6));
  vec3 low = -ray.from * ray.inverse;
  vec3 high = (vec3(volume) - ray.from) * ray.inverse;
  vec3 near = min(low, high);
  vec3 far = max(low, high);
  ray.enter = max(max(near.x, near.y), near.z);
  ray.leave = min(min(far.x, far.y), far.z);
  return ray;
}

bool is_inside(ivec3 voxel) {
  return all(greaterThanEqual(voxel, ivec3(0))) && all(lessThan(voxel, volume));
}

// What a ray shows: the first voxel with a label, or the voxel of the largest value; z is -1 where there is none.
ivec3 voxel_on(Ray ray) {
  ivec3 voxel = clamp(ivec3(floor(ray.from + ray.enter * ray.along)), ivec3(0), volume - 1);
  ivec3 stride = ivec3(sign(ray.inverse));
  vec3 next = (vec3(voxel + max(stride, ivec3(0))) - ray.from) * ray.inverse;  // where it leaves the voxel, by axis
  ivec3 shown = ivec3(-1);
  float largest = 0;
  bool on = ray.enter < ray.leave;
  for (int left = volume.x + volume.y + volume.z; left > 0 && on; --left) {
    if (bits == LABELS) {
      on = label_in(voxel) == 0u;
      if (!on) shown = voxel;
    } else {
      float grey = grey_of(source_in(voxel));
      if (grey > largest) shown = voxel;
      largest = max(largest, grey);
    }
    bvec3 over = lessThanEqual(next, min(next.yzx, next.zxy));
    voxel += ivec3(over) * stride;
    next += vec3(over) * abs(ray.inverse);
    on = on && is_inside(voxel);
  }
  return shown;
}

// The outward normal of the foreground around a voxel: towards the background among the 124 voxels around it.
vec3 normal_at(ivec3 voxel) {
  vec3 sum = vec3(0);
  for (int i = 0; i < 125; ++i) {
    ivec3 offset = ivec3(i % 5, i / 5 % 5, i / 25) - 2;
    bool background = !is_inside(voxel + offset) || label_in(voxel + offset) == 0u;
    if (background) sum += vec3(offset);
  }
  return dot(sum, sum) == 0 ? -axes[2] : normalize(sum);
}

// How much a line covers of this pixel, which runs from one point of the volume to another and is a pixel wide.
float coverage(vec3 from, vec3 to) {
  mat2x3 across = mat2x3(axes[0], axes[1]);
  vec2 start = (from - vec3(volume) / 2) * across;
  vec2 along = (to - from) * across;
  vec2 here = position - extent / 2 - start;
  float part = clamp(dot(here, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  return clamp(1.1 - length(here - part * along) * zoom, 0.0, 1.0);
}

// How light the edges of the volume make this pixel: those behind it, or those in front. The three along the axes, from
// element (0, 0, 0), are lighter than the others.
float edges(bool behind) {
  vec3 farthest = mix(vec3(0), vec3(volume), greaterThan(axes[2], vec3(0)));
  float light = 0;
  for (int i = 0; i < 12; ++i) {
    int axis_of_edge = i / 4;
    vec3 from = vec3(0);
    from[(axis_of_edge + 1) % 3] = i % 2 == 0 ? 0 : volume[(axis_of_edge + 1) % 3];
    from[(axis_of_edge + 2) % 3] = i % 4 < 2 ? 0 : volume[(axis_of_edge + 2) % 3];
    vec3 to = from;
    to[axis_of_edge] = volume[axis_of_edge];
    if ((from == farthest || to == farthest) == behind) {
      light = max(light, coverage(from, to) * (i % 4 == 0 ? 0.7 : 0.3));
    }
  }
  return light;
}

void main() {
  ivec3 voxel = voxel_on(ray_through(position));
  vec3 base = mix(NOTHING * 0.7, vec3(1), edges(true));
  if (voxel.z >= 0) {
    base = source_in(voxel);
    if (bits == LABELS) {
      vec3 to_light = normalize(-axes[2] - 0.5 * axes[0] - 0.7 * axes[1]);
      float light = max(dot(normal_at(voxel), to_light), 0.0);
      base = veiled(component_color(label_in(voxel)), base) * (0.3 + 0.8 * light);
    }
  }
  if (ivec2(gl_FragCoord.xy) == mouse) {
    hit_voxel = voxel;
    hit_found = voxel.z >= 0 ? 1 : 0;
  }
  color = vec4(mix(base, vec3(1), edges(false)), 1);
}
