# Tests of the packages, included by tests/CMakeLists.txt: each builds and runs a small project of a user. `properties`
# are those of all tests.
set(package_dir ${CMAKE_CURRENT_LIST_DIR})
set(package_root ${CMAKE_BINARY_DIR}/package-test)
# Users of what is built with sanitizers link them too, without the defaults of cmake/sanitizer_defaults.cpp.
set(package_flags)
if(GLCCL_SANITIZE)
  set(package_flags -fsanitize=address,undefined)
  list(APPEND properties ENVIRONMENT_MODIFICATION ASAN_OPTIONS=set:intercept_tls_get_addr=0)
endif()

# add_package_script(NAME SCRIPT DEFINITION...): runs a script of this folder as a test.
function(add_package_script name script)
  list(TRANSFORM ARGN PREPEND -D)
  add_test(NAME ${name}
    COMMAND ${CMAKE_COMMAND} -DBUILD=${CMAKE_BINARY_DIR} -DGENERATOR=${CMAKE_GENERATOR} ${ARGN}
            -P ${package_dir}/${script})
  set_tests_properties(${name} PROPERTIES LABELS package ${properties})
endfunction()

# add_user_test(NAME PACKAGE SOURCE COMMAND [DEFINITION...]): runs run.cmake. PACKAGE is a folder of package-test/.
function(add_user_test name package source command)
  add_package_script(${name} run.cmake PREFIX=${package_root}/${package} SOURCE=${source} "COMMAND=${command}"
    ${ARGN})
  set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED package_${package})
endfunction()

# other_headers.cpp: all public headers after X11's, GLEW's and what windows.h defines. Compiling it is the test.
set(vulkan_headers)
if(TARGET glccl_vulkan)
  set(vulkan_headers ${PROJECT_SOURCE_DIR}/vulkan/*.h*)
endif()
file(GLOB_RECURSE headers CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/engine/*.h* ${PROJECT_SOURCE_DIR}/cuda/*.hpp ${PROJECT_SOURCE_DIR}/host/*.hpp ${vulkan_headers})
list(FILTER headers INCLUDE REGEX "/include/glccl/")
set(standard_headers)
set(public_headers)
set(header_folders)
foreach(header IN LISTS headers)
  string(REGEX MATCH "^(.*/include)/(.*)$" unused ${header})
  list(APPEND header_folders ${CMAKE_MATCH_1})
  list(APPEND public_headers "#include \"${CMAKE_MATCH_2}\"")
  file(STRINGS ${header} includes REGEX "^#include <[a-z_.]+>")
  list(APPEND standard_headers ${includes})
endforeach()
list(REMOVE_DUPLICATES standard_headers)
list(REMOVE_DUPLICATES header_folders)
foreach(list standard_headers public_headers)
  list(JOIN ${list} "\n" text)
  file(CONFIGURE OUTPUT other_headers/${list}.inc CONTENT "${text}\n" @ONLY)
endforeach()
add_library(glccl_other_headers OBJECT package/other_headers.cpp)
target_include_directories(glccl_other_headers PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/other_headers ${header_folders})
target_link_libraries(glccl_other_headers PRIVATE glccl_build_flags GLEW::GLEW)

list(TRANSFORM header_folders PREPEND -I OUTPUT_VARIABLE include_options)
list(JOIN headers "," header_list)
list(JOIN include_options "," include_options)
add_package_script("compilers that are not set to C++20 are told so in one error" standards.cmake
  "HEADERS=${header_list}" "OPTIONS=${include_options}" COMPILER=${CMAKE_CXX_COMPILER})

add_package_script("the package is installed" install.cmake)
set_tests_properties("the package is installed" PROPERTIES FIXTURES_SETUP package_static)
add_user_test("the installed package is found, linked and works" static ${package_dir}/user user FLAGS=${package_flags})
add_user_test("the installed engine needs no other package" static ${package_dir}/engine_user engine_user
  FLAGS=${package_flags})
add_user_test("the installed CPU engines need no package but threads" static ${package_dir}/cpu_user cpu_user
  FLAGS=${package_flags})
add_user_test("the C API works for a program in C" static ${CMAKE_CURRENT_SOURCE_DIR}/c_api user FLAGS=${package_flags})
add_user_test("the example is configured, built and run against the installed package" static
  ${PROJECT_SOURCE_DIR}/examples/render_target "render_target --frames 3 --screenshot ids.png" RESULT=ids.png
  FLAGS=${package_flags})
if(TARGET glccl_vulkan AND Python_FOUND)
  add_user_test("the example of Vulkan draws the boxes that cpu-serial finds" static
    ${PROJECT_SOURCE_DIR}/examples/vulkan_renderer "vulkan_renderer picture.ppm ids.pgm" FLAGS=${package_flags}
    "RUNNER=${Python_EXECUTABLE} ${package_dir}/check_boxes.py $<TARGET_FILE:glccl_program>")
endif()
add_package_script("pkg-config has the flags of the static libraries" pkg_config.cmake
  PREFIX=${package_root}/static MODULE=glccl OPTIONS=--static SOURCE=${package_dir}/engine_user/engine_user.cpp
  "COMPILER=${CMAKE_CXX_COMPILER} -std=c++20" FLAGS=${package_flags})
