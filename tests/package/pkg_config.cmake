# Compiles and runs engine_user.cpp with the flags that pkg-config has for the package in PREFIX. OPTIONS are options of
# pkg-config: `--static` for the static libraries.
file(GLOB_RECURSE file ${PREFIX}/*/glccl.pc)
cmake_path(GET file PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
execute_process(COMMAND pkg-config --cflags --libs ${OPTIONS} glccl OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
cmake_path(GET folder PARENT_PATH libraries)
set(ENV{LD_LIBRARY_PATH} ${libraries})
set(program ${PREFIX}/engine_user)
execute_process(
  COMMAND ${COMPILER} -std=c++20 ${FLAGS} ${CMAKE_CURRENT_LIST_DIR}/engine_user/engine_user.cpp -o ${program} ${flags}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
