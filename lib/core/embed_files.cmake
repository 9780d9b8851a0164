# Writes OUT, a C++ source that holds the text of FILES (lib/core/embedded_files.hpp).
set(entries "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  file(RELATIVE_PATH name ${CMAKE_CURRENT_LIST_DIR}/../.. ${file})
  # One raw literal for each line, which the compiler joins: some compilers limit the length of a single literal.
  string(REPLACE "\n" ")~~~\" \"\\n\" R\"~~~(" text "${text}")
  string(APPEND entries "    {\"${name}\", R\"~~~(${text})~~~\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"core/embedded_files.hpp\"\n\nnamespace cchnn {\n
const std::map<std::string, std::string>& embedded_files() {
  static const std::map<std::string, std::string> files = {\n${entries}  };
  return files;\n}\n\n}  // namespace cchnn\n")
