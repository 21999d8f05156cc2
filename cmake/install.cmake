# `cmake --install build/release --prefix DIR`: the headers, libpliant and the command.
#
# libpliant is all rooms up to capi in one shared library that shows nothing but pliant.h:
#   cc hello.c -I DIR/include -L DIR/lib -lpliant
include(GNUInstallDirs)

file(WRITE "${CMAKE_BINARY_DIR}/libpliant.cpp" "// Everything comes from the rooms.\n")
add_library(libpliant SHARED "${CMAKE_BINARY_DIR}/libpliant.cpp")
set_target_properties(libpliant PROPERTIES OUTPUT_NAME pliant VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_libraries(libpliant PRIVATE -Wl,--whole-archive pliant_capi -Wl,--no-whole-archive)

install(TARGETS libpliant pliant)
install(DIRECTORY include/pliant DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
