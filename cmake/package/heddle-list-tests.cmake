# Writes the CTest commands of heddle_discover_tests to a file.
set(command "${HEDDLE_COMMAND}" test "--list=ctest:${HEDDLE_PREFIX}" --quiet ${HEDDLE_OPTIONS} -- "${HEDDLE_PROGRAM}")
if(NOT HEDDLE_FILTER STREQUAL "")
  list(APPEND command "${HEDDLE_FILTER}")
endif()
execute_process(
  COMMAND ${command}
  OUTPUT_FILE "${HEDDLE_OUTPUT}"
  ERROR_VARIABLE complaint
  RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  file(REMOVE "${HEDDLE_OUTPUT}")
  message(FATAL_ERROR "${complaint}")
endif()
