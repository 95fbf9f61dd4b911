# Toolchain: x86-64 on another Debian host.  HEDDLE_SYSROOT holds the unpacked amd64 Boost packages.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER x86_64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)
# CMake's own compiler checks read this file again and must know the same folder.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HEDDLE_SYSROOT)

set(CMAKE_FIND_ROOT_PATH ${HEDDLE_SYSROOT} /usr/x86_64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
