#include "core/processor_name.hpp"

#include <fstream>
#include <istream>

namespace cchnn {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    return processor_name_in(file);
}

std::string processor_name_in(std::istream& cpuinfo) {
    for (std::string line; std::getline(cpuinfo, line);) {
        if (!line.starts_with("model name")) continue;
        const std::size_t colon = line.find(':'), first = line.find_first_not_of(" \t", colon + 1);
        if (colon != std::string::npos && first != std::string::npos) return line.substr(first);
    }
    return "";
}

}  // namespace cchnn
