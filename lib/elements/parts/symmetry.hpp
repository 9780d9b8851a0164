#pragma once
// Which symmetries of free motion are left in a system, and so what is conserved (Noether): every kind says
// what it breaks, and what it does to the energy H = T + V (elements/element.hpp). From it follow the conserved
// quantities of a system, which are stored in datasets and shown by `cchnn-gen show`, and which integration
// methods are possible.

#include <array>
#include <vector>

#include "elements/parts/counted_angle.hpp"

namespace cchnn {

// What a kind does to the energy.
enum class Energy {
    conserves,     // a force -dV/dx, or a constraint: its force does no work on motions that satisfy it
    dissipates,    // a force -dR/dv of a Rayleigh function R: H decreases at the rate 2 R
    does_no_work,  // a gyroscopic force F(x, v), v . F = 0: it has no potential energy, and H stays
    by_lagrangian  // kinetic and potential energy are those of a Lagrangian, which may have a Rayleigh function
};

// Begins as that of free bodies; each term removes what it breaks, by breaks() of its kind.
struct Symmetry {
    bool energy = true;                         // false: a kind dissipates it, or an input does work
    bool turns = true;                          // false: something keeps its direction in space, no axis is left
    bool space = true;                          // false: no direction and no axis is left at all
    std::vector<double> field;                  // (d) m/s^2, the same pull on every mass, all kinds together
    std::vector<std::vector<double>> forces{};  // (d) N, constant ones on points
    std::array<bool, 3> coordinates{};          // a potential depends on these coordinates, or a driven force has them
    std::vector<std::vector<double>> held{};    // (d) m, points of space that something is attached to
    std::vector<std::vector<double>> axes{};    // (d) directions fixed in space: turns about them alone are left
    // Of what slides along lines or planes of space: points that a turn's axis must pass, and directions along, or
    // across which alone translations are left.
    std::vector<std::vector<double>> on_axis{}, rails{}, normals{};

    // (3) T, magnetic fields: of the momenta M v linear ones along them alone are left.
    std::vector<std::vector<double>> magnetic{};

    // An end that is fixed in space holds what is attached to it there, so that translations are broken.
    void hold(const Point& end) {
        if (end.weights.empty()) held.push_back(converted<double>(end.offset));
    }
    // A torque between a body and space leaves no axis.
    void turn(const CountedAngle& angle) {
        if (angle.across_a.weights.empty() || angle.across_b.weights.empty()) turns = false;
    }
    void fix_axis(const Point& direction) {
        if (direction.weights.empty()) axes.push_back(converted<double>(direction.offset));
    }
};

}  // namespace cchnn
