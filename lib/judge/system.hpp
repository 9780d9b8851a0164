#pragma once
// A description with all that follows from its numbers, computed in S: blocks of the mass matrix, weights of points,
// squares of lengths, and the pieces of the equations. Nodes are those of a dataset, in the order of bodies.
//
//   (1)  M = m [[1 + sum lambda, -lambda^T], [-lambda, diag(lambda)]]                 one body (paper, eq. 9)
//   (2)  lambda_i = ((I_1 + I_2 + I_3)/2 - I_i)/m                                     of principal moments of inertia
//   (3)  x_c = X (1 - sum c, c), direction X (-sum u, u)                              points and directions of a body

#include <memory>
#include <vector>

#include "judge/curve.hpp"
#include "judge/description.hpp"
#include "judge/formula.hpp"
#include "judge/piece.hpp"

namespace cchnn::judge {

template <class S>
struct Body {
    int first_node = 0, nodes = 0;
    std::vector<S> mass, inverse;  // (nodes, nodes), kg and 1/kg
};

template <class S>
struct TrackPoint {
    Place<S> place;
    std::shared_ptr<const Curve> curve;
};

// The angle of a direction m_b against m_a about u: in a plane two places, in space the third is u.
template <class S>
struct Turn {
    std::vector<Place<S>> places;
};

// A row of a Gear, Rack or Screw whose phase the text leaves out: `piece` was made with 0, and the phase of item `kind` is
// its value by -scale where the wheels mesh.
struct Unphased {
    std::size_t kind, piece;
    double scale;
};

template <class S>
struct System {
    int dimension = 0, nodes = 0;
    std::vector<Body<S>> bodies;  // those that move
    std::vector<int> body_of_node;
    std::vector<std::unique_ptr<Piece<S>>> pieces;
    std::vector<TrackPoint<S>> tracks;
    std::vector<Turn<S>> angles;
    std::vector<Unphased> unphased;
    std::vector<std::unique_ptr<const Formula>> inputs;  // of t; null: held from sample to sample
    std::vector<MoveText> moves;

    int coordinates() const { return dimension * nodes; }
};

// Throws DataError where numbers of the description do not fit together.
template <class S>
System<S> make_system(const Description& description);

extern template System<long double> make_system(const Description&);
extern template System<Quad> make_system(const Description&);

}  // namespace cchnn::judge
