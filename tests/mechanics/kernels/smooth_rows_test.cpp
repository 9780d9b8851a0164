// Ropes, wheels in mesh, racks and equations of the file: their rows are not quadratic in x, so that dense_equations.hpp
// differentiates them by short steps: of 5e-3 m, so that pieces of rope are some decimetres long.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "integrate/kernel_door.hpp"
#include "mechanics/dense_equations.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/vector_sizes.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

// Relative to the largest entry of b.
double difference(const Vector& a, const Vector& b) {
    Vector off(a);
    for (std::size_t i = 0; i < a.size(); ++i) off[i] -= b[i];
    return largest(off) / largest(b);
}

// As in dynamics_test.cpp: a solve rounds at 1e-16 times the condition of G M^-1 G^T.
constexpr double rounding = 1e-12;

void check_against_dense(const ExampleSystem& s, int freedom) {
    CAPTURE(s.spec.name);
    CHECK(s.system.degrees_of_freedom() == freedom);
    const DenseEquations paper(s.graph);
    const auto n = static_cast<std::ptrdiff_t>(paper.size());
    for (std::uint64_t i = 0; i < 3; ++i) {
        const InitialState state = s.state(i);
        CHECK(static_cast<double>(paper.phi(dense(state.x)).cwiseAbs().maxCoeff()) < 1e-14);  // some roundings
        const Vector z = s.z(state);
        Vector field(z.size());
        cchnn_kernels()->vector_field(s.system, z, field);
        const Vector flow(field.begin(), field.begin() + n), force(field.begin() + n, field.begin() + 2 * n);
        CHECK(difference(force, plain(paper.mass * paper.equation_7(dense(state.x), dense(state.v)))) <= rounding);
        if (!s.system.holonomic()) continue;
        const Vector six = plain(paper.equation_6(dense(z).head(2 * paper.size())));
        CHECK(difference(flow, Vector(six.begin(), six.begin() + n)) <= rounding);
        CHECK(difference(force, Vector(six.begin() + n, six.end())) <= rounding);
    }
}

}  // namespace

TEST_CASE(
    "with wheels in mesh, racks, slides in a ratio, screws and charges the field is eq. (6), and eq. (7), typed out "
    "densely") {
    const int freedom[] = {2, 2, 6, 4};
    for (std::size_t i = 0; i < 4; ++i)
        check_against_dense(ExampleSystem(parse_system(geared_systems()[i], "geared.json")), freedom[i]);
}

TEST_CASE("with ropes over fixed and moving pulleys the field is eq. (6), and eq. (7), typed out densely") {
    const int freedom[] = {4, 10};
    for (std::size_t i = 0; i < 2; ++i)
        check_against_dense(ExampleSystem(parse_system(roped_systems()[i], "roped.json")), freedom[i]);
}

TEST_CASE("with equations of points and of velocities the field is eq. (7), and without the latter eq. (6)") {
    const int freedom[] = {7, 2, 5};
    for (std::size_t i = 0; i < 3; ++i)
        check_against_dense(ExampleSystem(parse_system(formula_systems()[i], "formula.json")), freedom[i]);
}
