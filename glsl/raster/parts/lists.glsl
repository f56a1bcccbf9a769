// Lists: element k of a list lies in row k / 2^list_bits of its texture. Order and places in the texture agree: if j is
// before k, place_of(j) packs to a smaller word than place_of(k).
// needs  locations, shared/ids

layout(location = AT_LIST_BITS) uniform int list_bits;

ivec2 place_of(uint k) { return ivec2(k & (1u << list_bits) - 1u, k >> list_bits); }

uint packed_place(uint k) { return k >> list_bits << COORDINATE_BITS | k & (1u << list_bits) - 1u; }

uint element_at(ivec2 place) { return uint(place.y) << list_bits | uint(place.x); }
