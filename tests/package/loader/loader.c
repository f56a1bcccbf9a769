/* Loads the shared library LIBRARY at run time, as other languages do, and calls its C functions. */
#include <dlfcn.h>
#include <glccl/glccl.h>
#include <stdio.h>
#include <string.h>

typedef const char* (*version_function)(void);
typedef glccl_error_code (*create_function)(int32_t, glccl_labeler**, glccl_error*);

int main(void) {
  void* const library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  version_function version;
  create_function create;
  *(void**)&version = dlsym(library, "glccl_version");
  *(void**)&create = dlsym(library, "glccl_labeler_create");
  if (version == NULL || create == NULL) return 1;
  glccl_labeler* labeler = NULL;
  glccl_error error;
  const glccl_error_code code = create(GLCCL_ENGINE_RASTER, &labeler, &error);
  printf("glccl %s: %s\n", version(), error.message);
  const int right = strcmp(version(), EXPECTED_VERSION) == 0 && code == GLCCL_ERROR_NO_DEVICE && labeler == NULL;
  dlclose(library);
  return right ? 0 : 1;
}
