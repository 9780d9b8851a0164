#include "integrate/extrapolation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/quad.hpp"

using cchnn::Quad;

namespace {

template <class Real>
using Vector = std::vector<Real>;

// d2x/dt2 = -x
template <class Real>
void oscillator(const Vector<Real>& z, Vector<Real>& dzdt) {
    dzdt[0] = z[1];
    dzdt[1] = -z[0];
}

// The largest entry of the error, in units of `tolerance`.
template <class Real>
auto within(double tolerance) {
    return [tolerance](const Vector<Real>& error, const Vector<Real>&, const Vector<Real>&) {
        Real worst = 0;
        for (const Real& e : error) worst = std::max<Real>(worst, e < 0 ? -e : e);
        return Real(worst / tolerance);
    };
}

template <class Real, class Rhs, class Norm>
auto extrapolation(Rhs f, Norm norm) {
    return cchnn::Extrapolation<Real, Rhs, Norm>(f, norm);
}

}  // namespace

TEST_CASE("extrapolation: an oscillator over 40 intervals follows cos and sin to 1e-26") {
    auto method = extrapolation<Quad>(oscillator<Quad>, within<Quad>(1e-24));
    Vector<Quad> z{1, 0};
    for (int k = 0; k < 40; ++k) REQUIRE(method.advance(z, Quad(0.5)));
    const auto distance = [](const Quad& a, const Quad& b) { return std::fabs(static_cast<double>(Quad(a - b))); };
    // The tolerance is on T_KK - T_K,K-1, which is larger than the error of T_KK by several powers of the step.
    CHECK(distance(z[0], cos(Quad(20))) < 1e-26);
    CHECK(distance(z[1], -sin(Quad(20))) < 1e-26);
}

TEST_CASE("extrapolation: a tolerance ten thousand times as large is met with fewer evaluations") {
    const auto evaluations = [](double tolerance) {
        long count = 0;
        auto f = [&count](const Vector<double>& z, Vector<double>& dzdt) { ++count, oscillator<double>(z, dzdt); };
        auto method = extrapolation<double>(f, within<double>(tolerance));
        Vector<double> z{1, 0};
        for (int k = 0; k < 10; ++k) REQUIRE(method.advance(z, 8.0));
        CHECK(std::fabs(z[0] - std::cos(80.0)) < 100 * tolerance);  // local errors of some 40 steps add up
        return count;
    };
    CHECK(evaluations(1e-6) < evaluations(1e-11));
}

TEST_CASE("extrapolation: a solution that ends before the interval does is refused") {
    const auto blow_up = [](const Vector<double>& z, Vector<double>& dzdt) { dzdt[0] = z[0] * z[0]; };  // infinite at t = 1
    auto method = extrapolation<double>(blow_up, within<double>(1e-9));
    Vector<double> z{1};
    CHECK(method.advance(z, 0.5));
    CHECK(std::fabs(z[0] - 2) < 1e-8);
    CHECK_FALSE(method.advance(z, 1.0));
}
