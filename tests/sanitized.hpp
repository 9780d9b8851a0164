#pragma once
// Whether these tests and the programs that they run are built with sanitizers. They take terabytes of addresses, and
// what integrates in double-double arithmetic takes 150 times as long.

#include "core/sanitized.hpp"

namespace cchnn_test {

using cchnn::sanitized;

}  // namespace cchnn_test
