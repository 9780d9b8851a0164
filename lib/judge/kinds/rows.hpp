#pragma once
// Kinds of rows (piece.hpp): those on positions, and the rolling row on velocities.
//
//   Distance   (1)  |r|^2 - l^2                                        rigid bodies, Link
//   Together   (2)  r, d rows                                          Joint, axis of Joint+Axis
//   Along      (3)  n . r - c                                          height of what rolls; its axle, c = 0
//   Upright    (4)  up . (r_1 x r_2)                                   a disk
//   NoSlip     (5)  t . (w - radius sum (up . r_i) w_i), t in the plane
//   Parallel   (6)  r_1 x r_2, three rows, one in the plane            what slides along a direction
//   Crossed    (7)  r_1 . r_2                                          Universal; a point in a plane
//   Taut       (8)  sum |r_i| - l                                      Rope
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
    void operator()(const Seen<T>& at, T* out) const {
        out[0] = dot(at.r, at.r, at.d) - length_squared;
    }
};

struct Together {
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        for (int i = 0; i < at.d; ++i) out[i] = at.r[i];
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
    void operator()(const Seen<T>& at, T* out) const {
        out[0] = along(normal, at.r) - level;
    }
};

template <class S>
struct Upright {
    Vector3<S> up;
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        const T *a = at.place(0), *b = at.place(1);
        out[0] = up[0] * (a[1] * b[2] - a[2] * b[1]) + up[1] * (a[2] * b[0] - a[0] * b[2]) +
                 up[2] * (a[0] * b[1] - a[1] * b[0]);
    }
};

struct Parallel {
    using ByGraph = void;
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        const T *a = at.place(0), *b = at.place(1);
        if (at.d == 2) {
            out[0] = a[0] * b[1] - a[1] * b[0];
            return;
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            out[i] = a[j] * b[k] - a[k] * b[j];
        }
    }
};

struct Crossed {
    using ByGraph = void;
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        out[0] = dot(at.place(0), at.place(1), at.d);
    }
};

template <class S>
struct Taut {
    using ByGraph = void;
    S length;
    int pieces;
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        out[0] = sqrt(dot(at.place(0), at.place(0), at.d)) - length;
        for (int i = 1; i < pieces; ++i) out[0] = out[0] + sqrt(dot(at.place(i), at.place(i), at.d));
    }
    // A piece of the rope can turn around within the time in which its ends pass each other.
    double time_scale(const Seen<double>& at) const {
        double shortest = never;
        for (int i = 0; i < pieces; ++i) {
            const double square = dot(at.place(i), at.place(i), at.d), speed = dot(at.rate(i), at.rate(i), at.d);
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
    int axes;  // places 1 .. axes; place 0 is the centre of mass
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        std::array<T, 3> slip{at.w[0], at.w[1], at.w[2]};
        for (int i = 1; i <= axes; ++i) {
            const T lever = radius * along(up, at.place(i));
            for (int j = 0; j < 3; ++j) slip[j] = slip[j] - lever * at.rate(i)[j];
        }
        for (std::size_t t = 0; t < 2; ++t) out[t] = along(tangents[t], slip.data());
    }
};

}  // namespace cchnn::judge
