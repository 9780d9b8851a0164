#pragma once
// Where memory ends while nothing may be thrown, or cannot be, a program says so and ends with the exit code of an
// input/output error: without_memory.cpp, from before the first constructor on.

namespace cchnn {

inline constexpr char without_memory[] = "out of memory; use fewer --threads, or a smaller input";

}  // namespace cchnn
