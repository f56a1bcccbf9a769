# Settings of the libraries that are shared with BUILD_SHARED_LIBS: glccl, glccl_cuda, glccl_cuda_gl. All others are
# static and position independent, so that they can become part of a shared one.

# Version 0.1 of a library is not compatible with 0.2; from 1.0 on the major version alone decides.
set(glccl_soversion ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(glccl_soversion 0.${PROJECT_VERSION_MINOR})
endif()

# What programs have to link besides a static library in C++, where a linker for C links them: the standard library of
# C++ with which the compiler here links, and that of mathematics.
set(glccl_cxx_runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER glccl_cxx_runtime INCLUDE REGEX "^(stdc[+][+]|c[+][+]|c[+][+]abi|m)$")
list(REMOVE_DUPLICATES glccl_cxx_runtime)

# glccl_add_library(TARGET): makes an empty library, shared or static as BUILD_SHARED_LIBS says. A shared one exports
# only names declared with GLCCL_API (glccl/api.h).
function(glccl_add_library target)
  add_library(${target})
  if(NOT BUILD_SHARED_LIBS)
    return()
  endif()
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${glccl_soversion})
  target_compile_definitions(${target} PUBLIC GLCCL_SHARED)
  # Templates of the standard library stay visible in spite of hidden visibility; the version script hides them.
  set(script ${PROJECT_SOURCE_DIR}/cmake/exports.map)
  target_link_options(${target} PRIVATE LINKER:--version-script=${script} LINKER:-z,defs)
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()

# glccl_fold(TARGET LIBRARY): TARGET offers the functions of the static LIBRARY to its users. A static TARGET links
# LIBRARY openly; a shared one contains all of it, so that its users need no second library.
function(glccl_fold target library)
  if(NOT BUILD_SHARED_LIBS)
    target_link_libraries(${target} PUBLIC ${library})
    return()
  endif()
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${library}>)
  target_link_libraries(${target} PRIVATE ${library})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>>)
  target_compile_features(${target} PUBLIC cxx_std_20)
endfunction()
