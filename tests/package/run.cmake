# Configures and builds the user's project SOURCE against the package that install.cmake has installed, and runs its
# program COMMAND (a list: name, arguments) in its build folder. RESULT, if not empty, is a file that the run has to
# write.
cmake_path(GET SOURCE FILENAME name)
set(user ${BUILD}/package-test/${name})
set(settings -DCMAKE_PREFIX_PATH=${BUILD}/package-test/prefix -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_C_FLAGS=${FLAGS} -DCMAKE_CXX_FLAGS=${FLAGS})
list(TRANSFORM COMMAND PREPEND ${user}/ AT 0)
file(REMOVE_RECURSE ${user})
file(MAKE_DIRECTORY ${user})
foreach(command
    "${CMAKE_COMMAND};--no-warn-unused-cli;-S;${SOURCE};-B;${user};-G;${GENERATOR};${settings}"
    "${CMAKE_COMMAND};--build;${user}"
    "${COMMAND}")
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${user} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(RESULT AND NOT EXISTS ${user}/${RESULT})
  message(FATAL_ERROR "${name} has not written ${RESULT}")
endif()
