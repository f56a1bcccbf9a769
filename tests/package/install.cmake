# Installs the package of BUILD into a fresh prefix, where run.cmake finds it.
file(REMOVE_RECURSE ${BUILD}/package-test)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${BUILD}/package-test/prefix
  COMMAND_ERROR_IS_FATAL ANY)
