// Writes the source of builtin_facts() to standard output. The build runs this program, and nobody installs it.

#include <cstdio>

#include "model/compiled_system.hpp"
#include "report/commands/listed_systems.hpp"
#include "spec/read_system.hpp"

int main() {
    std::string entries;
    for (const std::string& name : cchnn::builtin_system_names())
        entries += "    {\"" + name + "\", R\"~~~(" +
                   cchnn::system_facts_json(cchnn::CompiledSystem(cchnn::load_system(name))) + ")~~~\"},\n";
    std::printf(
        "#include \"apps/cchnn-gen/builtin_facts.hpp\"\n\nnamespace cchnn {\n\n"
        "const std::map<std::string, std::string>& builtin_facts() {\n"
        "  static const std::map<std::string, std::string> facts = {\n%s  };\n  return facts;\n}\n\n}  // namespace "
        "cchnn\n",
        entries.c_str());
    return std::fflush(stdout) == 0 ? 0 : 1;
}
