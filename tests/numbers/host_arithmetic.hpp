#pragma once
// A host program that calculates in its own way: rounds upwards, and on x86 flushes small numbers to zero.

#include <cfenv>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace cchnn_test {
using namespace cchnn;

// Rounding, flush-to-zero and denormals-are-zero of this thread.
inline unsigned arithmetic_of_thread() {
    unsigned mode = static_cast<unsigned>(std::fegetround());
#if defined(__SSE__)
    mode |= (_mm_getcsr() & 0x8040u) << 16;
#endif
    return mode;
}

// While it lives.
class HostArithmetic {
  public:
    HostArithmetic() {
        std::fegetenv(&before_);
        std::fesetround(FE_UPWARD);
#if defined(__SSE__)
        _mm_setcsr(_mm_getcsr() | 0x8040u);
#endif
        mode = arithmetic_of_thread();
    }
    ~HostArithmetic() { std::fesetenv(&before_); }
    HostArithmetic(const HostArithmetic&) = delete;
    HostArithmetic& operator=(const HostArithmetic&) = delete;

    unsigned mode;

  private:
    std::fenv_t before_;
};

}  // namespace cchnn_test
