#include "bench/dop853.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

namespace {

namespace tableau = cchnn::dop853;

constexpr std::size_t stages = 12;
using Vector = std::array<double, stages>;

Vector dense(const tableau::Row& weights) {
    Vector row{};
    for (const tableau::Weight& w : weights) row[static_cast<std::size_t>(w.stage - 1)] += w.value;
    return row;
}
const std::array<Vector, stages>& a() {
    static const std::array<Vector, stages> rows{
        Vector{},           dense(tableau::a2),  dense(tableau::a3),  dense(tableau::a4),
        dense(tableau::a5), dense(tableau::a6),  dense(tableau::a7),  dense(tableau::a8),
        dense(tableau::a9), dense(tableau::a10), dense(tableau::a11), dense(tableau::a12)};
    return rows;
}
double dot(const Vector& u, const Vector& w) {
    double sum = 0;
    for (std::size_t i = 0; i < stages; ++i) sum += u[i] * w[i];
    return sum;
}
Vector times(const Vector& u, const Vector& w) {
    Vector out;
    for (std::size_t i = 0; i < stages; ++i) out[i] = u[i] * w[i];
    return out;
}
Vector apply(const Vector& u) {
    Vector out;
    for (std::size_t i = 0; i < stages; ++i) out[i] = dot(a()[i], u);
    return out;
}
Vector c_to(int power) {
    Vector out;
    for (std::size_t i = 0; i < stages; ++i) out[i] = std::pow(tableau::c[i], power);
    return out;
}

}  // namespace

// Weights are as large as 43 and sum to 1: rounding of the sums is 43 * 12 * 1.1e-16 = 6e-14.
TEST_CASE("dop853: every row of the tableau sums to its node") {
    for (std::size_t i = 0; i < stages; ++i) CHECK(std::fabs(dot(a()[i], c_to(0)) - tableau::c[i]) < 1e-13);
}

TEST_CASE(
    "dop853: b integrates c^k up to k = 7, the formulas of err5 up to k = 4, of err3 up to k = 2, and no further") {
    const Vector b = dense(tableau::b), e5 = dense(tableau::e5), b3 = dense(tableau::b3);
    for (int k = 0; k <= 7; ++k) CHECK(std::fabs(dot(b, c_to(k)) - 1.0 / (k + 1)) < 1e-13);
    for (int k = 0; k <= 4; ++k) CHECK(std::fabs(dot(e5, c_to(k))) < 1e-13);
    for (int k = 0; k <= 2; ++k) CHECK(std::fabs(dot(b3, c_to(k)) - 1.0 / (k + 1)) < 1e-13);
    CHECK(std::fabs(dot(b, c_to(8)) - 1.0 / 9) > 1e-6);
    CHECK(std::fabs(dot(e5, c_to(5))) > 1e-4);
    CHECK(std::fabs(dot(b3, c_to(3)) - 0.25) > 1e-4);
}

TEST_CASE("dop853: order conditions of bushy, tall and branched trees hold up to 8 nodes") {
    const Vector b = dense(tableau::b);
    for (int m = 0; m <= 5; ++m)  // sum b_i c_i^m a_ij c_j^k = 1 / ((k + 1) (k + m + 2))
        for (int k = 1; k + m + 2 <= 8; ++k)
            CHECK(std::fabs(dot(times(b, c_to(m)), apply(c_to(k))) - 1.0 / ((k + 1.0) * (k + m + 2.0))) < 1e-12);
    for (int k = 1; k <= 6; ++k) {  // b A^m c^k: k! / (k + m + 1)!
        Vector u = c_to(k);
        double expected = 1.0 / (k + 1);
        for (int m = 1; k + m + 1 <= 8; ++m) {
            u = apply(u);
            expected /= k + m + 1;
            CHECK(std::fabs(dot(b, u) - expected) < 1e-12);
        }
    }
    for (int j = 1; j <= 4; ++j)  // sum b_i (A c^j)_i (A c^k)_i = 1 / ((j + 1) (k + 1) (j + k + 3))
        for (int k = j; j + k + 3 <= 8; ++k)
            CHECK(std::fabs(dot(b, times(apply(c_to(j)), apply(c_to(k)))) -
                            1.0 / ((j + 1.0) * (k + 1.0) * (j + k + 3.0))) < 1e-12);
}
