#pragma once
// A quantity with its rate of change. Places that are written as functions of coordinates give velocities too.

#include <array>
#include <cmath>

#include "physics/reference.hpp"

namespace cchnn_test {

struct Moving {
    Real at = 0, rate = 0;
    Moving() = default;
    Moving(Real value) : at(value) {}  // NOLINT: a number rests
    Moving(Real value, Real its_rate) : at(value), rate(its_rate) {}
};
inline Moving operator+(const Moving& a, const Moving& b) { return {a.at + b.at, a.rate + b.rate}; }
inline Moving operator-(const Moving& a, const Moving& b) { return {a.at - b.at, a.rate - b.rate}; }
inline Moving operator-(const Moving& a) { return {-a.at, -a.rate}; }
inline Moving operator*(const Moving& a, const Moving& b) { return {a.at * b.at, a.rate * b.at + a.at * b.rate}; }
inline Moving sin(const Moving& a) { return {std::sin(a.at), std::cos(a.at) * a.rate}; }
inline Moving cos(const Moving& a) { return {std::cos(a.at), -std::sin(a.at) * a.rate}; }
inline Moving sqrt(const Moving& a) {
    const Real root = std::sqrt(a.at);
    return {root, a.rate / (2 * root)};
}
inline Moving tanh(const Moving& a) {
    const Real value = std::tanh(a.at);
    return {value, (1 - value * value) * a.rate};
}

using Place = std::array<Moving, 3>;
inline Place operator+(const Place& a, const Place& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Place operator*(const Moving& s, const Place& a) { return {s * a[0], s * a[1], s * a[2]}; }

}  // namespace cchnn_test
