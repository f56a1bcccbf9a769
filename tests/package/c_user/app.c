/* A program of a user who has C alone. It runs without an OpenGL context, which glccl says. */
#include <glccl/glccl.h>
#include <glccl/regions.h>
#include <glccl/tracker.h>
#include <stdio.h>

int main(void) {
  glccl_labeler* labeler = NULL;
  glccl_error error;
  const glccl_error_code code = glccl_labeler_create(GLCCL_ENGINE_AUTOMATIC, &labeler, &error);
  printf("glccl %s: %s\n", glccl_version(), error.message);
  return code == GLCCL_ERROR_NO_DEVICE && labeler == NULL ? 0 : 1;
}
