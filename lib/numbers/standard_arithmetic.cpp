#include "numbers/standard_arithmetic.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace cchnn {
namespace {

// Clears bits 15 and 6 of MXCSR, which FE_DFL_ENV leaves as they are in some versions of the C library.
void keep_small_numbers() {
#if defined(__SSE__)
    constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
    _mm_setcsr(_mm_getcsr() & ~(flush_to_zero | denormals_are_zero));
#endif
}

}  // namespace

StandardArithmetic::StandardArithmetic() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
    keep_small_numbers();
}

StandardArithmetic::~StandardArithmetic() { std::fesetenv(&before_); }

}  // namespace cchnn
