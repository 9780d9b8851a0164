#pragma once
// Scores -> tables to read: one row per submission, values with their 95 % intervals, what a reader has to know, and
// the signature.

#include <cstddef>
#include <string>

#include "score/scores.hpp"

namespace cchnn {

std::string text_report(const Scores& scores, std::size_t width);

}  // namespace cchnn
