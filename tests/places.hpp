#pragma once
// Where the tests find the sources and the programs, known to places.cpp alone: every other file of the tests compiles
// to the same object wherever the checkout lies.

#include <string>

namespace cchnn_test {

std::string source_dir();
std::string bin_dir();

}  // namespace cchnn_test
