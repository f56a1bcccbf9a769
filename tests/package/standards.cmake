# Compiles each public header by itself, without output. As C++17 a header in C++ (.hpp) stops with one error: it needs
# C++20. One in C (.h) compiles as C++17 and as C99. HEADERS are their paths, OPTIONS options of COMPILER, which
# compiles C++; both are separated by commas.
string(REPLACE "," ";" headers "${HEADERS}")
string(REPLACE "," ";" options "${OPTIONS}")
list(APPEND options -Wall -Wextra -Werror -fsyntax-only)

# compile(HEADER LANGUAGE STANDARD): sets `failed` and `text`.
macro(compile header language standard)
  execute_process(COMMAND ${COMPILER} ${options} -std=${standard} -include ${header} -x ${language} /dev/null
    RESULT_VARIABLE failed ERROR_VARIABLE text)
endmacro()

foreach(header IN LISTS headers)
  if(header MATCHES "[.]hpp$")
    compile(${header} c++ c++17)
    string(REGEX MATCHALL "error:[^\n]*" errors "${text}")
    list(LENGTH errors count)
    if(NOT failed OR NOT count EQUAL 1 OR NOT errors MATCHES "glccl needs C[+][+]20: compile with -std=c[+][+]20")
      message(SEND_ERROR "${header} as C++17 has ${count} errors:\n${text}")
    endif()
  else()
    foreach(standard c++17 c99)
      string(REGEX REPLACE "[0-9]" "" language ${standard})
      if(language STREQUAL "c" AND header MATCHES "shape_floats[.]h$")
        continue()  # GLSL, CUDA and C++ in one text, no C
      endif()
      compile(${header} ${language} ${standard})
      if(failed)
        message(SEND_ERROR "${header} does not compile as ${standard}:\n${text}")
      endif()
    endforeach()
  endif()
endforeach()
