#include "places.hpp"

namespace cchnn_test {

std::string source_dir() { return CCHNN_SOURCE_DIR; }
std::string bin_dir() { return CCHNN_BIN_DIR; }

}  // namespace cchnn_test
