# One set of flags for everything: results must not depend on which file a formula stands in.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# g++ 12 vectorises only at -O3. Contraction would make a*b+c differ between instruction sets.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O3 -g1")
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math -fno-omit-frame-pointer)
add_compile_options(-Wall -Wextra -Wshadow -Wno-psabi)
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
if(PLIANT_WARNINGS_AS_ERRORS)
    add_compile_options(-Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # The vector types are never passed across a call that is not inlined.
    add_compile_options(-Wno-missing-field-initializers)
    add_compile_options(-Wno-deprecated-declarations)  # std::stable_sort of the library of g++ 12 uses such; g++ tells of ours
else()
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers> -Wno-restrict -Wno-alloc-size-larger-than)  # false alarms of g++ 12 in std::string and std::vector
    # g++ 12 drops a rounding from double to float and back when it packs scalar code into vectors. Kernels use vector
    # types and do not need it.
    add_compile_options(-fno-tree-slp-vectorize)
endif()

if(PLIANT_SANITIZE)
    add_compile_options(-O1)  # compiles in half the time, and comes to the same bits
    add_compile_options(-fsanitize=${PLIANT_SANITIZE} -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${PLIANT_SANITIZE})
endif()

find_program(PLIANT_CCACHE ccache)
if(PLIANT_CCACHE AND NOT EMSCRIPTEN)
    set(CMAKE_C_COMPILER_LAUNCHER ${PLIANT_CCACHE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${PLIANT_CCACHE})
endif()
find_program(PLIANT_MOLD mold)
if(PLIANT_MOLD AND NOT EMSCRIPTEN AND NOT APPLE)
    add_link_options(-fuse-ld=mold)
endif()

if(EMSCRIPTEN)
    # One thread: pages without cross-origin isolation have no shared memory, and the team works without helpers.
    add_compile_options(-msimd128 -fexceptions)
    add_link_options(-fexceptions -sALLOW_MEMORY_GROWTH)
    add_library(Threads::Threads INTERFACE IMPORTED)
else()
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
endif()
