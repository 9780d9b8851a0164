#pragma once
// Kinds of energies and Rayleigh functions (piece.hpp). Gradients follow by dual numbers, so that an error in a formula
// cannot hide in its derivative; only the force of (8) is written down.
//
//   Weight    (1)  V = m g (up . r)                                    Gravity, one body; Force, with -force for m g up
//   Spring    (2)  V = k/2 (|r| - l0)^2                                Spring
//   Newtonian (3)  V = - G m_a m_b / |r|                               Newtonian, one pair
//   Magnets   (4)  V = - m_0 . B(x), m_0 = moment (x - pivot)/|x - pivot|,
//                  B = sum mu0/(4 pi |r|^5) (3 r (r . m_i) - |r|^2 m_i), r = x - x_i          Dipole
//   Drag      (5)  R = c |w|^2/2                                       Damping
//   Swirl     (6)  R = c/2 |r x w|^2/|r|^4                             Damping with `about`
//   Twist          R = c/2 |omega_a - omega_b|^2                       TorsionDamper
//   Written        V = formula of coordinates and distances            Potential
//   Dashpot   (7)  R = c/2 (r . w)^2/|r|^2                             Dashpot
//   Charged        U = -q A . w                                        MagneticField; RotatingFrame, with 2 c for q
//   ChargedIn      the same with formulas of A, or in a plane (8)      MagneticField
//   Centrifugal (9)  V = -c |Omega x r|^2/2                            RotatingFrame, a part of a body
//   RestLengthInput  V = -k |r|, times an input                        Spring
//   BodyForce      -F = sum of entries along the axes of the body, times an input   Force with `frame`: "body"
//   BodyTorque     on axis e_i the force tau x e_i/2, as tau . omega = sum (tau x e_i) . e_i'/2   Torque with it
//   QuadraticDrag (10)  R = c |w|^3/3                                  Drag

#include "judge/formula.hpp"
#include "judge/piece.hpp"
#include "judge/sight.hpp"

namespace cchnn::judge {

// The share of the energy of motion that a step need not see; a light body may have little of the energy.
inline constexpr double negligible_of_kinetic = 1e-18;

// Half the time in which two points at distance vector r meet at the rate w: the time scale of a force that is singular
// there. Half of it, as a step of the whole time ends where they meet, or just behind, and the midpoint rule has no
// force at the end of a step: a force that jumps there would not be noticed.
inline double time_to_meet(const double* r, const double* w, std::size_t d) {
    return 0.5 * sqrt(dot(r, r, d) / dot(w, w, d));
}

template <class S>
struct Weight {
    std::vector<S> mass_g_up;  // (d) N
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = mass_g_up[0] * state.r[0];
        for (std::size_t i = 1; i < state.d; ++i) out[0] = out[0] + mass_g_up[i] * state.r[i];
    }
};

template <class S>
struct Spring {
    S half_stiffness, rest_length;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T squared = dot(state.r, state.r, state.d);
        if (rest_length == S(0)) {  // smooth at r = 0
            out[0] = half_stiffness * squared;
            return;
        }
        const T stretch = sqrt(squared) - rest_length;
        out[0] = half_stiffness * (stretch * stretch);
    }
    double time_scale(const PieceState<double>& state) const {
        return rest_length == S(0) ? never : time_to_meet(state.r, state.w, state.d);
    }
};

// The generalised potential of a charge in a uniform magnetic field: U = -q A . w with A = B x r/2. In the
// plane B is perpendicular to it.
template <class S>
struct Charged {
    S charge;
    std::array<S, 3> field;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const auto turned = [&](std::size_t i, std::size_t j) {  // of r x w
            return state.r[i] * state.w[j] - state.r[j] * state.w[i];
        };
        T sum = field[2] * turned(0, 1);
        if (state.d == 3) sum = sum + field[0] * turned(1, 2) + field[1] * turned(2, 0);
        out[0] = -(charge / S(2)) * sum;  // (B x r) . w = B . (r x w)
    }
};

