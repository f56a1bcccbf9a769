# glccl_embed_shaders(TARGET NAMESPACE FOLDER...)
#
# Compiles every file of the given folders of glsl/ into TARGET: the table `shader_files` in NAMESPACE, whose type is
# declared in engine/gl/shader_source.hpp. A change to a shader rebuilds the table.

set(GLCCL_GLSL_DIR ${CMAKE_CURRENT_SOURCE_DIR}/glsl)
set(GLCCL_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed_shaders.cmake)

function(glccl_embed_shaders target namespace)
  set(files)
  foreach(folder IN LISTS ARGN)
    file(GLOB found LIST_DIRECTORIES false CONFIGURE_DEPENDS ${GLCCL_GLSL_DIR}/${folder}/*)
    list(APPEND files ${found})
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_shaders.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${GLCCL_GLSL_DIR} -DNAMESPACE=${namespace}
            "-DFILES=${files}" -P ${GLCCL_EMBED_SCRIPT}
    DEPENDS ${files} ${GLCCL_EMBED_SCRIPT}
    COMMENT "Embedding the shaders of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
