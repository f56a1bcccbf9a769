// Comes before ranks.glsl in passes whose last workgroup reads what the others have stored.
#define SHARED_RANKS coherent
