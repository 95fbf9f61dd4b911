# One interface target with every warning, and warnings as errors.
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
            -Werror)
