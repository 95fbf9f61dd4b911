# Functions for projects that are tested with Heddle.
include_guard(GLOBAL)

set(_HEDDLE_PACKAGE_DIR "${CMAKE_CURRENT_LIST_DIR}")

# Sets `out` to one option with the flags that `heddle c++` or `heddle cc` adds to a call: the command is the only place that knows them.
function(_heddle_flags out verb compiler part)
  execute_process(
    COMMAND "${HEDDLE_COMMAND}" ${verb} --launch "${compiler}" --print-flags=${part}
    OUTPUT_VARIABLE flags
    ERROR_VARIABLE complaint
    RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "heddle ${verb} --print-flags failed: ${complaint}")
  endif()
  string(REGEX REPLACE "\n$" "" flags "${flags}")
  string(REGEX REPLACE "([\"\\])" "\\\\\\1" flags "${flags}")
  string(REPLACE "\n" "\" \"" flags "${flags}")
  # CMake drops repeated options, which must stay in pairs.
  set(${out} "SHELL:\"${flags}\"" PARENT_SCOPE)
endfunction()

# Sets `out` to whether the compiler of the language is Heddle's, which adds the flags itself.
function(_heddle_is_compiler out language)
  get_filename_component(name "${CMAKE_${language}_COMPILER}" NAME)
  if(name MATCHES "^heddle" OR "${CMAKE_${language}_COMPILER_LAUNCHER}" MATCHES "(^|/)heddle(;|$)")
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

function(_heddle_add_runtime)
  add_library(heddle::runtime INTERFACE IMPORTED)
  set(link_verb)
  foreach(language CXX C)
    if(NOT CMAKE_${language}_COMPILER)
      continue()
    endif()
    _heddle_is_compiler(is_heddle ${language})
    if(is_heddle)
      continue()
    endif()
    set(verb cc)
    if(language STREQUAL CXX)
      set(verb c++)
    endif()
    _heddle_flags(flags ${verb} "${CMAKE_${language}_COMPILER}" compile)
    set_property(TARGET heddle::runtime APPEND PROPERTY INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:${language}>:${flags}>")
    if(NOT link_verb)
      set(link_verb ${verb})
      set(link_compiler "${CMAKE_${language}_COMPILER}")
    endif()
  endforeach()
  if(NOT link_verb)
    return()
  endif()
  # Libraries are not linked with the runtime: the program loads it.
  _heddle_flags(program ${link_verb} "${link_compiler}" link)
  _heddle_flags(library ${link_verb} "${link_compiler}" link-shared)
  set(is_program "$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>")
  set_property(
    TARGET heddle::runtime PROPERTY INTERFACE_LINK_OPTIONS "$<${is_program}:${program}>"
                                    "$<$<NOT:${is_program}>:${library}>")
endfunction()

# heddle_add_test(NAME SOURCES source... [LIBRARIES library...] [OPTIONS option...] [ARGUMENTS argument...])
#
# Builds a program with instrumentation and adds a test that explores it: `heddle run OPTIONS NAME ARGUMENTS`.
function(heddle_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES;OPTIONS;ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_test(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "heddle_add_test(${name}): SOURCES is missing; list the files of the program")
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE heddle::runtime ${arg_LIBRARIES})
  add_test(NAME ${name} COMMAND heddle::heddle run --quiet ${arg_OPTIONS} -- $<TARGET_FILE:${name}> ${arg_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES LABELS heddle)
endfunction()

# heddle_discover_tests(TARGET [FILTER filter] [TEST_PREFIX prefix] [OPTIONS option...])
#
# Adds a test for each test of a GoogleTest, Catch2 or doctest program that links heddle::runtime: `heddle test OPTIONS TARGET NAME`.
# The program lists its tests after it was linked.  The prefix is "heddle." by default.
function(heddle_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILTER;TEST_PREFIX" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_discover_tests(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT DEFINED arg_TEST_PREFIX)
    set(arg_TEST_PREFIX "heddle.")
  endif()
  set(stem "${CMAKE_CURRENT_BINARY_DIR}/${target}-heddle")
  add_custom_command(
    TARGET ${target}
    POST_BUILD
    BYPRODUCTS "${stem}-tests.cmake"
    COMMAND
      "${CMAKE_COMMAND}" "-DHEDDLE_COMMAND=${HEDDLE_COMMAND}" "-DHEDDLE_PREFIX=${arg_TEST_PREFIX}" "-DHEDDLE_OPTIONS=${arg_OPTIONS}"
      "-DHEDDLE_PROGRAM=$<TARGET_FILE:${target}>" "-DHEDDLE_FILTER=${arg_FILTER}" "-DHEDDLE_OUTPUT=${stem}-tests.cmake" -P
      "${_HEDDLE_PACKAGE_DIR}/heddle-list-tests.cmake"
    VERBATIM)
  file(
    WRITE "${stem}-include.cmake"
    "if(EXISTS \"${stem}-tests.cmake\")\n  include(\"${stem}-tests.cmake\")\nelse()\n  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n"
  )
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${stem}-include.cmake")
endfunction()