// (8): the force q B(x, y) (w_y, -w_x) itself, since no A in closed form belongs to every formula of B.
template <class S>
struct ChargedIn {
    using MayBeNarrow = void;
    S charge;
    std::vector<Formula> formulas;  // of B, or of the three of A
    bool gives_force() const { return formulas.size() == 1; }
    void minus_force(const PieceState<S>& state, S* out) const {
        const S strength = charge * formulas[0].at(state.r);
        out[0] = -(strength * state.w[1]);
        out[1] = strength * state.w[0];
    }
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        T sum(S(0));
        for (std::size_t i = 0; i < formulas.size() && !gives_force(); ++i)
            sum = sum + formulas[i].at(state.r) * state.w[i];
        out[0] = -charge * sum;
    }
    // |q| |w| |A| is an energy, with |A| <= |w| h |B| in a plane.
    double seen_time(const PieceState<double>& state, const double* a, std::size_t variables, double kinetic,
                     double wanted) const {
        const double speed = sqrt(dot(state.w, state.w, state.d)), longest = wanted;
        const double joules = std::fabs(static_cast<double>(charge)) * speed * (gives_force() ? speed * longest : 1);
        for (const Formula& formula : formulas)
            wanted = seen_duration(ScaledFormula{formula, joules}, {state.r, state.w, a, variables, state.d},
                                   negligible_of_kinetic * kinetic, wanted);
        return wanted;
    }
};

template <class S>
ChargedIn<S> charged_in(const S& charge, const std::vector<std::string>& texts) {
    const std::vector<std::string> plane{"x", "y"}, space{"x", "y", "z"};
    ChargedIn<S> made{charge, {}};
    for (const std::string& text : texts)
        made.formulas.emplace_back(text, texts.size() == 1 ? plane : space, std::map<std::string, double>(),
                                   "/system/json");
    return made;
}

template <class S>
struct Centrifugal {
    S half_mass;
    std::array<S, 3> rate;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        // |Omega x r|^2 = |Omega|^2 |r|^2 - (Omega . r)^2
        T along = rate[0] * state.r[0];
        for (std::size_t i = 1; i < state.d; ++i) along = along + rate[i] * state.r[i];
        const S square = rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2];
        out[0] = -half_mass * (square * dot(state.r, state.r, state.d) - along * along);
    }
};

template <class S>
struct RestLengthInput {
    S stiffness;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = -stiffness * sqrt(dot(state.r, state.r, state.d));
    }
    double time_scale(const PieceState<double>& state) const { return time_to_meet(state.r, state.w, state.d); }
};

// Forces that no energy has; places: the point, then the axes of its body.
template <class S>
struct BodyForce {
    std::vector<S> minus_entries;  // (d) N
    std::size_t axes;              // of the body
    bool gives_force() const { return true; }
    void minus_force(const PieceState<S>& state, S* out) const {
        std::fill(out, out + (1 + axes) * state.d, S(0));
        for (std::size_t k = 0; k < axes; ++k) add_times(minus_entries[k], state.place(1 + k), state.d, out);
    }
    template <class T>
    void operator()(const PieceState<T>&, T* out) const {
        out[0] = T(S(0));
    }
};

// Places: the three axes.
template <class S>
struct BodyTorque {
    std::vector<S> entries;  // (3) N m
    bool gives_force() const { return true; }
    void minus_force(const PieceState<S>& state, S* out) const {
        std::array<S, 3> tau{S(0), S(0), S(0)};
        for (std::size_t k = 0; k < 3; ++k) add_times(entries[k], state.place(k), 3, tau.data());
        for (std::size_t k = 0; k < 3; ++k) {
            const S* const e = state.place(k);
            for (std::size_t i = 0; i < 3; ++i)
                out[k * 3 + i] = (e[(i + 1) % 3] * tau[(i + 2) % 3] - tau[(i + 1) % 3] * e[(i + 2) % 3]) / S(2);
        }
    }
    template <class T>
    void operator()(const PieceState<T>&, T* out) const {
        out[0] = T(S(0));
    }
};

