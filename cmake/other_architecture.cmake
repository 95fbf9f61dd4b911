# The architecture that the host is not, for tests through an emulator.
set(HEDDLE_CROSS_LIBDIR "" CACHE PATH "folder of a libheddle.so for the other architecture: adds the emulated corpus")
set(HEDDLE_OTHER x86_64)
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(HEDDLE_OTHER aarch64)
endif()
set(HEDDLE_EMULATOR "qemu-${HEDDLE_OTHER} -L /usr/${HEDDLE_OTHER}-linux-gnu")
