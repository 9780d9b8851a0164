#pragma once
// Two points that a spring pulls together or pushes apart.
//   (1)  V = k/2 (|r| - l0)^2,  r the separation of the two points    [J]
//   (2)  f = -k (1 - l0/|r|) r  on the first of them                  [N]

#include "elements/element.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"
#include "numbers/nonzero.hpp"

namespace cchnn {

struct SpringSpec {
    PointSpec a, b;
    double stiffness = 0;    // N/m, > 0
    double rest_length = 0;  // m, >= 0
};
struct Spring {
    std::string name;  // "Spring hook1-bob1"
    Point a, b;
    double stiffness, rest_length;
};

template <class C>
class SpringForces {
  public:
    SpringForces() = default;
    template <class B>
    explicit SpringForces(const SpringForces<B>& from)
        : springs_(converted<Constants>(from.springs_)), table_(from.table_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (Constants& spring : springs_) action(spring.stiffness), action(spring.rest_length);
        table_.each_number(action);
    }
    void add(const Spring& spring, int dimension) {
        springs_.emplace_back(spring);
        add_separation(table_, difference(spring.a, spring.b), dimension);
    }
    bool empty() const { return springs_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (std::size_t k = 0; k < springs_.size(); ++k) {
            const Real stretch = separation_length(table_, k, x, dimension) - springs_[k].rest_length;
            sum += 0.5 * springs_[k].stiffness * stretch * stretch;
        }
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        Real r[D];
        for (std::size_t k = 0; k < springs_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            Real pull = Real(-springs_[k].stiffness);
            if (const C& rest = springs_[k].rest_length; Nonzero<C>::any(rest))
                pull *= Nonzero<C>::choose(rest, Real(1.0 - rest / square_root(dot<D>(r, r))), Real(1.0));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table_, k, r, f);
        }
    }
    // Without a rest length the force goes through 0 like any other.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < springs_.size(); ++k)
            if (const C& rest = springs_[k].rest_length; Nonzero<C>::any(rest))
                show_centre<D>(table_, k, x, x_new, Nonzero<C>::choose(rest, Real(1.0), Real(0.0)), seen);
    }

  private:
    template <class>
    friend class SpringForces;
    struct Constants {
        C stiffness, rest_length;
        template <class From>
        explicit Constants(const From& from)
            : stiffness(converted<C>(from.stiffness)), rest_length(converted<C>(from.rest_length)) {}
    };
    std::vector<Constants> springs_;
    SeparationTableOf<C> table_;
};

struct SpringKind {
    using Spec = SpringSpec;
    using Term = Spring;
    template <class C>
    using Forces = SpringForces<C>;
    static constexpr const char* type = "Spring";
    static constexpr FileList list = FileList::potentials;
    static Spec read(const nlohmann::ordered_json& item, int dimension);
    static void check(const Spec& spec, const std::string& pointer, Checking& checking);
    static void resolve(const Spec& spec, const Bodies& bodies, std::vector<Term>& terms);
    static void edges(const Spec& spec, const Bodies& bodies, std::vector<Edge>& edges);
    static Tie tie(const Term& term) { return {.hold = Tie::Hold::force, .a = &term.a, .b = &term.b}; }
    static void breaks(const Term& term, Symmetry& symmetry) { symmetry.hold(term.a), symmetry.hold(term.b); }
    static std::vector<VariedNumber<Spec>> varied() {
        return {{"stiffness", "N/m", VariedProperty::Range::positive, &Spec::stiffness},
                {"rest_length", "m", VariedProperty::Range::not_negative, &Spec::rest_length}};
    }
    static void draw(const Term& term, Sketch& sketch) {
        sketch.connect(Drawing::Line::Kind::spring, term.a, term.b, term.name);
    }
    static std::string explain(const std::vector<const Spec*>& specs, const std::vector<Term>& terms,
                               const Bodies& bodies, const Units& units);
    static void add_lengths(const Term& term, MeanLength& lengths) {
        if (term.rest_length > 0) lengths.add(term.rest_length);
    }
};

}  // namespace cchnn
