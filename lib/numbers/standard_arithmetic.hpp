#pragma once
// The arithmetic that the library's bits are made of: round to nearest, numbers below 2.2e-308 as they are, no traps. A
// host may have set another one for its own use: flush-to-zero and denormals-are-zero (as -ffast-math programs and
// torch.set_flush_denormal do), a rounding mode. Threads begin with the arithmetic of the thread that starts them.

#include <cfenv>

namespace cchnn {

// While an object lives, its thread uses this arithmetic; its end restores the thread's former environment, exception
// flags included. Programs hold one (apps/run_program.hpp), and so does each function of the library's interface.
class StandardArithmetic {
  public:
    StandardArithmetic();
    ~StandardArithmetic();
    StandardArithmetic(const StandardArithmetic&) = delete;
    StandardArithmetic& operator=(const StandardArithmetic&) = delete;

  private:
    std::fenv_t before_;
};

}  // namespace cchnn
