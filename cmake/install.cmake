# `cmake --install build/release --prefix DIR`: the headers, libpliant, the command and the Python module.
#
# libpliant is all rooms up to capi in one shared library that shows nothing but pliant.h:
#   find_package(pliant), then target_link_libraries(game pliant::pliant)
#   cc hello.c $(pkg-config --cflags --libs pliant)
include(GNUInstallDirs)

file(WRITE "${CMAKE_BINARY_DIR}/libpliant.cpp" "// Everything comes from the rooms.\n")
add_library(libpliant SHARED "${CMAKE_BINARY_DIR}/libpliant.cpp")
set_target_properties(libpliant PROPERTIES OUTPUT_NAME pliant VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(libpliant PRIVATE -Wl,--whole-archive pliant_capi -Wl,--no-whole-archive)

set_target_properties(libpliant PROPERTIES EXPORT_NAME pliant)
target_include_directories(libpliant INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

install(TARGETS pliant)
install(TARGETS libpliant EXPORT pliant-targets)
install(DIRECTORY include/pliant DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# find_package(pliant) and pkg-config.
include(CMakePackageConfigHelpers)
set(PACKAGE_FOLDER "${CMAKE_INSTALL_LIBDIR}/cmake/pliant")
install(EXPORT pliant-targets NAMESPACE pliant:: DESTINATION "${PACKAGE_FOLDER}")
configure_package_config_file(cmake/pliant-config.cmake.in "${CMAKE_BINARY_DIR}/pliant-config.cmake"
                              INSTALL_DESTINATION "${PACKAGE_FOLDER}")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/pliant-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/pliant-config.cmake" "${CMAKE_BINARY_DIR}/pliant-config-version.cmake"
        DESTINATION "${PACKAGE_FOLDER}")
configure_file(cmake/pliant.pc.in "${CMAKE_BINARY_DIR}/pliant.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/pliant.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
