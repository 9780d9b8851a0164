#pragma once
// Angles counted over turns, and what depends on them. Places: m_a, m_b, in space u.
//
//   (1)  c = m_a . m_b,  s = u . (m_a x m_b)
//   (2)  theta = near + atan2(s cos near - c sin near, c cos near + s sin near)   the one within half a turn of `near`
//
//   TorsionSpring   V = k/2 (theta - theta_0)^2
//   Torque          V = -M theta

#include "judge/piece.hpp"

namespace cchnn::judge {

// (2)
template <class T>
T counted(const Seen<T>& at) {
    const T *a = at.place(0), *b = at.place(1);
    const T cosine = dot(a, b, at.d);
    T sine = a[0] * b[1] - a[1] * b[0];
    if (at.d == 3) {
        const T* u = at.place(2);
        sine = u[0] * (a[1] * b[2] - a[2] * b[1]) + u[1] * (a[2] * b[0] - a[0] * b[2]) + u[2] * sine;
    }
    const T near_cosine = cos(at.s), near_sine = sin(at.s);
    return at.s + atan2(sine * near_cosine - cosine * near_sine, cosine * near_cosine + sine * near_sine);
}

template <class S>
struct TurnedSpring {
    S half_stiffness, rest_angle;
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        const T off = counted(at) - rest_angle;
        out[0] = half_stiffness * (off * off);
    }
};

template <class S>
struct Driven {
    S torque;
    template <class T>
    void operator()(const Seen<T>& at, T* out) const {
        out[0] = -(torque * counted(at));
    }
};

}  // namespace cchnn::judge