set_tests_properties("pkg-config has the flags of the static libraries" PROPERTIES FIXTURES_REQUIRED package_static)
if(TARGET glccl_cuda)
  add_user_test("the installed CUDA engines need no OpenGL" static ${package_dir}/cuda_user cuda_user
    FLAGS=${package_flags})
endif()

# These build the engine themselves, without sanitizers: in a sanitized build they would repeat what the release build
# tests. Its Debian packages would depend on the sanitizers' libraries.
if(GLCCL_SANITIZE)
  return()
endif()

# Programs of users who have C alone, which a sanitized library in C++ does not link with: with find_package, and by the
# line of the README, with which shared libraries link too.
add_user_test("a project in C alone links the static engine" static ${package_dir}/c_user app)
add_user_test("a project in C alone links the shared engine" shared ${package_dir}/c_user app)
set(name "a project in C alone is told what it lacks to contain the engine")
add_test(NAME "${name}" COMMAND ${CMAKE_COMMAND} -S ${package_dir}/c_user -B ${package_root}/c_user-subproject
  -DGLCCL_SOURCE=${PROJECT_SOURCE_DIR})
set_tests_properties("${name}" PROPERTIES LABELS package PASS_REGULAR_EXPRESSION
  "project.glccl_c_only_user LANGUAGES[ \n]+C[ \n]+CXX" ${properties})
foreach(package static shared)
  set(name "cc links a program in C with the ${package} engine by the flags of pkg-config")
  add_package_script("${name}" pkg_config.cmake PREFIX=${package_root}/${package} MODULE=glccl
    OPTIONS=--static SOURCE=${package_dir}/c_user/app.c COMPILER=cc)
  set_tests_properties("${name}" PROPERTIES FIXTURES_REQUIRED package_${package})
endforeach()

add_user_test("a subproject is the engine alone" subproject ${package_dir}/subproject engine_user
  "SETTINGS=-DGLCCL_SOURCE=${PROJECT_SOURCE_DIR} -DCMAKE_UNITY_BUILD=ON" FLAGS=-O0)
add_package_script("the shared engine is installed" install_variant.cmake SOURCE=${PROJECT_SOURCE_DIR} PACKAGE=shared
  OPTIONS=-DBUILD_SHARED_LIBS=ON,-DGLCCL_HOST=OFF,-DGLCCL_CUDA=OFF)
set_tests_properties("the shared engine is installed" PROPERTIES FIXTURES_SETUP package_shared)
add_user_test("the shared engine is found, linked and works" shared ${package_dir}/engine_user engine_user)
add_user_test("the C API of the shared engine works" shared ${CMAKE_CURRENT_SOURCE_DIR}/c_api user)
add_user_test("the shared engine is loaded at run time and exports glccl alone" shared ${package_dir}/loader loader)
add_package_script("pkg-config has the flags of the shared library" pkg_config.cmake
  PREFIX=${package_root}/shared MODULE=glccl SOURCE=${package_dir}/engine_user/engine_user.cpp
  "COMPILER=${CMAKE_CXX_COMPILER} -std=c++20")
set_tests_properties("pkg-config has the flags of the shared library" PROPERTIES FIXTURES_REQUIRED package_shared)

# Without OpenGL, CUDA and MPI: for servers and cross compilers.
add_package_script("the CPU engines alone are installed" install_variant.cmake SOURCE=${PROJECT_SOURCE_DIR} PACKAGE=cpu
  OPTIONS=-DGLCCL_OPENGL=OFF,-DGLCCL_CUDA=OFF,-DGLCCL_MPI=OFF)
set_tests_properties("the CPU engines alone are installed" PROPERTIES FIXTURES_SETUP package_cpu)
add_user_test("the CPU engines alone are found, linked and work" cpu ${package_dir}/cpu_user cpu_user)
set(name "a package of the CPU engines alone says that it has no OpenGL engine")
add_test(NAME "${name}" COMMAND ${CMAKE_COMMAND} -S ${package_dir}/engine_user -B ${package_root}/engine_user-cpu
  -DCMAKE_PREFIX_PATH=${package_root}/cpu)
set_tests_properties("${name}" PROPERTIES LABELS package FIXTURES_REQUIRED package_cpu PASS_REGULAR_EXPRESSION
  "not built, of those that are asked[ \n]+for: glccl.[ \n]+There are tiled, cpu, vocabulary" ${properties})
set(name "pkg-config has the flags of the CPU engines alone")
add_package_script("${name}" pkg_config.cmake PREFIX=${package_root}/cpu MODULE=glccl-cpu
  SOURCE=${package_dir}/cpu_user/cpu_user.cpp "COMPILER=${CMAKE_CXX_COMPILER} -std=c++20")
set_tests_properties("${name}" PROPERTIES FIXTURES_REQUIRED package_cpu)
add_package_script("Debian packages name what they depend on" debian.cmake CPACK=${CMAKE_CPACK_COMMAND})
set_tests_properties("Debian packages name what they depend on" PROPERTIES FIXTURES_SETUP package_debian/usr)
add_user_test("the unpacked Debian packages are found, linked and work" debian/usr ${package_dir}/user user)
