#pragma once
// The arithmetic that the library's bits are made of: round to nearest, numbers below 2.2e-308 as they are, no traps. A
// host may have set another one for its own use: flush-to-zero and denormals-are-zero (as -ffast-math programs and
// torch.set_flush_denormal do), a rounding mode. Threads begin with the arithmetic of the thread that starts them.

#include <cfenv>

namespace cchnn {

// While it lives, this thread calculates so; after it, as before, its exception flags included.
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
