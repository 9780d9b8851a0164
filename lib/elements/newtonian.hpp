#pragma once
// Masses that attract each other.
//   (1)  V = -sum_{i<j} G m_i m_j / |r_ij|       [J], over the listed bodies; Origins among them are fixed sources
//   (2)  f = -G m_i m_j r_ij / |r_ij|^3          [N]

#include "elements/element.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

struct NewtonianSpec {
    double gravitational_constant = 0;  // m^3/(kg s^2), or in the file's units
    std::vector<std::string> bodies;
};
// One pair: V = -strength / |x_a - x_b|.
struct Attraction {
    Point a, b;
    double strength;  // G m_a m_b
};

class NewtonianForces {
  public:
    void add(const Attraction& pair, int dimension) {
        pairs_.push_back({difference(pair.a, pair.b), pair.strength});
        table_.add(pairs_.back().separation, dimension);
    }
    bool empty() const { return pairs_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (const Constants& pair : pairs_) sum -= pair.strength / separation_length(pair.separation, x, dimension);
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        Real r[D];
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            const Real r2 = dot<D>(r, r);
            const Real pull = -pairs_[k].strength / (r2 * square_root(r2));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table_, k, r, f);
        }
    }

  private:
    struct Constants {
        Separation separation;
        double strength;
    };
    std::vector<Constants> pairs_;
    SeparationTable table_;
};

struct NewtonianKind {
    using Spec = NewtonianSpec;
    using Term = Attraction;
    using Forces = NewtonianForces;
    static constexpr const char* type = "Newtonian";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.hold(term.a), symmetry.hold(term.b); }
    static std::vector<VariedNumber<Spec>> varied() { return {}; }
    static void draw(const Term&, Sketch&) {}
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term&, MeanLength&) {}
};

}  // namespace cchnn
