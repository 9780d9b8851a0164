#include "integrate/steppers/extrapolation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "mechanics/kernels/quad.hpp"

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

TEST_CASE("extrapolation: an oscillator over 40 intervals follows cos and sin to 4e-23") {
    auto method = extrapolation<Quad>(oscillator<Quad>, within<Quad>(1e-24));
    Vector<Quad> z{1, 0};
    for (int k = 0; k < 40; ++k) REQUIRE(method.advance(z, Quad(0.5)));
    const auto distance = [](const Quad& a, const Quad& b) { return std::fabs(static_cast<double>(Quad(a - b))); };
    // 40 intervals in one piece or a few, each with an error below the tolerance; errors of an oscillator do not grow.
    CHECK(distance(z[0], cos(Quad(20))) < 40e-24);
    CHECK(distance(z[1], -sin(Quad(20))) < 40e-24);
}

TEST_CASE("extrapolation: a tolerance ten thousand times as large is met with fewer evaluations") {
    const auto evaluations = [](double tolerance) {
        long count = 0;
        auto f = [&count](const Vector<double>& z, Vector<double>& dzdt) {
            ++count;
            oscillator<double>(z, dzdt);
        };
        auto method = extrapolation<double>(f, within<double>(tolerance));
        Vector<double> z{1, 0};
        for (int k = 0; k < 10; ++k) REQUIRE(method.advance(z, 8.0));
        CHECK(std::fabs(z[0] - std::cos(80.0)) < 100 * tolerance);  // local errors of some 40 steps add up
        return count;
    };
    CHECK(evaluations(1e-6) < evaluations(1e-11));
}

TEST_CASE("extrapolation: a solution that ends before the interval does is refused") {
    // z = t up to 3, where the right-hand side ends
    const auto f = [](const Vector<double>& z, Vector<double>& dzdt) { dzdt[0] = z[0] < 3 ? 1 : NAN; };
    auto method =
        extrapolation<double>(f, [](const Vector<double>& error, const Vector<double>&, const Vector<double>& z) {
            return std::fabs(error[0] + 0 * z[0]) / 1e-9;
        });
    Vector<double> z{0};
    CHECK(method.advance(z, 2.5));
    CHECK(z[0] == doctest::Approx(2.5));
    CHECK_FALSE(method.advance(z, 1.0));
}

// v' = -1 - |v| v, a throw upwards with quadratic drag: v = tan(top - t) on the way up, -tanh(t - top) on the way down.
// The second derivative of the right-hand side jumps at the top.
TEST_CASE("extrapolation: a force that is once differentiable is noticed next to either end of a step") {
    const auto f = [](const Vector<Quad>& z, Vector<Quad>& dzdt) { dzdt[0] = -1 - (z[0] < 0 ? -z[0] : z[0]) * z[0]; };
    for (const double near : {2e-2, 1e-2, 1e-3}) {
        const double length = 0.3;
        for (const double top : {near * length, (1 - near) * length}) {
            CAPTURE(near);
            CAPTURE(top);
            auto method = extrapolation<Quad>(f, within<Quad>(1e-18));
            Vector<Quad> z{tan(Quad(top))};
            REQUIRE(method.advance(z, Quad(length)));
            CHECK(std::fabs(static_cast<double>(Quad(z[0] + tanh(Quad(length) - top)))) < 1e-16);
        }
    }
}
