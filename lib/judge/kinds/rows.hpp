#pragma once
// Rows on positions, and the rolling row on velocities.
//
//   Distance   (1)  |r|^2 - l^2                                        rigid bodies, Link
//   Together   (2)  r, d rows                                          Joint, axis of Joint+Axis
//   Along      (3)  n . r - c                                          height of what rolls; its axle, c = 0
//   Upright    (4)  up . (r_1 x r_2)                                   a disk
//   NoSlip     (5)  t . (w - radius sum (up . r_i) w_i), t in the plane

#include <array>

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
            for (int j = 0; j < 3; ++j)
                slip[static_cast<std::size_t>(j)] = slip[static_cast<std::size_t>(j)] - lever * at.rate(i)[j];
        }
        for (std::size_t t = 0; t < 2; ++t) out[t] = along(tangents[t], slip.data());
    }
};

}  // namespace cchnn::judge
