# Lists of sources. Each room has a CMakeLists.txt that says to which part its files belong, and why:
#
#   cchnn_sources(<part> [ALONE] <file or pattern>... [FLAGS <flag>...])
#
# A pattern such as "*.cpp" also finds files of the folders below, and a new file needs no other line. A file belongs to the first
# line that finds it, so exceptions come before the pattern. ALONE: what takes as long to compile as a room, or is compiled anew
# more often. FLAGS: compiled alone, with these flags after all others. The parts are the targets of lib/CMakeLists.txt.

# Files compiled as one where CCHNN_UNITY asks for it: what they include is read once. The list `result` gets the files that
# the compiler is given. They name what they include from the root of this tree, so a compiler cache finds them again in another
# clone; those of CMake's UNITY_BUILD name it from the root of the file system.
function(cchnn_compile_group result name)
  if(NOT CCHNN_UNITY)
    set(${result} ${${result}} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(together)
  foreach(source ${ARGN})
    file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${source})
    string(APPEND together "#include \"${source}\"\n")
  endforeach()
  set(file ${PROJECT_BINARY_DIR}/together/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "${together}" @ONLY)
  set(${result} ${${result}} ${file} PARENT_SCOPE)
endfunction()

# The same for a list of any length, in groups of at most nine: each core has one, and a change compiles nine files anew.
function(cchnn_compile_groups result name)
  list(LENGTH ARGN count)
  math(EXPR groups "(${count} + 8) / 9")
  set(file 0)
  foreach(source ${ARGN})
    math(EXPR group "${file} * ${groups} / ${count}")
    math(EXPR file "${file} + 1")
    list(APPEND group_${group} ${source})
  endforeach()
  math(EXPR last "${groups} - 1")
  foreach(group RANGE ${last})
    cchnn_compile_group(${result} ${name}_${group} ${group_${group}})
  endforeach()
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()

function(cchnn_sources part)
  cmake_parse_arguments(PARSE_ARGV 1 given "ALONE" "" "FLAGS")
  get_property(listed GLOBAL PROPERTY cchnn_listed)
  set(sources)
  foreach(pattern ${given_UNPARSED_ARGUMENTS})
    string(FIND ${pattern} "*" star)
    if(star EQUAL -1)
      file(GLOB found ${CMAKE_CURRENT_SOURCE_DIR}/${pattern})
    else()
      file(GLOB_RECURSE found CONFIGURE_DEPENDS ${pattern})
    endif()
    list(REMOVE_ITEM found ${listed} ${sources})
    if(NOT found)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt: '${pattern}' finds no file that no line before it finds")
    endif()
    list(APPEND sources ${found})
  endforeach()
  list(SORT sources)
  set_property(GLOBAL APPEND PROPERTY cchnn_listed ${sources})
  set_property(GLOBAL APPEND PROPERTY cchnn_${part}_sources ${sources})

  set(compiled)
  if(given_FLAGS)
    set(compiled ${sources})
    set_source_files_properties(${sources} DIRECTORY ${PROJECT_SOURCE_DIR}/lib PROPERTIES COMPILE_OPTIONS "${given_FLAGS}")
  elseif(given_ALONE)
    set(compiled ${sources})
  else()
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/lib ${CMAKE_CURRENT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER ${part}_${folder} name)
    get_property(used GLOBAL PROPERTY cchnn_uses_of_${name})
    set_property(GLOBAL APPEND_STRING PROPERTY cchnn_uses_of_${name} "_more")  # a second line of a folder for one part
    cchnn_compile_groups(compiled ${name}${used} ${sources})
  endif()
  set_property(GLOBAL APPEND PROPERTY cchnn_${part}_compiled ${compiled})
endfunction()

# A file in a folder whose CMakeLists.txt has no line for it would be in no program.
function(cchnn_each_file_is_listed)
  file(GLOB_RECURSE forgotten CONFIGURE_DEPENDS *.cpp)
  get_property(listed GLOBAL PROPERTY cchnn_listed)
  list(REMOVE_ITEM forgotten ${listed})
  if(forgotten)
    message(FATAL_ERROR "no CMakeLists.txt has a line for ${forgotten}")
  endif()
endfunction()
