# Most of the compilation time is spent in these.  Two precompiled headers, at two levels of optimisation, serve all rooms but
# `interpose`, which defines functions of the C library.
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

# Several files are compiled as one, since headers take more time than most files: all rooms, and the tests of these rooms.  So two
# files of a room must not use one name for different things.  The builds of CMakePresets.json compile each file on its own: a change
# recompiles one file, and a missing #include is an error.
option(HEDDLE_COMPILE_TOGETHER "compile several files as one" ON)
set(HEDDLE_TESTS_TOGETHER model search config trace report study result cli fleet guidance snapshot runtime monitors core races sync)

# heddle_compile_together(TARGET SIZE)
function(heddle_compile_together target size)
  if(HEDDLE_COMPILE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
    # g++ expects types with internal linkage only in the file that it is called for.
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
endfunction()

# These rooms prepare a search or print its result, which takes no time, but optimising them does.  They have a precompiled header of
# their own: g++ compiles at the level of the header, whatever the command line says.
set(HEDDLE_COLD_ROOMS cli config fleet guidance_reports report result study trace)

# heddle_compile_room(TARGET NAME)
#
# Sets how the files of a room, or of a part of it, are compiled.
function(heddle_compile_room target name)
  target_link_libraries(${target} PRIVATE heddle_warnings)
  heddle_compile_together(${target} 40)
  if(name IN_LIST HEDDLE_COLD_ROOMS)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:RelWithDebInfo>:-O1;-g0>")
  endif()
  if(name STREQUAL "core" OR name STREQUAL "config")
    heddle_precompile(${target})
  elseif(name IN_LIST HEDDLE_COLD_ROOMS)
    target_precompile_headers(${target} REUSE_FROM heddle_config)
    target_compile_options(${target} PRIVATE ${HEDDLE_QUIET})
  elseif(NOT name IN_LIST HEDDLE_NOT_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM heddle_core)
    target_compile_options(${target} PRIVATE ${HEDDLE_QUIET})
  endif()
endfunction()

# heddle_room(NAME [ROOMS room...] [LIBRARIES library...])
#
# Declares a room: the library heddle_NAME made of every source below the calling folder.  ROOMS are the rooms
# it may include; src/layers.txt holds the same arrows and a test compares every #include with it.
function(heddle_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  set(target heddle_${name})
  if(sources)
    add_library(${target} STATIC ${sources} ${headers})
    set(scope PUBLIC)
    heddle_compile_room(${target} ${name})
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
    target_compile_options(${target} PRIVATE -O1 "$<IF:$<CONFIG:RelWithDebInfo>,-g0,-g1>")
    target_precompile_headers(${target} REUSE_FROM heddle_test_headers)
    target_compile_options(${target} PRIVATE ${HEDDLE_QUIET})
  endif()
  if(name IN_LIST HEDDLE_TESTS_TOGETHER)
    heddle_compile_together(${target} 10)
  endif()
  gtest_discover_tests(${target} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