// The number inside duals of duals.
template <class T>
T innermost(const T& a) {
    return a;
}
template <class T>
auto innermost(const Dual<T>& a) {
    return innermost(a.value);
}
template <class T>
auto innermost(const Slopes<T>& a) {
    return innermost(a.value);
}

// At rest its slope is 0; the square root of a dual number has no slope there.
template <class S>
struct QuadraticDrag {
    S third_of_coefficient;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T square = dot(state.w, state.w, state.d);
        if (innermost(square) == S(0)) out[0] = T(S(0));
        else out[0] = third_of_coefficient * (square * sqrt(square));
    }
};

template <class S>
struct Newtonian {
    S strength;  // G m_a m_b
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = -(strength / sqrt(dot(state.r, state.r, state.d)));
    }
    double time_scale(const PieceState<double>& state) const { return time_to_meet(state.r, state.w, state.d); }
};

template <class S>
struct Magnets {
    struct Fixed {
        std::array<S, 3> position, moment;
    };
    S moment, mu0_over_4pi;
    std::array<S, 3> pivot;
    std::vector<Fixed> fixed;

    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        std::array<T, 3> arm;
        for (std::size_t i = 0; i < 3; ++i) arm[i] = state.r[i] - pivot[i];
        T sum(S(0));
        for (const Fixed& magnet : fixed) sum = sum + energy(magnet, state.r, arm);
        out[0] = -(moment * mu0_over_4pi) * (sum / sqrt(dot(arm.data(), arm.data(), 3)));
    }
    double time_scale(const PieceState<double>& state) const {
        double soonest = never;
        for (const Fixed& magnet : fixed) {
            std::array<double, 3> r;
            for (std::size_t i = 0; i < 3; ++i) r[i] = state.r[i] - static_cast<double>(magnet.position[i]);
            soonest = std::min(soonest, time_to_meet(r.data(), state.w, 3));
        }
        return soonest;
    }

  private:
    // arm . (3 r (r . m) - r^2 m)/|r|^5
    template <class T>
    static T energy(const Fixed& magnet, const T* x, const std::array<T, 3>& arm) {
        std::array<T, 3> r;
        for (std::size_t i = 0; i < 3; ++i) r[i] = x[i] - magnet.position[i];
        const T squared = dot(r.data(), r.data(), 3);
        T r_m = r[0] * magnet.moment[0], arm_m = arm[0] * magnet.moment[0];
        for (std::size_t i = 1; i < 3; ++i) {
            r_m = r_m + r[i] * magnet.moment[i];
            arm_m = arm_m + arm[i] * magnet.moment[i];
        }
        const T arm_r = dot(arm.data(), r.data(), 3);
        return (S(3) * (arm_r * r_m) - squared * arm_m) / (squared * squared * sqrt(squared));
    }
};

// R = c/2 |omega_a - omega_b|^2. The places are the axes that show how a body turns: one in the plane, two in
// space, none of an Origin. With w_i = de_i/dt and e_3 = e_1 x e_2
//   omega = e x w in the plane, (w_2 . e_3) e_1 + (w_3 . e_1) e_2 + (w_1 . e_2) e_3 in space
template <class S>
struct Twist {
    S half_coefficient;
    bool a_turns, b_turns;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        std::array<T, 3> sum{T(S(0)), T(S(0)), T(S(0))};
        if (a_turns) add_turning(state, 0, S(1), sum.data());
        if (b_turns) add_turning(state, a_turns ? state.d - 1 : 0, S(-1), sum.data());
        out[0] = half_coefficient * dot(sum.data(), sum.data(), 3);
    }

  private:
    template <class T>
    static void add_turning(const PieceState<T>& state, std::size_t first, const S& sign, T* sum) {
        const T *e = state.place(first), *w = state.rate(first);
        if (state.d == 2) {
            sum[2] = sum[2] + sign * (e[0] * w[1] - e[1] * w[0]);
            return;
        }
        const T *f = state.place(first + 1), *u = state.rate(first + 1);
        const auto cross = [](const T* a, const T* b, std::size_t k) {
            return a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        };
        std::array<T, 3> g, g_rate;
        for (std::size_t k = 0; k < 3; ++k) {
            g[k] = cross(e, f, k);
            g_rate[k] = cross(w, f, k) + cross(e, u, k);
        }
        const T about_e = dot(u, g.data(), 3), about_f = dot(g_rate.data(), e, 3), about_g = dot(w, f, 3);
        for (std::size_t k = 0; k < 3; ++k) sum[k] = sum[k] + sign * (about_e * e[k] + about_f * f[k] + about_g * g[k]);
    }
};

