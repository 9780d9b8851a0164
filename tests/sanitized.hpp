#pragma once
// Whether these tests and the programs that they run are built with sanitizers. They take terabytes of addresses, and
// what integrates in double-double arithmetic takes 150 times as long.

namespace cchnn_test {

#ifdef __SANITIZE_ADDRESS__
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace cchnn_test
