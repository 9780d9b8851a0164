#include "numbers/standard_arithmetic.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "numbers/host_arithmetic.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// Not known to the compiler, so that the processor divides.
volatile double one = 1, three = 3, smallest_normal = 0x1p-1022;

TEST_CASE("standard arithmetic rounds to nearest and keeps small numbers, afterwards the host has its own again") {
    const double third = one / three;
    const HostArithmetic host;
    CHECK(one / three > third);  // the host rounds up
    {
        const StandardArithmetic arithmetic;
        CHECK(one / three == third);
        CHECK(smallest_normal / three > 0);
        CHECK(arithmetic_of_thread() != host.mode);
        CHECK(std::fegetround() == FE_TONEAREST);
    }
    CHECK(arithmetic_of_thread() == host.mode);
    CHECK(one / three > third);
}

TEST_CASE("exception flags of the host are those it had") {
    std::feclearexcept(FE_ALL_EXCEPT);
    std::feraiseexcept(FE_OVERFLOW);
    {
        const StandardArithmetic arithmetic;
        CHECK(std::fetestexcept(FE_ALL_EXCEPT) == 0);
        std::feraiseexcept(FE_INVALID);
    }
    CHECK(std::fetestexcept(FE_OVERFLOW | FE_INVALID) == FE_OVERFLOW);
    std::feclearexcept(FE_ALL_EXCEPT);
}

TEST_CASE("a thread begins with the arithmetic of the thread that starts it") {
    const HostArithmetic host;
    unsigned of_host = 0, of_library = 0;
    std::thread([&] { of_host = arithmetic_of_thread(); }).join();
    {
        const StandardArithmetic arithmetic;
        std::thread([&] { of_library = arithmetic_of_thread(); }).join();
        CHECK(of_library == arithmetic_of_thread());
    }
    CHECK(of_host == host.mode);
    CHECK(of_library != host.mode);
}

}  // namespace
