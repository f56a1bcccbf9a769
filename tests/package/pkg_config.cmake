# Compiles the program SOURCE with the flags that pkg-config has for MODULE of the package in PREFIX, and runs it.
# COMPILER is a command with its arguments; OPTIONS are options of pkg-config: `--static` for the static libraries.
file(GLOB_RECURSE file ${PREFIX}/*/${MODULE}.pc)
cmake_path(GET file PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
execute_process(COMMAND pkg-config --cflags --libs ${OPTIONS} ${MODULE}
  OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
cmake_path(GET folder PARENT_PATH libraries)
set(ENV{LD_LIBRARY_PATH} ${libraries})
separate_arguments(COMPILER)
cmake_path(GET SOURCE STEM program)
set(program ${PREFIX}/${program})
execute_process(COMMAND ${COMPILER} ${FLAGS} ${SOURCE} ${flags} -o ${program} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
