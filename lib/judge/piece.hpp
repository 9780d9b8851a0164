#pragma once
// One piece of the equations: a constraint of one or a few rows, or one energy, with the derivatives that the
// equations need, by dual numbers. A kind (kinds/) is a struct with its constants and one template,
//
//     template <class T> void operator()(const PieceState<T>& state, T* out) const
//
// which computes its outputs from what it sees of a state: vectors r, which are material points or directions
// of bodies or differences of them, and w = dr/dt.
//
//   role          out           used
//   row           Phi(r)        gradient in r, curvature (2): d^2 Phi/dt^2 without accelerations, drift: dPhi/dt at rest
//   gap           g(r)          as a row, which it is while the contact is closed
//   velocity_row  A(r) w        gradient in w, curvature d(A(r) w)/dt without accelerations, drift: A w at rest
//   potential     V(r)          gradient in r
//   rayleigh      R(r, w)       gradient in w
//   gyroscopic    U(r, w)       (3), linear in w: a generalised potential, of a force that does no work; a kind may
//                               give this force itself, by minus_force() where gives_force()
//
//   (1)  gradient: one pass of duals for each variable; in Quad, where each operation is a function call, one pass of
//        slopes for each place
//   (2)  curvature: nested duals along (w, ds/dt)
//   (3)  dU/dr - d(dU/dw)/dt = -F, the latter w . d(dU/dw)/dr: nested duals along w

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "judge/numbers/dual.hpp"

namespace cchnn::judge {

using Index = std::optional<std::size_t>;  // into a list of System

enum class Role { row, velocity_row, potential, rayleigh, gyroscopic, gap };

// r = sum weight x_node + offset + anchored a(t), a vector of d entries; a is the displacement of all Origins.
template <class S>
struct Place {
    struct Part {
        std::size_t node;
        S weight;
    };
    std::vector<Part> parts;
    std::vector<S> offset;
    S anchored = 0;
};

// What a kind sees of a state, in any number type; it refers to arrays of the caller.
template <class T>
struct PieceState {
    const T* r;  // (places, d)
    const T* w;  // (places, d)
    T s;  // parameter of the curve, for a point on a Track; of a counted angle, one within half a turn of it; the
          // time, for a row that moves
    std::size_t d;

    const T* place(std::size_t i) const { return r + i * d; }
    const T* rate(std::size_t i) const { return w + i * d; }
};

inline constexpr std::size_t most_places = 6, most_outputs = 3, most_variables = 20;
inline constexpr double never = std::numeric_limits<double>::infinity();

// A piece without its kind: the interface that Equations uses. System owns the pieces.
template <class S>
class Piece {
  public:
    Piece(Role role_of_it, std::size_t number_of_outputs, std::vector<Place<S>> its_places, Index its_track,
          Index its_angle)
        : role(role_of_it),
          outputs(number_of_outputs),
          places(std::move(its_places)),
          track(its_track),
          angle(its_angle) {}
    virtual ~Piece() = default;

    const Role role;
    const std::size_t outputs;
    const std::vector<Place<S>> places;
    const Index track;     // of a point on a curve, whose parameter is PieceState::s
    const Index angle;     // of a counted angle, which is PieceState::s
    Index input;           // of a potential: it multiplies the force, so that the potential is no energy
    bool in_time = false;  // whether PieceState::s is the time

    virtual void value(const PieceState<S>& state, S* out) const = 0;
    virtual void gradient(const PieceState<S>& state, S* out) const = 0;                    // (outputs, places, d)
    virtual void curvature(const PieceState<S>& state, const S& s_rate, S* out) const = 0;  // (outputs)
    virtual void drift(const PieceState<S>& state, S* out) const = 0;                       // (outputs)
    // Whether the row is missing in /system/constraints of a dataset, as those of curves, products of
    // directions, ropes, gears, racks, screws and formulas are.
    virtual bool by_graph() const = 0;
    // A time in s within which nothing happens that values at its two ends could miss; `never` if there is no
    // such time.
    virtual double time_scale(const PieceState<double>& state) const = 0;
    // Whether the piece may change within less than a step anywhere, as formulas may. Then seen_time() says how
    // much of a time `wanted` a step may take to see all of it (sight.hpp); a: (places, d) accelerations,
    // kinetic: J.
    virtual bool may_be_narrow() const = 0;
    virtual double seen_time(const PieceState<double>& state, const double* a, double kinetic, double wanted) const = 0;
};

// A piece of one kind, which computes all derivatives by evaluating the kind with dual numbers.
template <class S, class Kind>
class PieceOf final : public Piece<S> {
  public:
    PieceOf(Role role_of_it, std::size_t number_of_outputs, std::vector<Place<S>> its_places, Kind kind,
            Index its_track, Index its_angle)
        : Piece<S>(role_of_it, number_of_outputs, std::move(its_places), its_track, its_angle),
          kind_(std::move(kind)) {}

    void value(const PieceState<S>& state, S* out) const override { kind_(state, out); }

    void gradient(const PieceState<S>& state, S* out) const override {
        if constexpr (requires { kind_.minus_force(state, out); })
            if (kind_.gives_force()) return kind_.minus_force(state, out);
        if (this->role == Role::gyroscopic) return euler_lagrange(state, out);
        if constexpr (std::is_same_v<S, Quad>) return by_places(state, out);
        const bool in_rates = this->role == Role::velocity_row || this->role == Role::rayleigh;
        const std::size_t variables = this->places.size() * state.d;
        Lifted<Dual<S>> lifted(state, variables);
        std::array<Dual<S>, most_outputs> result;
        for (std::size_t i = 0; i < variables; ++i) {
            Dual<S>& seed = (in_rates ? lifted.w : lifted.r)[i];
            seed.slope = 1;
            kind_(lifted.state(state.d), result.data());
            seed.slope = 0;
            for (std::size_t o = 0; o < this->outputs; ++o) out[o * variables + i] = result[o].slope;
        }
    }

