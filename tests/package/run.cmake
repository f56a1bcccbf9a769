# Installs the package of BUILD into a fresh prefix, and configures, builds and runs the user's project against it.
set(prefix ${BUILD}/package-test/prefix)
set(user ${BUILD}/package-test/build)
file(REMOVE_RECURSE ${BUILD}/package-test)
foreach(command
    "${CMAKE_COMMAND};--install;${BUILD};--prefix;${prefix}"
    "${CMAKE_COMMAND};-S;${CMAKE_CURRENT_LIST_DIR};-B;${user};-G;${GENERATOR};-DCMAKE_PREFIX_PATH=${prefix};-DCMAKE_BUILD_TYPE=Release;-DCMAKE_CXX_FLAGS=${FLAGS}"
    "${CMAKE_COMMAND};--build;${user}"
    "${user}/user")
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
