# What cpack makes of an installation of programs to hand out: one Debian package. apps/package.sh calls it.

set(CCHNN_MAINTAINER "" CACHE STRING "who answers for the package, \"Name <name@place>\"")
if(NOT CCHNN_MAINTAINER)
  set(maintainer "cchnn developers")
else()
  set(maintainer "${CCHNN_MAINTAINER}")
endif()

# Both are asked for by Debian's policy; apps/changes.md lists the changes.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(documents ${PROJECT_BINARY_DIR}/package)
file(WRITE ${documents}/changelog "cchnn (${PROJECT_VERSION}) unstable; urgency=medium

  * What changed is in apps/changes.md of the source.

 -- ${maintainer}  ${date}
")
execute_process(COMMAND gzip -9nf ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_SOURCE_DIR}/apps/package/copyright ${documents}/changelog.gz README.md DESTINATION share/doc/cchnn)
install(FILES ${PROJECT_SOURCE_DIR}/apps/package/lintian-overrides DESTINATION share/lintian/overrides RENAME cchnn)
install(CODE "execute_process(COMMAND gzip -9nf \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/man/man1/cchnn-gen.1
  \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/man/man1/cchnn-eval.1 COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY schemas systems DESTINATION share/cchnn FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.obj" PATTERN "*.svg")

set(CPACK_PACKAGE_NAME cchnn)
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "true trajectories of constrained mechanical systems, scores of models")
set(CPACK_PACKAGE_DESCRIPTION "cchnn-gen compiles graphs of bodies, constraints and potentials into
constrained Hamiltonian systems and integrates them with estimated error bounds
into HDF5 training, validation and test sets. cchnn-eval scores what models
predict against such a test set, with confidence intervals.")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)  # without it, that of this machine
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "librsvg2-bin, python3, python3-h5py, python3-numpy")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
