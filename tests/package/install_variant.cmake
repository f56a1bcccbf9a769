# Builds SOURCE with OPTIONS for CMake, separated by commas, and installs it into the fresh prefix package-test/PACKAGE.
# The build folder is kept, so that a second run compiles only what has changed.
set(build ${BUILD}/package-test/${PACKAGE}-build)
set(prefix ${BUILD}/package-test/${PACKAGE})
string(REPLACE "," ";" OPTIONS "${OPTIONS}")
file(REMOVE_RECURSE ${prefix})
foreach(command
    "-S;${SOURCE};-B;${build};-G;${GENERATOR};${OPTIONS};\
-DCMAKE_BUILD_TYPE=Debug;-DCMAKE_UNITY_BUILD=ON;-DCMAKE_CXX_FLAGS_DEBUG=-O0"
    "--build;${build}"
    "--install;${build};--prefix;${prefix}")
  execute_process(COMMAND ${CMAKE_COMMAND} ${command} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