    void curvature(const PieceState<S>& state, const S& s_rate, S* out) const override {
        const std::size_t variables = this->places.size() * state.d;
        if (this->role == Role::velocity_row) return along_motion(state, variables, s_rate, out);
        Lifted<Dual<Dual<S>>> lifted(state, variables);
        for (std::size_t i = 0; i < variables; ++i)
            lifted.r[i] = Dual<Dual<S>>({state.r[i], state.w[i]}, {state.w[i], S(0)});
        lifted.s = Dual<Dual<S>>({state.s, s_rate}, {s_rate, S(0)});
        std::array<Dual<Dual<S>>, most_outputs> result;
        kind_(lifted.state(state.d), result.data());
        for (std::size_t o = 0; o < this->outputs; ++o) out[o] = result[o].slope.slope;
    }

    // By the slope along s of a row; of a row on velocities the value without them.
    void drift(const PieceState<S>& state, S* out) const override {
        Lifted<Dual<S>> lifted(state, this->places.size() * state.d);
        std::array<Dual<S>, most_outputs> result;
        const bool on_velocities = this->role == Role::velocity_row;
        if (on_velocities) lifted.w.fill(Dual<S>(S(0)));
        lifted.s.slope = S(1);
        kind_(lifted.state(state.d), result.data());
        for (std::size_t o = 0; o < this->outputs; ++o) out[o] = on_velocities ? result[o].value : result[o].slope;
    }

    bool by_graph() const override {
        return this->track || requires { typename Kind::ByGraph; };
    }

    double time_scale(const PieceState<double>& state) const override {
        if constexpr (requires { kind_.time_scale(state); }) return kind_.time_scale(state);
        return never;
    }

    bool may_be_narrow() const override {
        return requires { typename Kind::MayBeNarrow; };
    }
    double seen_time(const PieceState<double>& state, const double* a, double kinetic, double wanted) const override {
        if constexpr (requires { typename Kind::MayBeNarrow; })
            return kind_.seen_time(state, a, this->places.size() * state.d, kinetic, wanted);
        return wanted;
    }

  private:
    template <class T>
    struct Lifted {
        Lifted(const PieceState<S>& from, std::size_t variables) : s(from.s) {
            for (std::size_t i = 0; i < variables; ++i) {
                r[i] = T(from.r[i]);
                w[i] = T(from.w[i]);
            }
        }
        PieceState<T> state(std::size_t d) const { return {r.data(), w.data(), s, d}; }
        std::array<T, most_variables> r, w;
        T s;
    };

    // (3), for a kind of one output.
    void euler_lagrange(const PieceState<S>& state, S* out) const {
        const std::size_t variables = this->places.size() * state.d;
        Lifted<Dual<Dual<S>>> lifted(state, variables);
        for (std::size_t i = 0; i < variables; ++i) lifted.r[i].value.slope = state.w[i];
        std::array<Dual<Dual<S>>, most_outputs> result;
        for (std::size_t i = 0; i < variables; ++i) {
            auto &r = lifted.r[i], &w = lifted.w[i];
            r.slope = Dual<S>(S(1));
            kind_(lifted.state(state.d), result.data());
            out[i] = result[0].slope.value;
            r.slope = Dual<S>(S(0));
            w.slope = Dual<S>(S(1));
            kind_(lifted.state(state.d), result.data());
            out[i] -= result[0].slope.slope;
            w.slope = Dual<S>(S(0));
        }
    }

    // (1), for all variables of one place at a time.
    void by_places(const PieceState<S>& state, S* out) const {
        const std::size_t variables = this->places.size() * state.d;
        Lifted<Slopes<S>> lifted(state, variables);
        std::array<Slopes<S>, most_outputs> result;
        auto& varied = this->role == Role::velocity_row || this->role == Role::rayleigh ? lifted.w : lifted.r;
        for (std::size_t first = 0; first < variables; first += state.d) {
            for (std::size_t i = 0; i < state.d; ++i) varied[first + i].seed(i);
            kind_(lifted.state(state.d), result.data());
            for (std::size_t i = 0; i < state.d; ++i) varied[first + i].unseed(i);
            for (std::size_t o = 0; o < this->outputs; ++o)
                std::copy_n(result[o].slope.begin(), state.d, out + o * variables + first);
        }
    }

    // The derivative of each output along (w, ds/dt).
    void along_motion(const PieceState<S>& state, std::size_t variables, const S& s_rate, S* out) const {
        Lifted<Dual<S>> lifted(state, variables);
        lifted.s.slope = s_rate;
        for (std::size_t i = 0; i < variables; ++i) lifted.r[i].slope = state.w[i];
        std::array<Dual<S>, most_outputs> result;
        kind_(lifted.state(state.d), result.data());
        for (std::size_t o = 0; o < this->outputs; ++o) out[o] = result[o].slope;
    }

    Kind kind_;
};

// to += weight x. Most weights are 1 or -1, which need no multiplication.
template <class S>
void add_times(const S& weight, const S* x, std::size_t d, S* to) {
    if (weight == S(1))
        for (std::size_t i = 0; i < d; ++i) to[i] += x[i];
    else if (weight == S(-1))
        for (std::size_t i = 0; i < d; ++i) to[i] -= x[i];
    else
        for (std::size_t i = 0; i < d; ++i) to[i] += weight * x[i];
}

template <class T>
T dot(const T* a, const T* b, std::size_t d) {
    T sum = a[0] * b[0];
    for (std::size_t i = 1; i < d; ++i) sum = sum + a[i] * b[i];
    return sum;
}

}  // namespace cchnn::judge
