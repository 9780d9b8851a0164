#pragma once
// If memory is exhausted where no exception may or can be thrown, a program prints this and ends with the exit code of
// an input/output error: without_memory.cpp, in force before other constructors run.

namespace cchnn {

inline constexpr char without_memory[] = "out of memory; use fewer --threads, or a smaller input";

}  // namespace cchnn
