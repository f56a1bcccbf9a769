# Installs the package of BUILD into a fresh prefix, where run.cmake finds it.
file(REMOVE_RECURSE ${BUILD}/package-test/static)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${BUILD}/package-test/static
  COMMAND_ERROR_IS_FATAL ANY)
