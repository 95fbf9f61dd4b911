# One interface target with every warning.  Warnings are errors only with the tested compilers and not at -O3: other
# compilers and levels report other warnings, which must not stop a user's build.
set(HEDDLE_TESTED_COMPILER OFF)
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    set(HEDDLE_TESTED_COMPILER ON)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^14\\.")
    set(HEDDLE_TESTED_COMPILER ON)
  endif()
endif()
option(HEDDLE_WARNINGS_ARE_ERRORS "Stop at the first warning" ${HEDDLE_TESTED_COMPILER})
add_library(heddle_warnings INTERFACE)
target_compile_options(
  heddle_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wnon-virtual-dtor
            -Wold-style-cast
            -Wcast-align
            -Woverloaded-virtual
            -Wconversion
            -Wsign-conversion
            -Wdouble-promotion
            -Wimplicit-fallthrough
            $<$<BOOL:${HEDDLE_WARNINGS_ARE_ERRORS}>:-Werror>)
