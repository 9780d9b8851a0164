# How files of the library and the programs are compiled: flags for targets of this project, and none for a user's.

# The same bits everywhere: no contraction of a*b+c, no fast-math; -fno-math-errno and -fno-trapping-math change no result, they
# let sqrt and selects become one instruction.
add_library(cchnn_flags INTERFACE)
target_compile_options(cchnn_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi
  -ffp-contract=off -fno-math-errno -fno-trapping-math)
# Where GCC 12 puts a b + c and d e - f side by side it makes vfmaddsub of them, -ffp-contract=off or not: scalar
# double-double quotients were 1e-16 off. It does so in straight code; a test looks for what it makes of loops.
target_compile_options(cchnn_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
# On ARM, a char is one of 0 to 255 unless asked.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(cchnn_flags INTERFACE -fsigned-char)
endif()
# What sees lanes: the kernels, and tests that look into them.
add_library(cchnn_lane_flags INTERFACE)
if(NOT CCHNN_MARCH STREQUAL all)
  target_compile_options(cchnn_lane_flags INTERFACE -march=${CCHNN_MARCH})
elseif(CCHNN_TESTS OR NOT CCHNN_PROGRAMS OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU OR NOT CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  message(FATAL_ERROR "CCHNN_MARCH=all is for programs to hand out: by GCC for x86-64, with CCHNN_PROGRAMS=ON and CCHNN_TESTS=OFF")
endif()
if(CCHNN_LANES)
  target_compile_definitions(cchnn_lane_flags INTERFACE CCHNN_LANES=${CCHNN_LANES})
endif()
# GCC 12 warns of overlapping copies inside std::string's operator+ (GCC bug 105651), and of members of std::variant's
# other alternatives, which are never read (GCC bug 80635). Clang and the sanitizers look for both.
target_compile_options(cchnn_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-maybe-uninitialized>)
# One statement does one thing: Clang warns of a comma operator outside the head of a loop, GCC has no such warning.
target_compile_options(cchnn_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wcomma>)
# Counts and indices are int, as in the formulas; what they index takes std::size_t, and GCC's -Wconversion is silent there too.
target_compile_options(cchnn_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)
# A sixteenth of GCC's time goes into tidying up memory that it could keep: some 150 MB more.
if(NOT CCHNN_SANITIZE)
  target_compile_options(cchnn_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>)
endif()
# What GCC 12 says of the flow of values hangs on what it inlines, and so on the processor: of -march=icelake-client it warned of
# GCC's own header (GCC bug 105593), of sapphirerapids it did not. Such a warning is seen, and ends no build.
if(CCHNN_WERROR)
  target_compile_options(cchnn_flags INTERFACE -Werror
    $<$<CXX_COMPILER_ID:GNU>:-Wno-error=array-bounds -Wno-error=uninitialized -Wno-error=stringop-overflow
    -Wno-error=stringop-overread -Wno-error=nonnull -Wno-error=dangling-pointer -Wno-error=free-nonheap-object>)
endif()
if(CCHNN_SANITIZE)
  # -g1 tells the lines of a stack trace, which is what a report needs; with -g the integrator takes 3 to 4 GB to compile.
  # -O1 suits all tests; a Debug compiles in half of the time, for a few.
  target_compile_options(cchnn_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -g1 $<IF:$<CONFIG:Debug>,-O0,-O1>)
  target_link_options(cchnn_flags INTERFACE -fsanitize=address,undefined)
  # Also what the sanitizers cannot see: an index beyond a vector but inside what it holds in reserve. Checks of the
  # standard library change no layout; in kernels they would cost 5 to 8 % of a trajectory of the triple pendulum.
  # Arithmetic of double-doubles is inlined always, and with sanitizers in each of its lines a file of kernels would take 14 minutes
  # and 4 GB to compile; as functions that are called, 40 s and 0.9 GB.
  target_compile_definitions(cchnn_flags INTERFACE _GLIBCXX_ASSERTIONS always_inline=unused)
endif()

# As shared objects HDF5 and the thirty that it draws in are most of the time that a program takes to start, and programs to hand out
# carry the libraries that they need (apps/package.sh). So the target property HDF5_WITHIN asks for the archives; tests, which ask
# HDF5 themselves, and other users of the library have the shared objects.
string(REPLACE "," "$<COMMA>" hdf5_archives "${hdf5_hl_within};${hdf5_within}")
set(hdf5_of_lib "$<IF:$<BOOL:$<TARGET_PROPERTY:HDF5_WITHIN>>,${hdf5_archives},${HDF5_HL_LIBRARIES};${HDF5_C_LIBRARIES}>")
set(lib_dependencies
  $<BUILD_INTERFACE:Boost::headers> $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
  ${hdf5_of_lib} OpenSSL::Crypto ${MINIZIP_LINK_LIBRARIES} ZLIB::ZLIB PkgConfig::MPFR PkgConfig::XXHASH PkgConfig::PUGIXML)
set_property(GLOBAL PROPERTY cchnn_lib_dependencies ${lib_dependencies})

# How a target of files of lib/ is compiled; `level` is that of a Release, but for sanitizers.
function(cchnn_part part level)
  target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR})
  target_include_directories(${part} SYSTEM PRIVATE ${HDF5_INCLUDE_DIRS} ${valijson_headers})
  # Whatever the project around this one asks for: the bits are those of IEEE 754, in functions that stay apart.
  set_target_properties(${part} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  if(NOT PROJECT_IS_TOP_LEVEL)
    target_compile_options(${part} PRIVATE -fno-fast-math)
  endif()
  target_compile_options(${part} PRIVATE $<TARGET_PROPERTY:cchnn_flags,INTERFACE_COMPILE_OPTIONS>)
  target_compile_definitions(${part} PRIVATE $<TARGET_PROPERTY:cchnn_flags,INTERFACE_COMPILE_DEFINITIONS>)
  # In a project that asks for no optimisation by name, a trajectory would take fifty times as long. After the flags above,
  # or theirs would count.
  target_compile_options(${part} PRIVATE $<$<CONFIG:>:-O3>)
  if(NOT CCHNN_SANITIZE)
    target_compile_options(${part} PRIVATE $<$<CONFIG:Release>:${level}>)
  endif()
  target_compile_features(${part} PUBLIC cxx_std_20)
  # Headers alone leave nothing to link: who uses an installed library need not have them.
  get_property(dependencies GLOBAL PROPERTY cchnn_lib_dependencies)
  target_link_libraries(${part} PRIVATE ${dependencies})
endfunction()
