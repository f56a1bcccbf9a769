# Builds the engine of SOURCE as a shared library and installs it into a fresh prefix. The build folder is kept, so that
# a second run compiles only what has changed.
set(build ${BUILD}/package-test/shared-build)
set(prefix ${BUILD}/package-test/shared)
file(REMOVE_RECURSE ${prefix})
foreach(command
    "-S;${SOURCE};-B;${build};-G;${GENERATOR};-DBUILD_SHARED_LIBS=ON;-DGLCCL_HOST=OFF;-DGLCCL_CUDA=OFF;\
-DCMAKE_BUILD_TYPE=Debug;-DCMAKE_UNITY_BUILD=ON;-DCMAKE_CXX_FLAGS_DEBUG=-O0"
    "--build;${build}"
    "--install;${build};--prefix;${prefix}")
  execute_process(COMMAND ${CMAKE_COMMAND} ${command} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
