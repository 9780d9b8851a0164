# Writes OUT, a C++ source that holds the text of FILES (lib/core/embedded_files.hpp).
set(entries "")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  get_filename_component(dir ${file} DIRECTORY)
  get_filename_component(dir ${dir} NAME)
  get_filename_component(name ${file} NAME)
  # A string literal may have at most 65,536 bytes in ISO C++; adjacent ones are joined.
  string(REPLACE "\n" ")~~~\" \"\\n\" R\"~~~(" text "${text}")
  string(APPEND entries "    {\"${dir}/${name}\", R\"~~~(${text})~~~\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"core/embedded_files.hpp\"\n\nnamespace cchnn {\n
const std::map<std::string, std::string>& embedded_files() {
  static const std::map<std::string, std::string> files = {\n${entries}  };
  return files;\n}\n\n}  // namespace cchnn\n")
