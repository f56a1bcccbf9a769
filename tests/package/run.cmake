# Configures and builds the user's project SOURCE against the package installed in PREFIX, with SETTINGS for CMake, and
# runs its program COMMAND (name and arguments) in its build folder, by the command RUNNER if that is not empty. RESULT,
# if not empty, is a file that the run writes.
cmake_path(GET SOURCE FILENAME name)
cmake_path(GET PREFIX FILENAME package)
set(user ${BUILD}/package-test/${name}-${package})
separate_arguments(SETTINGS)
set(settings -DCMAKE_PREFIX_PATH=${PREFIX} -DCMAKE_C_FLAGS=${FLAGS} -DCMAKE_CXX_FLAGS=${FLAGS} ${SETTINGS})
separate_arguments(COMMAND)
list(TRANSFORM COMMAND PREPEND ${user}/ AT 0)
separate_arguments(RUNNER)
file(REMOVE_RECURSE ${user})
file(MAKE_DIRECTORY ${user})
foreach(command
    "${CMAKE_COMMAND};--no-warn-unused-cli;-S;${SOURCE};-B;${user};-G;${GENERATOR};${settings}"
    "${CMAKE_COMMAND};--build;${user}"
    "${RUNNER};${COMMAND}")
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${user} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(RESULT AND NOT EXISTS ${user}/${RESULT})
  message(FATAL_ERROR "${name} has not written ${RESULT}")
endif()
