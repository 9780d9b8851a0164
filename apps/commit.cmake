# Writes OUT, the source that says which commit SOURCE stands at (apps/commit.hpp). A file that would stay the same is
# left alone, so that nothing is compiled where nothing moved. GIT may be NOTFOUND.
cmake_minimum_required(VERSION 3.25)
set(commit "")
if(GIT)
  # A prefix is there where the repository is that of another project, which this one is a part of.
  execute_process(COMMAND ${GIT} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE}
    RESULT_VARIABLE failed OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT} --no-optional-locks describe --always --exclude=* --abbrev=12 --dirty
      WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
set(definition "const char* const cchnn::built_from_commit = \"@commit@\";")
file(CONFIGURE OUTPUT ${OUT} CONTENT "#include \"apps/commit.hpp\"\n\n${definition}\n" @ONLY)
