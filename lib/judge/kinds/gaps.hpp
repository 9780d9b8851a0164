#pragma once
// Kinds of gaps (piece.hpp), of contacts and of one limit of a Stop. A gap is sign times a reach, minus the limit times
// the sign; `limit` here includes the sign. A rim is the LeaningHeight of rows.hpp.
//
//   Reached    (1)  sign u . r - limit        a plane with normal u, or a slide along u; places u, r
//   Apart      (2)  sign |r| - limit          balls; within and a slack rope, sign -1
//   Turned     (3)  sign theta - limit        a counted angle

#include "judge/kinds/angles.hpp"

namespace cchnn::judge {

template <class S>
struct Reached {
    S sign, limit;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = sign * dot(state.place(0), state.place(1), state.d) - limit;
    }
};

template <class S>
struct Apart {
    S sign, limit;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = sign * sqrt(dot(state.r, state.r, state.d)) - limit;
    }
};

template <class S>
struct Turned {
    S sign, limit, shift;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = sign * counted(state, shift) - limit;
    }
};

}  // namespace cchnn::judge
