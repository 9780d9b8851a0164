#pragma once
// Two bodies whose turning against each other meets a resistance, as in a hinge with friction of the viscous kind.
//   (1)  R = c/2 |omega_a - omega_b|^2          an Origin does not turn; c in N m s
//   (2)  omega = e_1 x de_1/dt                                                      in a plane, e_i = x_i - x_0
//        omega = sum_i e_i x de_i/dt / 2                                            Obj3D
//        omega = e_1 x de_1/dt + e_2 x de_2/dt - (e_2 . de_1/dt) e_1 x e_2          Obj2D in space
// About a hinge (in a plane any two bodies) it is c theta'^2/2 of the angle theta between them. (1) needs no angle,
// only rates.

#include "core/to_size.hpp"
#include "elements/element.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

struct TorsionDamperSpec {
    std::string a, b;
    double coefficient = 0;  // N m s, >= 0
};
struct TorsionDamper {
    std::string name;                    // "TorsionDamper wall-wheel"
    Point a, b;                          // centres
    int node_a, axes_a, node_b, axes_b;  // centre's node and number of axes that turn; none of an Origin
    double coefficient;
};

template <class Real>
inline void add_cross(const Real* a, const Real* b, const Real& factor, Real* sum) {
    for (int k = 0; k < 3; ++k) sum[k] += factor * (a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
}

// The turning of one body, (2): entry 2 alone in a plane.
template <int D, class Real>
class Turning {
  public:
    Turning(int node, int axes, const Real* x, const Real* v) : node_(node), axes_(axes) {
        for (Real& entry : omega_) entry = Real(0.0);
        for (int i = 0; i < axes; ++i)
            for (int k = 0; k < D; ++k) {
                e_[i][k] = x[(node + i + 1) * D + k] - x[node * D + k];
                rate_[i][k] = v[(node + i + 1) * D + k] - v[node * D + k];
            }
        if (axes > 0) turn();
    }
    const Real* omega() const { return omega_; }

    // f -= d(torque . omega)/dv
    void subtract_gradient(const Real* torque, Real* f) const {
        for (int i = 0; i < axes_; ++i) {
            Real force[3] = {Real(0.0), Real(0.0), Real(0.0)};
            if constexpr (D == 2) {
                force[0] = -(torque[2] * e_[i][1]), force[1] = torque[2] * e_[i][0];
            } else if constexpr (D == 3) {
                add_cross(torque, e_[i], Real(axes_ == 3 ? 0.5 : 1.0), force);
                if (axes_ == 2 && i == 0) {
                    const Real across = dot<3>(torque, normal_);
                    for (int k = 0; k < 3; ++k) force[k] -= across * e_[1][k];
                }
            }
            for (int k = 0; k < D; ++k) f[(node_ + i + 1) * D + k] -= force[k], f[node_ * D + k] += force[k];
        }
    }

  private:
    void turn() {
        if constexpr (D == 2) {
            omega_[2] = e_[0][0] * rate_[0][1] - e_[0][1] * rate_[0][0];
        } else if constexpr (D == 3) {
            for (int i = 0; i < axes_; ++i) add_cross(e_[i], rate_[i], Real(axes_ == 3 ? 0.5 : 1.0), omega_);
            if (axes_ != 2) return;
            for (Real& entry : normal_) entry = Real(0.0);
            add_cross(e_[0], e_[1], Real(1.0), normal_);
            const Real about_normal = dot<3>(e_[1], rate_[0]);
            for (int k = 0; k < 3; ++k) omega_[k] -= about_normal * normal_[k];
        }
    }

    int node_, axes_;
    Real e_[3][3], rate_[3][3], normal_[3], omega_[3];
};

template <class C>
class TorsionDamperForces {
  public:
    TorsionDamperForces() = default;
    template <class B>
    explicit TorsionDamperForces(const TorsionDamperForces<B>& from) : dampers_(converted<Constants>(from.dampers_)) {}
    template <class Action>
    void each_number(Action&& action) {
        for (Constants& damper : dampers_) action(damper.coefficient);
    }
    void add(const TorsionDamper& damper, int) { dampers_.emplace_back(damper); }
    bool empty() const { return dampers_.empty(); }

    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        Real lost = Real(0.0);
        for (const Constants& damper : dampers_) lost += subtract_one<D>(damper, x, v, f);
        return lost;
    }

  private:
    template <class>
    friend class TorsionDamperForces;
    struct Constants {
        int node_a, axes_a, node_b, axes_b;
        C coefficient;
        template <class From>
        explicit Constants(const From& from)
            : node_a(from.node_a),
              axes_a(from.axes_a),
              node_b(from.node_b),
              axes_b(from.axes_b),
              coefficient(converted<C>(from.coefficient)) {}
    };

    // Not inlined: kernels of systems without dampers stay as they are.
    template <int D, class Real>
    [[gnu::noinline]] Real subtract_one(const Constants& damper, const Real* x, const Real* v, Real* f) const {
        const Turning<D, Real> a(damper.node_a, damper.axes_a, x, v), b(damper.node_b, damper.axes_b, x, v);
        Real torque[3], back[3], square = Real(0.0);
        for (int k = 0; k < 3; ++k) {
            const Real relative = a.omega()[k] - b.omega()[k];
            torque[k] = damper.coefficient * relative, back[k] = -torque[k];
            square += torque[k] * relative;
        }
        a.subtract_gradient(torque, f), b.subtract_gradient(back, f);
        return square;
    }

    std::vector<Constants> dampers_;
};

struct TorsionDamperKind {
    using Spec = TorsionDamperSpec;
    using Term = TorsionDamper;
    using NothingNarrow = void;
    template <class C>
    using Dissipation = TorsionDamperForces<C>;
    static constexpr const char* type = "TorsionDamper";
    static constexpr FileList list = FileList::damping;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.energy = false;
        if (term.axes_a == 0 || term.axes_b == 0) symmetry.turns = false;
    }
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"coefficient", "N m s", VariedProperty::Range::not_negative, &Spec::coefficient}};
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
