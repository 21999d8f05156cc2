# `cmake --install build/release --prefix DIR`: the headers, libpliant, the command and the Python module.
#
# libpliant is all rooms up to capi in one shared library that shows nothing but pliant.h, and the same as an archive:
#   find_package(pliant), then target_link_libraries(game pliant::pliant), or pliant::pliant_static
#   cc hello.c $(pkg-config --cflags --libs pliant)
include(GNUInstallDirs)

file(WRITE "${CMAKE_BINARY_DIR}/libpliant.cpp" "// Everything comes from the rooms.\n")
add_library(libpliant SHARED "${CMAKE_BINARY_DIR}/libpliant.cpp")
set_target_properties(libpliant PROPERTIES OUTPUT_NAME pliant VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(libpliant PRIVATE -Wl,--whole-archive pliant_capi -Wl,--no-whole-archive)
# Not even what the standard library's templates leave behind, which would be merged with another library's.
file(WRITE "${CMAKE_BINARY_DIR}/libpliant.map" "{ global: pliant_*; local: *; };\n")
target_link_options(libpliant PRIVATE "-Wl,--version-script=${CMAKE_BINARY_DIR}/libpliant.map")

set_target_properties(libpliant PROPERTIES EXPORT_NAME pliant)
target_include_directories(libpliant INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# The archive: what the shared library finds by itself must be linked beside it.
set(OBJECTS)
foreach(ROOM core geometry rig collide constraint rigid body cook guide world assets record capi)
    get_target_property(TYPE pliant_${ROOM} TYPE)
    if(TYPE STREQUAL STATIC_LIBRARY)
        list(APPEND OBJECTS $<TARGET_OBJECTS:pliant_${ROOM}>)
    endif()
endforeach()
get_property(KERNEL_OBJECTS GLOBAL PROPERTY PLIANT_KERNEL_OBJECTS)
add_library(libpliant_static STATIC "${CMAKE_BINARY_DIR}/libpliant.cpp" ${OBJECTS} ${KERNEL_OBJECTS})
set_target_properties(libpliant_static PROPERTIES OUTPUT_NAME pliant EXPORT_NAME pliant_static)
target_compile_definitions(libpliant_static INTERFACE PLIANT_STATIC)
target_include_directories(libpliant_static INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
set(PLIANT_STATIC_NEEDS BulletCollision LinearMath tinygltf fmt z draco meshoptimizer)
target_link_libraries(libpliant_static INTERFACE ${PLIANT_STATIC_NEEDS} Threads::Threads)
list(TRANSFORM PLIANT_STATIC_NEEDS PREPEND "-l")
list(JOIN PLIANT_STATIC_NEEDS " " PLIANT_STATIC_LIBS)

install(TARGETS pliant)
install(TARGETS libpliant libpliant_static EXPORT pliant-targets)
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
