#pragma once
// Masses that attract each other.
//   (1)  V = -sum_{i<j} G m_i m_j / |r_ij|       [J], over the listed bodies; Origins among them are fixed sources
//   (2)  f = -G m_i m_j r_ij / |r_ij|^3          [N]

#include "elements/element.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

struct NewtonianSpec {
    double gravitational_constant = 0;  // m^3/(kg s^2), or in the file's units
    std::vector<std::string> bodies;
};
// One pair: V = -strength / |x_a - x_b|.
struct Attraction {
    Point a, b;
    Exact strength;  // G m_a m_b
};

template <class C>
class NewtonianForces {
  public:
    NewtonianForces() = default;
    template <class B>
    explicit NewtonianForces(const NewtonianForces<B>& from)
        : strength_(converted<C>(from.strength_)), table_(from.table_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& strength : strength_) action(strength);
        table_.each_number(action);
    }
    void add(const Attraction& pair, int dimension) {
        strength_.push_back(converted<C>(pair.strength));
        add_separation(table_, difference(pair.a, pair.b), dimension);
    }
    bool empty() const { return strength_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (std::size_t k = 0; k < strength_.size(); ++k)
            sum -= strength_[k] / separation_length(table_, k, x, dimension);
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        Real r[D];
        for (std::size_t k = 0; k < strength_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            const Real r2 = dot<D>(r, r);
            const Real pull = -strength_[k] / (r2 * square_root(r2));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table_, k, r, f);
        }
    }
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < strength_.size(); ++k) show_centre<D>(table_, k, x, x_new, Real(1.0), seen);
    }

  private:
    template <class>
    friend class NewtonianForces;
    std::vector<C> strength_;
    SeparationTableOf<C> table_;
};

struct NewtonianKind {
    using Spec = NewtonianSpec;
    using Term = Attraction;
    template <class C>
    using Forces = NewtonianForces<C>;
    static constexpr const char* type = "Newtonian";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.hold(term.a), symmetry.hold(term.b); }
    static std::vector<VariedNumber<Spec>> varied() {
        return {
            {"gravitational_constant", "m^3/(kg s^2)", VariedProperty::Range::positive, &Spec::gravitational_constant}};
    }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
