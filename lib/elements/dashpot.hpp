#pragma once
// Two points whose distance changes against a resistance: a Rayleigh function of its rate (damping.hpp).
//   (1)  R = c/2 (d|r|/dt)^2 = c/2 (r . w)^2 / |r|^2,  r the separation of the two points, w = dr/dt; c in N s/m
//   (2)  dR/dw = c (r . w) r / |r|^2  on the first of them, its opposite on the second

#include "elements/element.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

struct DashpotSpec {
    PointSpec a, b;
    double coefficient = 0;  // N s/m, >= 0
};
struct Dashpot {
    std::string name;  // "Dashpot hook1-bob1"
    Point a, b;
    double coefficient;
};

template <class C>
class DashpotForces {
  public:
    DashpotForces() = default;
    template <class B>
    explicit DashpotForces(const DashpotForces<B>& from)
        : coefficients_(converted<C>(from.coefficients_)), table_(from.table_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& coefficient : coefficients_) action(coefficient);
        table_.each_number(action);
    }
    void add(const Dashpot& dashpot, int dimension) {
        coefficients_.push_back(dashpot.coefficient);
        add_separation(table_, difference(dashpot.a, dashpot.b), dimension);
    }
    bool empty() const { return coefficients_.empty(); }

    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        Real r[D], w[D], lost = Real(0.0);
        for (std::size_t k = 0; k < coefficients_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            gather<D>(table_, k, v, nullptr, w);
            const Real rw = dot<D>(r, w), weight = coefficients_[k] * rw / dot<D>(r, r);
            for (int j = 0; j < D; ++j) r[j] *= -weight;
            scatter<D>(table_, k, r, f);
            lost += weight * rw;
        }
        return lost;
    }
    // The direction of (2) turns round where the points meet.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < coefficients_.size(); ++k) show_centre<D>(table_, k, x, x_new, Real(1.0), seen);
    }

  private:
    template <class>
    friend class DashpotForces;
    std::vector<C> coefficients_;
    SeparationTableOf<C> table_;
};

struct DashpotKind {
    using Spec = DashpotSpec;
    using Term = Dashpot;
    template <class C>
    using Dissipation = DashpotForces<C>;
    static constexpr const char* type = "Dashpot";
    static constexpr FileList list = FileList::damping;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) {
        symmetry.energy = false;
        symmetry.hold(term.a), symmetry.hold(term.b);
    }
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"coefficient", "N s/m", VariedProperty::Range::not_negative, &Spec::coefficient}};
    }
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::dashpot, term.a, term.b, term.name);
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
