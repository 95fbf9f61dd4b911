# Abseil's hash tables, linked statically where Debian's archives may become part of a shared library: libheddle.so
# should bring no library into the programs that it explores.  On x86-64 they may not (they are not position
# independent), so the shared ones are taken there, and their data counts as the system's.
find_path(HEDDLE_ABSEIL_INCLUDE NAMES absl/container/flat_hash_set.h REQUIRED)
add_library(heddle_abseil INTERFACE)
target_include_directories(heddle_abseil SYSTEM INTERFACE ${HEDDLE_ABSEIL_INCLUDE})
# Dependants first.
foreach(
  part
  raw_hash_set
  hashtablez_sampler
  exponential_biased
  hash
  city
  low_level_hash
  synchronization
  graphcycles_internal
  stacktrace
  symbolize
  debugging_internal
  demangle_internal
  malloc_internal
  time
  time_zone
  civil_time
  strings
  strings_internal
  int128
  base
  spinlock_wait
  throw_delegate
  raw_logging_internal
  log_severity)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    find_library(HEDDLE_ABSEIL_${part} NAMES libabsl_${part}.so REQUIRED)
  else()
    find_library(HEDDLE_ABSEIL_${part} NAMES libabsl_${part}.a REQUIRED)
  endif()
  target_link_libraries(heddle_abseil INTERFACE ${HEDDLE_ABSEIL_${part}})
endforeach()
