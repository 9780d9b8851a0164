#pragma once
// A description with all that follows from its numbers, computed in S: blocks of the mass matrix, weights of
// points, squares of lengths, and the pieces of the equations. Nodes are those of a dataset, in the order of
// bodies, so that stored states need no conversion. Made by make_system, twice for each Judge: in long double
// and in Quad.
//
//   (1)  M = m [[1 + sum lambda, -lambda^T], [-lambda, diag(lambda)]]                 one body (paper, eq. 9)
//   (2)  lambda_i = ((I_1 + I_2 + I_3)/2 - I_i)/m                                     of principal moments of inertia
//   (3)  x_c = X (1 - sum c, c), direction X (-sum u, u)                              points and directions of a body

#include <algorithm>
#include <memory>
#include <vector>

#include "judge/curve.hpp"
#include "judge/description.hpp"
#include "judge/formula.hpp"
#include "judge/kinds/lagrangian.hpp"
#include "judge/piece.hpp"

namespace cchnn::judge {

template <class S>
std::vector<S> second_moments(const BodyText& body) {  // (2)
    std::vector<S> lambda(body.second_moments.begin(), body.second_moments.end());
    if (body.inertia.empty()) return lambda;
    const std::vector<S> inertia(body.inertia.begin(), body.inertia.end());
    for (const S& i : inertia) lambda.push_back(((inertia[0] + inertia[1] + inertia[2]) / 2 - i) / S(body.mass));
    return lambda;
}

// A body that moves: its nodes, and its block of the mass matrix with the inverse.
template <class S>
struct Body {
    std::size_t first_node = 0, nodes = 0;
    std::vector<S> mass, inverse;  // (nodes, nodes), kg and 1/kg
};

// A point that moves on a curve; its parameter is a part of the state.
template <class S>
struct TrackPoint {
    Place<S> place;
    std::shared_ptr<const Curve> curve;
};

// A counted angle: that of the direction m_b against m_a about u, plus `shift`. In the plane it has two places, in
// space u is the third.
template <class S>
struct CountedAngle {
    std::vector<Place<S>> places;
    S shift;  // rad
};

// A contact is open while the value of its piece, the gap, is positive.
struct Contact {
    std::size_t piece;
    double restitution;
};

template <class S>
struct System {
    std::size_t dimension = 0, nodes = 0;
    std::vector<Body<S>> bodies;  // those that move
    std::vector<std::size_t> body_of_node;
    std::vector<std::unique_ptr<Piece<S>>> pieces;
    std::vector<TrackPoint<S>> tracks;
    std::vector<CountedAngle<S>> angles;
    std::vector<Contact> contacts;
    std::vector<std::unique_ptr<const Formula>> inputs;  // of t; null: values at the samples
    std::vector<bool> linear;                            // between these; else held
    std::vector<MoveText> moves;
    std::shared_ptr<const LagrangianOf<S>> lagrangian;  // null: energies are those of bodies and pieces

    std::size_t coordinates() const { return dimension * nodes; }
    // Whether energy comes in by inputs or gets lost by damping or impacts.
    bool gains_or_loses_energy() const {
        return !inputs.empty() || !contacts.empty() || (lagrangian && lagrangian->dissipates()) ||
               std::any_of(pieces.begin(), pieces.end(), [](const auto& p) { return p->role == Role::rayleigh; });
    }
};

// Throws DataError where numbers of the description do not fit together.
template <class S>
System<S> make_system(const Description& description);

extern template System<long double> make_system(const Description&);
extern template System<Quad> make_system(const Description&);

}  // namespace cchnn::judge
