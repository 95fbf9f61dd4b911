# Writes heddle.pc with the flags that the command adds.
#
#   cmake -DHEDDLE_COMMAND=... -DHEDDLE_PREFIX=... -DHEDDLE_VERSION=... -DHEDDLE_TEMPLATE=... -DHEDDLE_OUTPUT=... -P write_pkg_config.cmake
foreach(part compile link)
  execute_process(COMMAND "${HEDDLE_COMMAND}" c++ --compiler=g++ --print-flags=${part} OUTPUT_VARIABLE ${part} COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${${part}}" ${part})
  # pkg-config drops repeated words.
  string(REPLACE "-Xlinker\n-rpath\n-Xlinker\n" "-Wl,-rpath," ${part} "${${part}}")
  string(REPLACE "\n" " " ${part} "${${part}}")
  string(REPLACE "${HEDDLE_PREFIX}/lib" "\${libdir}" ${part} "${${part}}")
  string(REPLACE "${HEDDLE_PREFIX}/include" "\${includedir}" ${part} "${${part}}")
endforeach()
set(HEDDLE_CFLAGS "${compile}")
set(HEDDLE_LIBS "${link}")
configure_file("${HEDDLE_TEMPLATE}" "${HEDDLE_OUTPUT}" @ONLY)
