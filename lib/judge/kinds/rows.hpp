#pragma once
// Kinds of rows (piece.hpp): those on positions, and the rolling row on velocities.
//
//   Distance   (1)  |r|^2 - l^2                                        rigid bodies, Link
//   Coincident (2)  r, d rows                                          Joint, other points or directions that coincide
//   Along      (3)  n . r - c                                          height of what rolls; its axle, c = 0
//   Upright    (4)  up . (r_1 x r_2)                                   a disk
//   NoSlip     (5)  t . (w - radius sum (up . r_i) w_i), t in the plane
//   Parallel   (6)  r_1 x r_2, three rows, one in the plane            what slides along a direction
//   Perpendicular (7) r_1 . r_2                                        Universal; a point in a plane
//   RopeLength (8)  sum |r_i| - l                                      Rope
//   SlideGear  (9)  r_3 . r_4 - ratio r_1 . r_2 - offset               two slides
//
// A kind with ByGraph is a row that /system/constraints of a dataset does not list, since it follows from the
// graph.

#include <algorithm>
#include <array>
#include <cmath>

#include "judge/piece.hpp"

namespace cchnn::judge {

template <class S>
struct Distance {
    S length_squared;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = dot(state.r, state.r, state.d) - length_squared;
    }
};

struct Coincident {
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        // No loop: GCC 12 would unroll it beyond three axes, and warn.
        out[0] = state.r[0];
        if (state.d > 1) out[1] = state.r[1];
        if (state.d > 2) out[2] = state.r[2];
    }
};

template <class S>
using Vector3 = std::array<S, 3>;

template <class S, class T>
T along(const Vector3<S>& direction, const T* r) {
    return direction[0] * r[0] + direction[1] * r[1] + direction[2] * r[2];
}

template <class S>
struct Along {
    Vector3<S> normal;
    S level;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = along(normal, state.r) - level;
    }
};

template <class S>
struct Upright {
    Vector3<S> up;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T *a = state.place(0), *b = state.place(1);
        out[0] = up[0] * (a[1] * b[2] - a[2] * b[1]) + up[1] * (a[2] * b[0] - a[0] * b[2]) +
                 up[2] * (a[0] * b[1] - a[1] * b[0]);
    }
};

struct Parallel {
    using ByGraph = void;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T *a = state.place(0), *b = state.place(1);
        if (state.d == 2) {
            out[0] = a[0] * b[1] - a[1] * b[0];
            return;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            out[i] = a[j] * b[k] - a[k] * b[j];
        }
    }
};

struct Perpendicular {
    using ByGraph = void;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = dot(state.place(0), state.place(1), state.d);
    }
};

template <class S>
struct SlideGear {
    using ByGraph = void;
    S ratio, offset;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T first = dot(state.place(0), state.place(1), state.d),
                second = dot(state.place(2), state.place(3), state.d);
        out[0] = second - ratio * first - offset;
    }
};

template <class S>
struct RopeLength {
    using ByGraph = void;
    S length;
    std::size_t segments;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = sqrt(dot(state.place(0), state.place(0), state.d)) - length;
        for (std::size_t i = 1; i < segments; ++i) out[0] = out[0] + sqrt(dot(state.place(i), state.place(i), state.d));
    }
    // A segment of the rope can turn around within the time in which its ends pass each other.
    double time_scale(const PieceState<double>& state) const {
        double shortest = never;
        for (std::size_t i = 0; i < segments; ++i) {
            const double square = dot(state.place(i), state.place(i), state.d),
                         speed = dot(state.rate(i), state.rate(i), state.d);
            if (speed > 0) shortest = std::min(shortest, std::sqrt(square / speed));
        }
        return shortest;
    }
};

template <class S>
Vector3<S> cross(const Vector3<S>& a, const Vector3<S>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
// Two directions across `up` and each other.
template <class S>
std::array<Vector3<S>, 2> tangents(const Vector3<S>& up) {
    std::size_t least = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (magnitude(up[i]) < magnitude(up[least])) least = i;
    Vector3<S> some{};
    some[least] = 1;
    const Vector3<S> a = cross(up, some);
    return {a, cross(up, a)};
}

template <class S>
struct NoSlip {
    Vector3<S> up;
    std::array<Vector3<S>, 2> tangents;
    S radius;
    std::size_t axes;  // places 1 .. axes; place 0 is the centre of mass
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        std::array<T, 3> slip{state.w[0], state.w[1], state.w[2]};
        for (std::size_t i = 1; i <= axes; ++i) {
            const T lever = radius * along(up, state.place(i));
            for (std::size_t j = 0; j < 3; ++j) slip[j] = slip[j] - lever * state.rate(i)[j];
        }
        for (std::size_t t = 0; t < 2; ++t) out[t] = along(tangents[t], slip.data());
    }
};

// A thin rim that leans, of a disk whose axes span it, or of a wheel across a direction n. With m = up - (up . n) n, what
// is left of `up` in the plane of the rim, its lowest point is at -radius m/|m| from the centre.
template <class S>
struct LeaningRim {
    Vector3<S> up;
    S radius;
    bool is_disk;  // places: the centre, then two axes of a disk, else n, and for velocities three axes
    template <class T>
    std::array<T, 3> upward(const PieceState<T>& state) const {
        const auto direction = [&](std::size_t place) {
            const T* const a = state.place(place);
            return std::array<T, 3>{a[0], a[1], a[2]};
        };
        const std::array<T, 3> n = is_disk ? cross(direction(1), direction(2)) : direction(1);
        const T share = along(up, n.data());
        std::array<T, 3> m;
        for (std::size_t i = 0; i < 3; ++i) m[i] = up[i] - share * n[i];
        return m;
    }
    template <class T>
    static T length(const std::array<T, 3>& m) {
        return sqrt(dot(m.data(), m.data(), 3));
    }
};

template <class S>
struct LeaningHeight : LeaningRim<S> {
    using ByGraph = void;
    S height;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = along(this->up, state.place(0)) - height - this->radius * this->length(this->upward(state));
    }
};

template <class S>
struct LeaningContact : LeaningRim<S> {
    std::array<Vector3<S>, 2> tangents;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const std::array<T, 3> m = this->upward(state);
        const T size = this->length(m);
        std::array<T, 3> slip{state.w[0], state.w[1], state.w[2]};
        const std::size_t first = this->is_disk ? 1 : 2, axes = this->is_disk ? 2 : 3;
        for (std::size_t i = first; i < first + axes; ++i) {
            const T lever = this->radius * (dot(m.data(), state.place(i), 3) / size);
            for (std::size_t j = 0; j < 3; ++j) slip[j] = slip[j] - lever * state.rate(i)[j];
        }
        for (std::size_t t = 0; t < 2; ++t) out[t] = along(tangents[t], slip.data());
    }
};

}  // namespace cchnn::judge
