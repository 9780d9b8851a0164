#pragma once
// Kinds of pieces (piece.hpp) that depend on angles: of springs and torques counted over turns, (2), of Gear and Rack
// up to full turns. Places of an angle are the directions m_a and m_b, one fixed in each body, and in space the axis u.
//
//   (1)  c = m_a . m_b,  s = u . (m_a x m_b)
//   (2)  theta = shift + the angle of (c, s), of those that differ by full turns the one nearest to `near`
//
// The shift is 0, or a quarter turn where the direction of a flat body that is meant leads out of its plane and u x m
// stands for it. (2) is near + atan2 of (c, s) turned back by near - shift.
//
//   TorsionSpring   V = k/2 (theta - theta_0)^2
//   Torque          V = -M theta
//   Gear       (3)  the angle of p theta_1 + q theta_2 - p phase in (-pi, pi], over p; places of both angles
//   Rack, Screw (4) that of s/radius + phase - theta, times radius, s = slide . along; places m_a, m_b, u, slide, along

#include "judge/piece.hpp"

namespace cchnn::judge {

// s of (1), of the angle whose places begin at `place`.
template <class T>
T sine_of(const PieceState<T>& state, std::size_t place) {
    const T *a = state.place(place), *b = state.place(place + 1);
    const T flat = a[0] * b[1] - a[1] * b[0];
    if (state.d == 2) return flat;
    const T* u = state.place(place + 2);
    return u[0] * (a[1] * b[2] - a[2] * b[1]) + u[1] * (a[2] * b[0] - a[0] * b[2]) + u[2] * flat;
}

// The counted angle (2); `state.s` holds the angle near which it is sought.
template <class T, class S>
T counted(const PieceState<T>& state, const S& shift) {
    const T cosine = dot(state.place(0), state.place(1), state.d), sine = sine_of(state, 0);
    const T near_cosine = cos(state.s - shift), near_sine = sin(state.s - shift);
    return state.s + atan2(sine * near_cosine - cosine * near_sine, cosine * near_cosine + sine * near_sine);
}

template <class S>
struct TorsionSpring {
    S half_stiffness, rest_angle, shift;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T deflection = counted(state, shift) - rest_angle;
        out[0] = half_stiffness * (deflection * deflection);
    }
};

template <class S>
struct Torque {
    S torque, shift;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = -(torque * counted(state, shift));
    }
};

template <class S>
struct Gear {
    using ByGraph = void;
    S p, q, phase;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const std::size_t second = state.d;  // places of one angle: two, in space three
        const T theta_1 = atan2(sine_of(state, 0), dot(state.place(0), state.place(1), state.d));
        const T theta_2 = atan2(sine_of(state, second), dot(state.place(second), state.place(second + 1), state.d));
        const T turned = p * (theta_1 - phase) + q * theta_2;
        out[0] = atan2(sin(turned), cos(turned)) / p;
    }
};

template <class S>
struct Rack {
    using ByGraph = void;
    S radius, phase;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const std::size_t slide = state.d;  // behind the places of the angle
        const T theta = atan2(sine_of(state, 0), dot(state.place(0), state.place(1), state.d));
        const T turned = dot(state.place(slide), state.place(slide + 1), state.d) / radius + phase - theta;
        out[0] = radius * atan2(sin(turned), cos(turned));
    }
};

}  // namespace cchnn::judge
