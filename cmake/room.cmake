# Most of the compilation time is spent in these.  One precompiled header serves all rooms but `interpose`, which defines functions
# of the C library.
set(HEDDLE_PRECOMPILED <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <string> <vector>)
set(HEDDLE_NOT_PRECOMPILED interpose)

# In precompiled headers g++ 12 forgets which are the system's, and warns of its own std::string.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(HEDDLE_QUIET -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# heddle_precompile(TARGET [HEADER...])
function(heddle_precompile target)
  target_precompile_headers(${target} PRIVATE ${HEDDLE_PRECOMPILED} ${ARGN})
  target_compile_options(${target} PRIVATE ${HEDDLE_QUIET})
endfunction()

# Several files are compiled as one where headers take more time than the code itself: in these rooms, and in the tests of the
# others.  Not in the rooms of the hot path, nor where two files use one name.  The builds of CMakePresets.json do without: to a
# change there belongs one file, and what a file forgets to include is found.
option(HEDDLE_COMPILE_TOGETHER "compile several files as one" ON)
set(HEDDLE_ROOMS_TOGETHER config core fleet model report result search study symbolize trace)
set(HEDDLE_TESTS_TOGETHER model search config trace report study result cli fleet guidance snapshot runtime monitors core races sync)

# heddle_compile_together(TARGET NAME NAMES SIZE)
function(heddle_compile_together target name names size)
  if(HEDDLE_COMPILE_TOGETHER AND name IN_LIST ${names})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# heddle_room(NAME [ROOMS room...] [LIBRARIES library...] [HEADERS header...])
#
# Declares a room: the library heddle_NAME made of every source below the calling folder.  ROOMS are the rooms
# it may include; src/layers.txt holds the same arrows and a test compares every #include with it.  HEADERS are precompiled with
# those of all rooms.
function(heddle_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LIBRARIES;HEADERS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  set(target heddle_${name})
  if(sources)
    add_library(${target} STATIC ${sources} ${headers})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE heddle_warnings)
    heddle_compile_together(${target} ${name} HEDDLE_ROOMS_TOGETHER 8)
    if(name STREQUAL "core")
      heddle_precompile(${target})
    elseif(ROOM_HEADERS)
      heddle_precompile(${target} ${ROOM_HEADERS})
    elseif(NOT name IN_LIST HEDDLE_NOT_PRECOMPILED)
      target_precompile_headers(${target} REUSE_FROM heddle_core)
      target_compile_options(${target} PRIVATE ${HEDDLE_QUIET})
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  list(TRANSFORM ROOM_ROOMS PREPEND heddle_)
  target_link_libraries(${target} ${scope} ${ROOM_ROOMS} ${ROOM_LIBRARIES})
endfunction()

# heddle_room_tests(NAME [LIBRARIES library...])
#
# One GoogleTest executable from every *_test.cpp below the calling folder; each test becomes a CTest test.
function(heddle_room_tests name)
  cmake_parse_arguments(TESTS "" "" "LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  if(NOT sources)
    return()
  endif()
  set(target ${name}_tests)
  add_executable(${target} ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${target} PRIVATE heddle_warnings ${TESTS_LIBRARIES} GTest::gmock GTest::gtest_main)
  # What is tested is optimised as it ships; for the tests themselves, compiling is what takes the time.
  if(NOT name STREQUAL "symbolize")
    target_compile_options(${target} PRIVATE -O1 -g1)
    target_precompile_headers(${target} REUSE_FROM heddle_test_headers)
    target_compile_options(${target} PRIVATE ${HEDDLE_QUIET})
  endif()
  heddle_compile_together(${target} ${name} HEDDLE_TESTS_TOGETHER 10)
  gtest_discover_tests(${target} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
