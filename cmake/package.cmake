# The CMake package, the pkg-config file, the pages, and the Debian package.  CMake and pkg-config find them below PREFIX/lib.
include(CMakePackageConfigHelpers)

set(package_folder lib/cmake/heddle)
set(HEDDLE_BIN bin)
set(HEDDLE_INCLUDE include)
set(HEDDLE_LIB lib)
configure_package_config_file(
  cmake/package/heddle-config.cmake.in ${CMAKE_BINARY_DIR}/${package_folder}/heddle-config.cmake INSTALL_DESTINATION ${package_folder}
  PATH_VARS HEDDLE_BIN HEDDLE_INCLUDE HEDDLE_LIB)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/${package_folder}/heddle-config-version.cmake COMPATIBILITY SameMinorVersion)
# The build tree has the shape of an installation.
foreach(name heddle-functions heddle-list-tests)
  configure_file(cmake/package/${name}.cmake ${CMAKE_BINARY_DIR}/${package_folder}/${name}.cmake COPYONLY)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/${package_folder}/ DESTINATION ${package_folder})

set(pkg_config ${CMAKE_BINARY_DIR}/lib/pkgconfig/heddle.pc)
add_custom_command(
  OUTPUT ${pkg_config}
  COMMAND ${CMAKE_COMMAND} -DHEDDLE_COMMAND=$<TARGET_FILE:heddle> -DHEDDLE_PREFIX=${CMAKE_BINARY_DIR} -DHEDDLE_VERSION=${PROJECT_VERSION}
          -DHEDDLE_TEMPLATE=${PROJECT_SOURCE_DIR}/cmake/package/heddle.pc.in -DHEDDLE_OUTPUT=${pkg_config} -P
          ${PROJECT_SOURCE_DIR}/cmake/write_pkg_config.cmake
  DEPENDS heddle libheddle cmake/package/heddle.pc.in cmake/write_pkg_config.cmake
  VERBATIM)
set(pages ${CMAKE_BINARY_DIR}/share)
add_custom_command(
  OUTPUT ${pages}/man/man1/heddle.1
  COMMAND heddle help --pages ${pages}
  DEPENDS heddle
  VERBATIM)
add_custom_target(heddle_pages ALL DEPENDS ${pkg_config} ${pages}/man/man1/heddle.1)
install(FILES ${pkg_config} DESTINATION lib/pkgconfig)
install(DIRECTORY ${pages}/man ${pages}/bash-completion ${pages}/zsh ${pages}/fish DESTINATION share)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/heddle RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR "Heddle")
set(CPACK_PACKAGE_CONTACT "the Heddle developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "systematic concurrency testing of native C++ programs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ | clang")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, gdb, ninja-build, heddle-mpi")
# Only those who search with MPI need its libraries.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME heddle)
if(TARGET heddle_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME heddle-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "heddle (= ${PROJECT_VERSION}), openmpi-bin")
  set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "")
  set(CPACK_COMPONENT_MPI_DESCRIPTION "searches over the ranks of an MPI job")
endif()
include(CPack)
