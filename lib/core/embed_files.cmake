# Writes OUT, a C++ source that holds the text of FILES (lib/core/embedded_files.hpp).
set(entries "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(RELATIVE_PATH name ${CMAKE_CURRENT_LIST_DIR}/../.. ${file})
  # One raw literal for each line, which the compiler joins: some compilers limit the length of a single literal. What is
  # joined has a limit of 65536 letters, so that longer texts are added up when the program asks for them.
  set(sum "std::string()")
  string(LENGTH "${text}" length)
  set(begin 0)
  while(begin LESS length)
    string(SUBSTRING "${text}" ${begin} 60000 part)
    string(REPLACE "\n" ")~~~\" \"\\n\" R\"~~~(" part "${part}")
    string(APPEND sum " + R\"~~~(${part})~~~\"")
    math(EXPR begin "${begin} + 60000")
  endwhile()
  string(APPEND entries "    {\"${name}\", ${sum}},\n")
endforeach()
file(WRITE ${OUT} "#include \"core/embedded_files.hpp\"\n\nnamespace cchnn {\n
const std::map<std::string, std::string>& embedded_files() {
  static const std::map<std::string, std::string> files = {\n${entries}  };
  return files;\n}\n\n}  // namespace cchnn\n")