// V = formula(u), where u are the coordinates of the points, then the distances of all pairs. A formula may be
// narrow anywhere, so that sight.hpp decides how long a step may be.
template <class S>
struct Written {
    using MayBeNarrow = void;
    Formula formula;
    std::size_t points;
    bool has_distances = true;  // not of points whose coordinates the item names
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        std::array<T, most_variables + 6> u;
        u[fill(state, u.data())] = state.s;
        out[0] = formula.at(u.data());
    }
    // Coordinates and distances; returns their number. Behind them comes the time, of a row that moves.
    template <class T>
    std::size_t fill(const PieceState<T>& state, T* u) const {
        std::size_t next = 0;
        for (std::size_t i = 0; i < points * state.d; ++i) u[next++] = state.r[i];
        for (std::size_t i = 0; has_distances && i < points; ++i)
            for (std::size_t j = i + 1; j < points; ++j) u[next++] = distance(state, i, j);
        return next;
    }
    double time_scale(const PieceState<double>& state) const {
        double soonest = never;
        for (std::size_t i = 0; has_distances && i < points; ++i)
            for (std::size_t j = i + 1; j < points; ++j) {
                std::array<double, 3> r, w;
                for (std::size_t k = 0; k < state.d; ++k) {
                    r[k] = state.place(i)[k] - state.place(j)[k];
                    w[k] = state.rate(i)[k] - state.rate(j)[k];
                }
                soonest = std::min(soonest, time_to_meet(r.data(), w.data(), state.d));
            }
        return soonest;
    }
    double seen_time(const PieceState<double>& state, const double* a, std::size_t variables, double kinetic,
                     double wanted) const {
        return seen_duration(*this, {state.r, state.w, a, variables, state.d}, negligible_of_kinetic * kinetic, wanted);
    }

  private:
    template <class T>
    static T distance(const PieceState<T>& state, std::size_t i, std::size_t j) {
        std::array<T, 3> r;
        for (std::size_t k = 0; k < state.d; ++k) r[k] = state.place(i)[k] - state.place(j)[k];
        return sqrt(dot(r.data(), r.data(), state.d));
    }
};

template <class S>
struct Drag {
    S half_coefficient;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        out[0] = half_coefficient * dot(state.w, state.w, state.d);
    }
};

template <class S>
struct Dashpot {
    S half_coefficient;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T outward = dot(state.r, state.w, state.d);
        out[0] = half_coefficient * (outward * outward / dot(state.r, state.r, state.d));
    }
    double time_scale(const PieceState<double>& state) const { return time_to_meet(state.r, state.w, state.d); }
};

template <class S>
struct Swirl {
    S half_coefficient;
    template <class T>
    void operator()(const PieceState<T>& state, T* out) const {
        const T squared = dot(state.r, state.r, state.d), outward = dot(state.r, state.w, state.d);
        const T cross_squared = squared * dot(state.w, state.w, state.d) - outward * outward;
        out[0] = half_coefficient * (cross_squared / (squared * squared));
    }
    double time_scale(const PieceState<double>& state) const { return time_to_meet(state.r, state.w, state.d); }
};

}  // namespace cchnn::judge
